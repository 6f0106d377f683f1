import type { ReplyOf } from '@drydock/contract'
import { Badge, Banner, Button, durationText, Elapsed, EmptyState, ExactText } from '@drydock/ui'
import { SquareTerminal } from '@drydock/ui/icons'
import { runCommand } from '@drydock/web-kit'
import type { shellRun } from '../contract.ts'
import type { Effect, Output } from './fold-output.ts'

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
	const { pieces, isCut, exit, effect, since, until, reason, error } = output
	return (
		<>
			<p className="OutputView-state">
				{exit ? <ExitBadge {...exit} /> : <Badge tone={error ? 'bad' : 'running'}>{error ? 'ended' : isWaiting ? 'reconnecting' : 'running'}</Badge>}
				{since !== undefined && !exit && <Elapsed since={since} until={until} />}
				{reason !== undefined && <span>allowed because {reason}</span>}
			</p>
			{effect && <EffectBanner {...effect} />}
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

/** Nothing of it is in the project yet. */
function EffectBanner({ id, changes, paths }: Effect) {
	if (changes === 0) return <p className="OutputView-note">It ran on a copy and would change nothing.</p>
	const more = changes > shownPaths ? ` and ${changes - shownPaths} more` : ''
	return (
		<Banner
			tone="attention"
			actions={
				<Button isSmall onClick={() => void runCommand('sandbox.show', { effect: id })}>
					Show the changes
				</Button>
			}
		>
			It ran on a copy and would change <ExactText text={paths.slice(0, shownPaths).join(', ')} />
			{more}. Keep it or throw it away in Sandbox.
		</Banner>
	)
}

const shownPaths = 3

function ExitBadge({ code, timedOut, stopped, durationMs }: NonNullable<Output['exit']>) {
	return (
		<span role="status" className="OutputView-exit">
			<Badge tone={code === 0 ? 'good' : 'bad'}>exit code {code}</Badge> {durationText(durationMs)}
			{timedOut && ', stopped: its time was up'}
			{stopped && ', stopped by you'}
		</span>
	)
}

function BufferedView({ reply: { code, stdout, stderr, duration_ms, timed_out, truncated, effect } }: { reply: Buffered }) {
	return (
		<>
			<p className="OutputView-state">
				<ExitBadge code={code} timedOut={timed_out} stopped={false} durationMs={duration_ms} />
				{truncated && <span>the middle was left out</span>}
			</p>
			{effect && <EffectBanner {...effect} />}
			<pre className="OutputView-text">
				<span>{stdout}</span>
				{stderr !== '' && <span className="OutputView-stderr">{stderr}</span>}
			</pre>
		</>
	)
}
