import type { ReplyOf } from '@drydock/contract'
import { Badge, durationText, Elapsed, EmptyState } from '@drydock/ui'
import { SquareTerminal } from '@drydock/ui/icons'
import type { shellRun } from '../contract.ts'
import type { Output } from './fold-output.ts'

export type Buffered = ReplyOf<typeof shellRun>

/** The output with stderr apart, and how it ended. */
export function OutputView({ output, buffered, isRunning, isWaiting }: { output: Output; buffered: Buffered | undefined; isRunning: boolean; isWaiting: boolean }) {
	if (buffered) return <BufferedView reply={buffered} />
	if (output.since === undefined && !isRunning) {
		return (
			<EmptyState icon={<SquareTerminal />} title="Nothing was run yet">
				Stream shows the output as it comes, and goes on after a reload; Run buffered shows all of it at the end.
			</EmptyState>
		)
	}
	const { pieces, isCut, exit, since, until, reason, error } = output
	return (
		<>
			<p className="OutputView-state">
				{exit ? <ExitBadge {...exit} /> : <Badge tone={error ? 'bad' : 'running'}>{error ? 'ended' : isWaiting ? 'reconnecting' : 'running'}</Badge>}
				{since !== undefined && !exit && <Elapsed since={since} until={until} />}
				{reason !== undefined && <span>allowed because {reason}</span>}
			</p>
			{isCut && <p className="OutputView-note">The beginning is no longer shown.</p>}
			<pre className="OutputView-text">
				{pieces.map(({ id, stream, text }) => (
					<span key={id} className={stream === 'stdout' ? undefined : `OutputView-${stream}`}>
						{text}
					</span>
				))}
			</pre>
			{error !== undefined && <p role="alert">{error}</p>}
		</>
	)
}

function ExitBadge({ code, timedOut, stopped, durationMs }: NonNullable<Output['exit']>) {
	return (
		<span role="status" className="OutputView-exit">
			<Badge tone={code === 0 ? 'good' : 'bad'}>exit code {code}</Badge> {durationText(durationMs)}
			{timedOut && ', stopped: its time was up'}
			{stopped && ', stopped by you'}
		</span>
	)
}

function BufferedView({ reply: { code, stdout, stderr, duration_ms, timed_out, truncated } }: { reply: Buffered }) {
	return (
		<>
			<p className="OutputView-state">
				<ExitBadge code={code} timedOut={timed_out} stopped={false} durationMs={duration_ms} />
				{truncated && <span>the middle was left out</span>}
			</p>
			<pre className="OutputView-text">
				<span>{stdout}</span>
				{stderr !== '' && <span className="OutputView-stderr">{stderr}</span>}
			</pre>
		</>
	)
}
