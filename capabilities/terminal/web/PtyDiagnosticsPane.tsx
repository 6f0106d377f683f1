import { Badge, Banner, Button, durationText, EmptyState, ErrorState, PaneBody, Skeleton, Spacer, Toolbar } from '@drydock/ui'
import { RefreshCw, SquareTerminal } from '@drydock/ui/icons'
import { openPane, runCommand, useCall, usePaneTab, usePoll, usePreference, useSend } from '@drydock/web-kit'
import { useEffect, useState } from 'react'
import { endTerminal, ptyDiag, shellPs } from '../contract.ts'
import { openLines } from './lines.ts'
import { SessionsTable } from './SessionsTable.tsx'
import { openTab, selectTab, terminalTabs } from './tabs.ts'
import './PtyDiagnosticsPane.css'

/** Often enough to see a buffer fill. */
const everyMs = 2000

/** How the terminals and the way to them are: round trip, buffers, what was left out, reconnects; every one can be attached to or ended. */
export default function PtyDiagnosticsPane() {
	const { isVisible } = usePaneTab()
	const diag = useCall(ptyDiag, {})
	const sessions = usePoll(shellPs, {}, { everyMs, enabled: isVisible })
	const end = useSend(endTerminal, { refresh: [shellPs] })
	const [{ tabs }] = usePreference(terminalTabs)
	const lines = useLines(isVisible)
	const trips = lines.flatMap(({ roundTripMs }) => roundTripMs ?? [])

	function handleAttach(sid: string) {
		const tab = tabs.find((each) => each.sid === sid)
		const session = sessions.data?.sessions.find((each) => each.sid === sid)
		if (tab) selectTab(tab.id)
		else openTab({ sid, cwd: session?.cwd })
		openPane('terminal')
	}

	const problem = diag.error?.message ?? diag.data?.error
	return (
		<PaneBody
			label="PTY Diagnostics"
			header={
				<Toolbar label="PTY Diagnostics">
					<Badge tone={problem ? 'bad' : 'good'}>{problem ? 'terminals do not work' : 'terminals work'}</Badge>
					<Spacer />
					<Button isSmall icon={<RefreshCw />} isBusy={diag.isFetching} onClick={() => void diag.refetch()}>
						Check PTY
					</Button>
				</Toolbar>
			}
		>
			<div className="PtyDiagnostics">
				{problem && <Banner tone="bad">{problem}</Banner>}
				<dl className="PtyDiagnostics-facts">
					<Fact name="Round trip" value={trips.length > 0 ? durationText(Math.max(...trips)) : 'no terminal is open in this page'} />
					<Fact name="Reconnects of this page" value={String(lines.reduce((sum, { reconnects }) => sum + reconnects, 0))} />
					<Fact name="Origin" value={diag.data?.origin ?? '…'} />
					<Fact name="Token" value={diag.data?.hasToken ? 'a new one for each connection' : 'none'} />
					<Fact name="Sandbox for commands" value={diag.data?.sandbox_error ?? 'works'} />
				</dl>
				<h2>Live sessions</h2>
				{sessions.error && <ErrorState title="The sessions could not be read" error={sessions.error} />}
				{!sessions.data && !sessions.error && <Skeleton rows={3} />}
				{sessions.data?.sessions.length === 0 && (
					<EmptyState icon={<SquareTerminal />} title="No terminal is open" action={<Button onClick={() => void runCommand('terminal.open', {})}>New terminal</Button>}>
						Sessions live on the server, whoever looks at them.
					</EmptyState>
				)}
				{sessions.data && sessions.data.sessions.length > 0 && (
					<SessionsTable sessions={sessions.data.sessions} lines={lines} titles={new Map(tabs.map(({ sid, title }) => [sid, title]))} onAttach={handleAttach} onEnd={(sid) => end.mutate({ sid })} />
				)}
			</div>
		</PaneBody>
	)
}

function Fact({ name, value }: { name: string; value: string }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	)
}

/** The connections of this page, asked for their round trip while somebody looks. */
function useLines(isVisible: boolean) {
	const [lines, setLines] = useState(openLines)
	useEffect(() => {
		if (!isVisible) return
		const look = () => {
			setLines(openLines().map((line) => ({ ...line })))
			for (const line of openLines()) if (line.isOnline) line.probe()
		}
		look()
		const timer = setInterval(look, everyMs)
		return () => clearInterval(timer)
	}, [isVisible])
	return lines
}
