import { Badge, Banner, Button, EmptyState, Field, PaneBody, Select, Skeleton, Spacer, Toolbar } from '@drydock/ui'
import { SquareTerminal } from '@drydock/ui/icons'
import { runCommand, usePaneTab, usePoll, usePreference } from '@drydock/web-kit'
import { useState } from 'react'
import { shellPs } from '../contract.ts'
import { newTab, terminalTabs } from './tabs.ts'
import { TerminalView } from './TerminalView.tsx'
import type { Renderer } from './widget.ts'
import './TerminalPane.css'
import './PtyDiagnosticsPane.css'

const pollMs = 5000
const nothing = () => {}

/** The same sessions as the terminal's, drawn another way: for trying a renderer before it becomes everybody's. */
export default function ExperimentalTerminalPane() {
	const { isVisible } = usePaneTab()
	const { data } = usePoll(shellPs, {}, { everyMs: pollMs, enabled: isVisible })
	const [{ tabs }] = usePreference(terminalTabs)
	const [renderer, setRenderer] = useState<Renderer>('WebGL')
	const [wanted, setWanted] = useState<string>()
	const [plain, setPlain] = useState<string>()
	const running = data?.sessions.filter(({ status }) => status === 'running') ?? []
	const session = running.find(({ sid }) => sid === wanted) ?? running[0]
	const [shown, setShown] = useState(() => newTab())
	// The same tab for as long as it is the same session.
	if (session && shown.sid !== session.sid) setShown({ ...newTab({ sid: session.sid, cwd: session.cwd }), title: session.sid })

	return (
		<PaneBody
			label="Experimental Terminal"
			header={
				<>
					<Toolbar label="Experimental Terminal" className="ExperimentalTerminal-bar">
						<Badge tone="attention">experimental</Badge>
						<Field label="Session" isInline>
							<Select value={session?.sid ?? ''} onChange={({ target }) => setWanted(target.value)}>
								{running.map(({ sid, pid, runner }) => (
									<option key={sid} value={sid}>{`${tabs.find((tab) => tab.sid === sid)?.title ?? 'no tab'}: ${runner} ${pid}`}</option>
								))}
							</Select>
						</Field>
						<Field label="Renderer" isInline>
							<Select
								value={renderer}
								onChange={({ target }) => {
									setPlain(undefined)
									setRenderer(target.value === 'DOM' ? 'DOM' : 'WebGL')
								}}
							>
								<option>WebGL</option>
								<option>DOM</option>
							</Select>
						</Field>
						<Spacer />
					</Toolbar>
					{plain !== undefined && <Banner tone="attention">{`WebGL is not used: ${plain}. The DOM draws instead.`}</Banner>}
				</>
			}
		>
			{!data && <Skeleton rows={3} />}
			{data && !session && (
				<EmptyState icon={<SquareTerminal />} title="No terminal is open" action={<Button onClick={() => void runCommand('terminal.open', {})}>New terminal</Button>}>
					This pane shows a session of the Terminal pane with another renderer: open one first.
				</EmptyState>
			)}
			{session && shown.sid === session.sid && (
				<div className="ExperimentalTerminal-views">
					<TerminalView
						key={`${session.sid} ${renderer}`}
						tab={shown}
						isShown
						renderer={renderer}
						onPlainRenderer={setPlain}
						onStatus={nothing}
						onSession={nothing}
						onSelect={nothing}
						onFound={nothing}
						onSearch={nothing}
						onWidget={nothing}
					/>
				</div>
			)}
		</PaneBody>
	)
}
