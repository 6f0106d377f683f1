import { durationText, refreshMs } from './durations.ts'
import { useNow } from './use-now.ts'

/** Time left until a moment, counted down in place. */
export function Countdown({ until, label = 'expires in' }: { until: number; label?: string }) {
	const left = Math.max(0, until - useNow(refreshMs(until - Date.now())))
	return (
		<time className="Countdown" dateTime={new Date(until).toISOString()} title={new Date(until).toLocaleString()}>
			{left === 0 ? 'expired' : `${label} ${durationText(left >= 600_000 ? Math.floor(left / 60_000) * 60_000 : Math.floor(left / 1000) * 1000)}`}
		</time>
	)
}

/** Time since a moment, counted up in place. */
export function Elapsed({ since, until }: { since: number; until?: number }) {
	const now = useNow(until === undefined ? refreshMs(Date.now() - since) : undefined)
	const ms = Math.max(0, (until ?? now) - since)
	return <span className="Elapsed">{durationText(until === undefined ? Math.floor(ms / 1000) * 1000 : ms)}</span>
}
