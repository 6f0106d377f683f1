import { Button } from '@drydock/ui'
import { useState } from 'react'
import { Transcript } from '../thread/Transcript.tsx'
import { useRunView } from './use-run.ts'

/** Runs of a conversation that are shown without being asked for; the model sees as many. */
const shownAtOnce = 5

/** A run before the one that is shown, of the same conversation. */
export function EarlierRun({ id, depth = 1 }: { id: string; depth?: number }) {
	const { state: run } = useRunView(id)
	const [showsMore, setShowsMore] = useState(false)
	return (
		<>
			{run.continues !== undefined && (depth < shownAtOnce || showsMore) && <EarlierRun id={run.continues} depth={showsMore ? 1 : depth + 1} />}
			{run.continues !== undefined && depth >= shownAtOnce && !showsMore && (
				<Button isSmall variant="quiet" onClick={() => setShowsMore(true)}>
					Show earlier
				</Button>
			)}
			<Transcript run={run} task={id} />
			{run.outcome && run.outcome.status !== 'done' && (
				<div className="Transcript-block">
					<p className="Notice">{run.outcome.summary}</p>
				</div>
			)}
		</>
	)
}
