/** Less than this is the way the answer took, not a clock that is wrong. */
const leastOffsetMs = 2000

let offsetMs = 0

/** Tells what the server's clock shows: its times are the ones that are counted from. */
export function setServerTime(now: number): void {
	const difference = now - Date.now()
	offsetMs = Math.abs(difference) < leastOffsetMs ? 0 : difference
}

/** Epoch milliseconds by the server's clock, so that a device whose clock is wrong still says "2 minutes ago". */
export function serverNow(): number {
	return Date.now() + offsetMs
}
