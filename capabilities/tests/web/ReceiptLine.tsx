import { agoText, Badge, durationText, useNow } from '@drydock/ui'
import { CircleCheck, CircleX, Clock } from '@drydock/ui/icons'
import type { Receipt } from '../contract.ts'

/** What the last run proved, and whether that still holds. */
export function ReceiptLine({ receipt, fresh }: { receipt: Receipt; fresh: boolean }) {
	const now = useNow(30_000)
	const { code, command, duration_ms, finished_at, only, stopped, timed_out, changed, truncated } = receipt
	const isGood = code === 0
	const verdict = stopped ? 'Stopped' : timed_out ? 'Out of time' : isGood ? 'Passed' : 'Failed'
	return (
		<div className="ReceiptLine" role="status" aria-label="Receipt">
			<span className={`TestRow-icon TestRow-icon--${isGood ? 'passed' : 'failed'}`}>{isGood ? <CircleCheck /> : <CircleX />}</span>
			<strong>{verdict}</strong>
			<span>exit code {code}</span>
			{only !== null && <span>{only === 1 ? '1 test only' : `${only} tests only`}</span>}
			<span>{durationText(duration_ms)}</span>
			<span>{agoText(finished_at, now)}</span>
			<code title={command}>{command}</code>
			{fresh ? (
				<Badge tone={isGood ? 'good' : 'neutral'} title={truncated ? 'The files are as they were; only the first 20,000 of them were compared' : 'The files are exactly as they were when it ran'}>
					fresh
				</Badge>
			) : (
				<Badge tone="attention" icon={<Clock />} title={changed.length > 0 ? `Changed while it ran: ${changed.join(', ')}` : 'Files have changed since it ran'}>
					{changed.length > 0 ? 'changed while it ran' : 'stale'}
				</Badge>
			)}
		</div>
	)
}
