import { askConfirm, Banner, Button, ContextMenu, Skeleton } from '@drydock/ui'
import { RotateCw } from '@drydock/ui/icons'
import { runCommand, toast, useApi, useDocumentHost } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { shellPty } from '../contract.ts'
import { loadEngine, type Engine } from './engine.ts'
import { changeTab, type TerminalTab } from './tabs.ts'
import { createWidget, type Widget, type WidgetOptions } from './widget.ts'

export type TabStatus = 'connecting' | 'idle' | 'retrying' | 'exited' | 'refused'

interface Props {
	tab: TerminalTab
	isShown: boolean
	onStatus(status: TabStatus): void
	onFound(found: { index: number; count: number }): void
	onSearch(): void
	/** The widget while there is one, for the buttons around it. */
	onWidget(widget: Widget | undefined): void
}

/** One terminal. It is rebuilt when its tab moves to another window; its program does not notice. */
export function TerminalView(props: Props) {
	const [run, setRun] = useState(0)
	const [engine, setEngine] = useState<Engine | 'failed'>()
	useEffect(() => {
		loadEngine().then(setEngine, () => setEngine('failed'))
	}, [])
	if (engine === undefined) return props.isShown ? <Skeleton rows={3} /> : undefined
	if (engine === 'failed') return <Banner tone="bad">xterm.js not available</Banner>
	return <LiveTerminal key={run} {...props} engine={engine} onAgain={() => setRun(run + 1)} />
}

function LiveTerminal({ tab, isShown, engine, onStatus, onFound, onSearch, onWidget, onAgain }: Props & { engine: Engine; onAgain(): void }) {
	const api = useApi()
	const [problem, setProblem] = useState<{ kind: 'exited' | 'retrying' | 'refused'; text: string }>()
	const widget = useRef<Widget>(undefined)
	// The widget lives longer than a render: it asks for what is current.
	const latest = useRef({ tab, onStatus, onFound, onWidget })
	useEffect(() => {
		latest.current = { tab, onStatus, onFound, onWidget }
	})

	function report(status: TabStatus, text?: string) {
		latest.current.onStatus(status)
		setProblem(text === undefined || status === 'idle' || status === 'connecting' ? undefined : { kind: status, text })
	}

	const options: WidgetOptions = {
		address({ cols, rows }) {
			const { sid, runner, cwd } = latest.current.tab
			return api.socketUrl(shellPty, sid === undefined ? { runner, cwd: cwd || undefined, cols, rows } : { sid })
		},
		onStatus(message) {
			if (message.status === 'exited') return report('exited', `Ended with code ${message.code}`)
			if (latest.current.tab.sid !== message.sid) changeTab(tab.id, { sid: message.sid, cwd: message.cwd })
			report('idle')
		},
		onState(state) {
			if (state === 'retrying') report('retrying', 'backend not connected')
			else if (state === 'connecting') latest.current.onStatus('connecting')
		},
		// Drydock was stopped in between: the tab gets a new shell.
		onGone: handleAgain,
		onRefused: (sentence) => report('refused', sentence),
		openLink: (address, window) => void confirmLink(address, window),
		openFile: ({ path, line, column }) => void runCommand('editor.open', { cwd: latest.current.tab.cwd, path, line, column }),
		confirmPaste: (text) => askConfirm({ title: 'Paste several lines?', body: <PastePreview text={text} />, confirmLabel: 'Paste' }),
		onFound: (found) => latest.current.onFound(found),
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

	function handleAgain() {
		changeTab(tab.id, { sid: undefined })
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
		<div className="TerminalView" hidden={!isShown} data-status={problem?.kind ?? 'live'}>
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
