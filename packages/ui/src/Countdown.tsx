import { durationText } from './durations.ts'
import { useNow } from './use-now.ts'

const second = 1000
const minute = 60 * second
/** Below this the seconds count. */
const soon = 10 * minute

/** Seconds are drawn only while they matter. */
function useTicks(distance: (now: number) => number): number {
	const coarse = useNow(minute)
	return useNow(distance(coarse) < soon + minute ? second : minute)
}

/** Time left until a moment, counted down in place. */
export function Countdown({ until, label = 'expires in' }: { until: number; label?: string }) {
	const left = Math.max(0, until - useTicks((now) => until - now))
	const shown = left >= soon ? Math.floor(left / minute) * minute : Math.floor(left / second) * second
	return (
		<time className="Countdown" dateTime={new Date(until).toISOString()} title={new Date(until).toLocaleString()}>
			{left === 0 ? 'expired' : `${label} ${durationText(shown)}`}
		</time>
	)
}

/** Time since a moment, counted up in place; with an end it stands. */
export function Elapsed({ since, until }: { since: number; until?: number }) {
	return until === undefined ? <Running since={since} /> : <span className="Elapsed">{durationText(Math.max(0, until - since))}</span>
}

function Running({ since }: { since: number }) {
	const now = useTicks((coarse) => coarse - since)
	return <span className="Elapsed">{durationText(Math.max(0, Math.floor((now - since) / second) * second))}</span>
}
