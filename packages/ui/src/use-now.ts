import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

/** The server's time to the last full period; without a period it is 0 and costs nothing. */
export function useNow(everyMs: number | undefined): number {
	return useSyncExternalStore(everyMs === undefined ? never : every(everyMs), () => (everyMs === undefined ? 0 : Math.floor(serverNow() / everyMs) * everyMs))
}

function never() {
	return () => {}
}

const periods = new Map<number, (listener: () => void) => () => void>()

/** One function for each period, or every render would subscribe anew. */
function every(ms: number) {
	const known = periods.get(ms)
	if (known) return known
	const subscribe = (listener: () => void) => {
		const timer = setInterval(listener, ms)
		return () => clearInterval(timer)
	}
	periods.set(ms, subscribe)
	return subscribe
}
