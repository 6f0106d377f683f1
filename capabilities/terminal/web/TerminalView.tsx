import { askConfirm, Banner, Button, ContextMenu, Skeleton } from '@drydock/ui'
import { RotateCw } from '@drydock/ui/icons'
import { readPreference, runCommand, toast, useApi, useDocumentHost } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { shellPs, shellPty, type BlockChanges } from '../contract.ts'
import type { Block } from './blocks.ts'
import { BlockBar } from './BlockBar.tsx'
import { loadedEngine, loadEngine, type Engine } from './engine.ts'
import { Fallback } from './Fallback.tsx'
import { matchSession } from './match-session.ts'
import { isFromBefore, startAgain, terminalTabs, type TerminalTab } from './tabs.ts'
import { createWidget, type Renderer, type Widget, type WidgetOptions } from './widget.ts'
import '@xterm/xterm/css/xterm.css'

export type TabStatus = 'connecting' | 'idle' | 'retrying' | 'exited' | 'refused'

interface Props {
	tab: TerminalTab
	isShown: boolean
	/** It was opened ahead and waits, laid out but not seen, until it is wanted. */
	isAhead?: boolean
	renderer?: Renderer
	onPlainRenderer?(reason: string): void
	/** Where it stands among those that are seen side by side. */
	place?: number
	onStatus(status: TabStatus): void
	onSession(session: { sid: string; cwd: string }): void
	/** Whether it is recorded what commands do to files. */
	onRecords?(records: boolean): void
	onSelect(): void
	onFound(found: { index: number; count: number }): void
	onSearch(): void
	/** The widget while there is one, for the buttons around it. */
	onWidget(widget: Widget | undefined): void
}

/** One terminal. It is rebuilt when its tab moves to another window; its program does not notice. */
export function TerminalView(props: Props) {
	const [run, setRun] = useState(0)
	const [engine, setEngine] = useState<Engine | 'failed' | undefined>(loadedEngine)
	useEffect(() => {
		loadEngine().then(setEngine, () => setEngine('failed'))
	}, [])
	if (engine === undefined) return props.isShown ? <Skeleton rows={3} /> : undefined
	if (engine === 'failed')
		return (
			<div className="TerminalView" hidden={!props.isShown}>
				<Banner tone="bad">xterm.js not available</Banner>
				<Fallback />
			</div>
		)
	return <LiveTerminal key={run} {...props} engine={engine} onAgain={() => setRun(run + 1)} />
}

