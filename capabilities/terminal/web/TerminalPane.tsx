import { askText, Button, ContextMenu, EmptyState, IconButton, PaneBody, Spacer, Tabs, Toolbar } from '@drydock/ui'
import { CircleDot, Columns2, Plus, Search, SlidersHorizontal, Square, SquareTerminal } from '@drydock/ui/icons'
import { keysOf, shortcutScope, useApi, usePreference } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { endTerminal } from '../contract.ts'
import { FindBar } from './FindBar.tsx'
import { SessionsChip } from './SessionsChip.tsx'
import { addTab, changeTab, ensureTab, newTab, removeTabs, renameTab, selectTab, stepTab, terminalTabs } from './tabs.ts'
import { TerminalOptions } from './TerminalOptions.tsx'
import { TerminalView, type TabStatus } from './TerminalView.tsx'
import { useAhead } from './use-ahead.ts'
import type { Widget } from './widget.ts'
import './TerminalPane.css'

const interrupt = '\u0003'
const dots: Record<TabStatus, string> = { connecting: 'Connecting', idle: 'Connected', retrying: 'Not connected', exited: 'Ended', refused: 'Refused' }

/** Shells in tabs (spec/2 §2). Programs live on the server; this pane only looks. */
export default function TerminalPane() {
	const api = useApi()
	const [{ tabs, selected, shown: inSight }] = usePreference(terminalTabs)
	const [statuses, setStatuses] = useState<Readonly<Record<string, TabStatus>>>({})
	const [hasOptions, setOptions] = useState(false)
	const [isFinding, setFinding] = useState(false)
	const [found, setFound] = useState({ index: 0, count: 0 })
	const [pointedAt, setPointedAt] = useState<string>()
	const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
	const widgets = useRef(new Map<string, Widget>())
	const shown = () => (selected === undefined ? undefined : widgets.current.get(selected))
	const wantsFocus = useRef(false)
	const ahead = useAhead({ isWanted: selected !== undefined && statuses[selected] === 'idle' })
	// A terminal is attached to when its tab is first looked at, and then kept.
	if (inSight.some((id) => !seen.has(id))) setSeen(new Set([...seen, ...inSight]))

	useEffect(ensureTab, [])

	useEffect(() => {
		const widget = wantsFocus.current && selected !== undefined ? widgets.current.get(selected) : undefined
		if (!widget) return
		widget.focus()
		wantsFocus.current = false
	}, [selected])

	/** What was asked for by a key or a button is where one types next; a reload or the arrows in the strip leave the focus alone. */
	function andFocus(work: () => void) {
		wantsFocus.current = true
		work()
	}

	function open({ isBeside = false } = {}) {
		const ready = ahead.take()
		if (ready) widgets.current.get(ready.id)?.take()
		andFocus(() => addTab(ready ?? newTab(), { isBeside }))
	}

	function close(ids: readonly string[]) {
		const gone = new Set(ids)
		for (const { id, sid } of tabs) {
			// Ended already, or the server is away and will end it when nobody looks for a day.
			if (gone.has(id) && sid !== undefined && statuses[id] !== 'exited') api.send(endTerminal, { sid }).catch((error: unknown) => console.debug('The terminal was not ended', error))
		}
		removeTabs(gone)
	}

	async function rename(id: string) {
		const title = await askText({ title: 'Rename terminal', label: 'Title', initial: tabs.find((tab) => tab.id === id)?.title })
		if (title !== undefined) renameTab(id, title)
	}

	function toggleRecording() {
		const tab = tabs.find(({ id }) => id === selected)
		if (!tab) return
		changeTab(tab.id, { records: !tab.records })
		shown()?.record(!tab.records)
	}

	function endSearch() {
		setFinding(false)
		shown()?.endFind()
	}

	const keys = {
		'terminal.new-tab': () => open(),
		'terminal.split': () => open({ isBeside: true }),
		'terminal.close-tab': () => selected !== undefined && close([selected]),
		'terminal.previous-tab': () => andFocus(() => stepTab(-1)),
		'terminal.next-tab': () => andFocus(() => stepTab(1)),
		'terminal.focus': () => shown()?.focus(),
		'terminal.clear': () => shown()?.clear(),
		'terminal.search': () => setFinding(true),
		'terminal.copy': () => void shown()?.copy(),
		'terminal.previous-command': () => shown()?.jump(-1),
		'terminal.next-command': () => shown()?.jump(1),
	}

	const records = tabs.find(({ id }) => id === selected)?.records ?? false
	const at = tabs.findIndex(({ id }) => id === pointedAt)
	const others = (keep: (index: number) => boolean) => tabs.filter((_, index) => !keep(index)).map(({ id }) => id)
	const menu = [
		{ label: 'Rename', onSelect: () => pointedAt !== undefined && void rename(pointedAt) },
		{ label: 'Close', onSelect: () => pointedAt !== undefined && close([pointedAt]) },
		{ label: 'Close others', disabled: tabs.length < 2, onSelect: () => close(others((index) => index === at)) },
		{ label: 'Close to the right', disabled: at === tabs.length - 1, onSelect: () => close(others((index) => index <= at)) },
	]

	const header = (
		<>
			<Toolbar label="Terminals" className="TerminalPane-bar">
				<ContextMenu className="TerminalPane-tabs" items={menu} onOpen={(target) => setPointedAt(target.closest('[data-tab]')?.getAttribute('data-tab') ?? selected)}>
					<Tabs
						label="Terminals"
						selected={selected}
						tabs={tabs.map(({ id, title }) => ({ id, name: title, label: title, icon: <StatusDot status={statuses[id]} /> }))}
						onSelect={selectTab}
						onClose={(id) => close([id])}
						onRename={(id) => void rename(id)}
					>
						<IconButton label="New terminal" shortcut={keysOf('terminal.new-tab')} icon={<Plus />} onClick={() => open()} />
					</Tabs>
				</ContextMenu>
				<Spacer />
				<SessionsChip tabs={tabs} />
				<IconButton label="Split" shortcut={keysOf('terminal.split')} icon={<Columns2 />} disabled={selected === undefined} onClick={() => open({ isBeside: true })} />
				<IconButton label="Record file changes" icon={<CircleDot />} className="TerminalPane-record" disabled={selected === undefined} isPressed={records} onClick={toggleRecording} />
				<IconButton label="Stop" icon={<Square />} disabled={selected === undefined} onClick={() => shown()?.type(interrupt)} />
				<IconButton label="Search" shortcut={keysOf('terminal.search')} icon={<Search />} isPressed={isFinding} onClick={() => (isFinding ? endSearch() : setFinding(true))} />
				<IconButton label="Options" icon={<SlidersHorizontal />} isPressed={hasOptions} onClick={() => setOptions(!hasOptions)} />
			</Toolbar>
			{hasOptions && <TerminalOptions />}
		</>
	)
	return (
		<div ref={shortcutScope(keys)} className="TerminalPane">
			<PaneBody label="Terminal" header={header}>
				{isFinding && <FindBar found={found} onFind={(text, direction) => shown()?.find(text, direction)} onClose={endSearch} />}
				{tabs.length === 0 && (
					<EmptyState
						icon={<SquareTerminal />}
						title="No terminal is open"
						action={
							<Button variant="primary" onClick={() => open()}>
								New terminal
							</Button>
						}
					>
						Shells run on this machine in your project folder. They live on when the page reloads or the server restarts.
					</EmptyState>
				)}
				<div className="TerminalPane-views">
					{[...tabs.filter(({ id }) => seen.has(id)), ...(ahead.tab ? [ahead.tab] : [])].map((tab) => (
						<TerminalView
							key={tab.id}
							tab={tab}
							isShown={inSight.includes(tab.id)}
							isAhead={tab === ahead.tab}
							place={inSight.indexOf(tab.id)}
							onStatus={(status) => setStatuses((old) => ({ ...old, [tab.id]: status }))}
							onSession={(session) => (tab === ahead.tab ? ahead.opened(session.sid) : changeTab(tab.id, session))}
							onRecords={(on) => changeTab(tab.id, { records: on })}
							onSelect={() => tab.id !== selected && selectTab(tab.id)}
							onFound={setFound}
							onSearch={() => setFinding(true)}
							onWidget={(widget) => {
								if (!widget) return void widgets.current.delete(tab.id)
								widgets.current.set(tab.id, widget)
								if (!wantsFocus.current || tab.id !== selected) return
								widget.focus()
								wantsFocus.current = false
							}}
						/>
					))}
				</div>
			</PaneBody>
		</div>
	)
}

function StatusDot({ status = 'connecting' }: { status?: TabStatus }) {
	return <span className="StatusDot" data-status={status} role="img" aria-label={dots[status]} title={dots[status]} />
}
