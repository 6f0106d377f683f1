/** Time as a value that tests can turn. */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number
	/** Runs `work` once after `ms`; returns how to call it off. Never keeps the process alive. */
	after(ms: number, work: () => void): () => void
}

// A timer set further ahead than this fires at once in Node.
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, work) {
		const timer = setTimeout(work, Math.min(ms, longestTimer))
		timer.unref()
		return () => clearTimeout(timer)
	},
}

/** A clock that stands still until `advance`. */
export function manualClock(start = 1_000_000_000_000): Clock & { advance(ms: number): void } {
	let now = start
	const waiting = new Set<{ at: number; work: () => void }>()
	return {
		now: () => now,
		after(ms, work) {
			const entry = { at: now + ms, work }
			waiting.add(entry)
			return () => waiting.delete(entry)
		},
		advance(ms) {
			now += ms
			for (const entry of [...waiting].sort((a, b) => a.at - b.at)) {
				if (entry.at > now || !waiting.delete(entry)) continue
				entry.work()
			}
		},
	}
}