function LiveTerminal({ tab, isShown, isAhead = false, renderer = 'DOM', onPlainRenderer, place, engine, onStatus, onSession, onRecords, onSelect, onFound, onSearch, onWidget, onAgain }: Props & { engine: Engine; onAgain(): void }) {
	const api = useApi()
	const [problem, setProblem] = useState<{ kind: 'exited' | 'retrying' | 'refused'; text: string }>()
	const [block, setBlock] = useState<{ block: Block; changes: BlockChanges | undefined }>()
	const widget = useRef<Widget>(undefined)
	// The widget lives longer than a render: it asks for what is current.
	const latest = useRef({ tab, isAhead, onStatus, onSession, onRecords, onFound, onWidget })
	useEffect(() => {
		latest.current = { tab, isAhead, onStatus, onSession, onRecords, onFound, onWidget }
	})

	function report(status: TabStatus, text?: string) {
		latest.current.onStatus(status)
		setProblem(text === undefined || status === 'idle' || status === 'connecting' ? undefined : { kind: status, text })
	}

	const options: WidgetOptions = {
		renderer,
		onPlainRenderer: (reason) => onPlainRenderer?.(reason),
		async address({ cols, rows }) {
			const { tab: current, isAhead: ahead } = latest.current
			const sid = current.sid ?? (isFromBefore(current) ? await findSession(current) : undefined)
			return api.socketUrl(shellPty, sid === undefined ? { runner: current.runner, cwd: current.cwd || undefined, cols, rows, ahead } : { sid })
		},
		onStatus(message) {
			if (message.status === 'exited') return report('exited', `Ended with code ${message.code}`)
			if (latest.current.tab.sid !== message.sid) latest.current.onSession({ sid: message.sid, cwd: message.cwd })
			// The server forgets it when it is started anew.
			if (latest.current.tab.records) widget.current?.record(true)
			report('idle')
		},
		onState(state) {
			if (state === 'retrying') report('retrying', 'backend not connected: web only until the server answers, so what you type is not sent')
			else if (state === 'connecting') latest.current.onStatus('connecting')
		},
		// Drydock was stopped in between: the tab gets a new shell.
		onGone: handleAgain,
		onRefused: (sentence) => report('refused', sentence),
		openLink: (address, window) => void confirmLink(address, window),
		openFile: ({ path, line, column }) => void runCommand('editor.open', { cwd: widget.current?.folder() ?? latest.current.tab.cwd, path, line, column }),
		confirmPaste: (text) => askConfirm({ title: 'Paste several lines?', body: <PastePreview text={text} />, confirmLabel: 'Paste' }),
		onFound: (found) => latest.current.onFound(found),
		onBlock: (next, changes) => setBlock(next && { block: { ...next }, changes }),
		onRecording(isOn, reason) {
			if (latest.current.tab.records !== isOn) latest.current.onRecords?.(isOn)
			if (reason !== undefined) toast({ kind: 'error', message: `Changes of files are not recorded: ${reason}` })
		},
	}

	const host = useDocumentHost((element, window) => {
		const made = createWidget(engine, element, window, options)
		widget.current = made
		latest.current.onWidget(made)
		return () => {
			latest.current.onWidget(undefined)
			widget.current = undefined
			made.dispose()
		}
	})

	async function findSession(current: TerminalTab) {
		const { sessions } = await api.send(shellPs, {})
		return matchSession(sessions, current, readPreference(terminalTabs).tabs)
	}

	function handleAgain() {
		startAgain(tab.id)
		onAgain()
	}

	async function handlePaste() {
		try {
			await widget.current?.paste(await navigator.clipboard.readText())
		} catch (error) {
			toast({ kind: 'info', message: 'This browser lets a page paste by keyboard only' })
			console.debug('Pasting was refused', error)
		}
	}

	const menu = [
		{ label: 'Copy', shortcut: 'Ctrl+Shift+C', onSelect: () => void widget.current?.copy() },
		{ label: 'Paste', shortcut: 'Ctrl+Shift+V', onSelect: () => void handlePaste() },
		{ label: 'Select all', onSelect: () => widget.current?.selectAll() },
		'separator' as const,
		{ label: 'Search', shortcut: 'Mod+F', onSelect: onSearch },
		{ label: 'Clear', shortcut: 'Mod+L', onSelect: () => widget.current?.clear() },
	]
	return (
		<div className="TerminalView" hidden={!isShown} data-ahead={isAhead} data-status={problem?.kind ?? 'live'} style={{ order: place }} onFocus={onSelect}>
			{problem && (
				<Banner
					tone={problem.kind === 'refused' ? 'bad' : problem.kind === 'retrying' ? 'attention' : 'neutral'}
					actions={
						problem.kind !== 'retrying' && (
							<Button isSmall icon={<RotateCw />} onClick={handleAgain}>
								Start again
							</Button>
						)
					}
				>
					{problem.text}
				</Banner>
			)}
			{problem?.kind === 'refused' && <Fallback />}
			{block && <BlockBar {...block} widget={widget} onClose={() => setBlock(undefined)} />}
			<ContextMenu className="TerminalView-area" items={menu}>
				<div ref={host} className="TerminalView-host" data-main />
			</ContextMenu>
		</div>
	)
}

async function confirmLink(address: string, window: Window) {
	if (await askConfirm({ title: 'Open this link?', body: <code className="TerminalView-link">{address}</code>, confirmLabel: 'Open' })) window.open(address, '_blank', 'noopener,noreferrer')
}

function PastePreview({ text }: { text: string }) {
	const lines = text.split(/\r\n|\r|\n/)
	return (
		<>
			<p>The shell runs each line as it arrives.</p>
			<pre className="TerminalView-paste">{lines.slice(0, 12).join('\n')}</pre>
			{lines.length > 12 && <p>… and {lines.length - 12} more lines</p>}
		</>
	)
}
