const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long something took: `84 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. */
export function durationText(ms: number): string {
	if (ms < second) return `${Math.round(ms)} ms`
	if (ms < 10 * second) return `${(ms / second).toFixed(1)} s`
	if (ms < minute) return `${Math.floor(ms / second)} s`
	if (ms < hour) return two(ms, minute, 'min', second, 's')
	// Two days are easier than 47 hours; one day is not.
	return ms < 2 * day ? two(ms, hour, 'h', minute, 'min') : two(ms, day, 'd', hour, 'h')
}

function two(ms: number, large: number, largeName: string, small: number, smallName: string): string {
	const rest = Math.floor((ms % large) / small)
	return `${Math.floor(ms / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`
}

/** How far back: `now`, `3 min ago`, `2 h ago`, else the date. */
export function agoText(at: number, now: number): string {
	const ms = now - at
	if (ms < minute) return 'now'
	if (ms < hour) return `${Math.floor(ms / minute)} min ago`
	if (ms < day) return `${Math.floor(ms / hour)} h ago`
	return new Date(at).toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' })
}
