import type { LoggedEvent } from './types.ts'

/** A reader that falls this far behind is sent back to the log instead of keeping events in memory. */
const mostWaiting = 1000

export type Hub = ReturnType<typeof createHub>

/** Tells the watchers of this process what was appended. The log is the truth: a watcher that missed something reads it there. */
export function createHub() {
	const listeners = new Map<string, Set<(events: readonly LoggedEvent[]) => void>>()

	function listen(task: string, listener: (events: readonly LoggedEvent[]) => void): () => void {
		const set = listeners.get(task) ?? new Set()
		listeners.set(task, set.add(listener))
		return () => {
			set.delete(listener)
			if (set.size === 0 && listeners.get(task) === set) listeners.delete(task)
		}
	}

	return {
		listen,
		publish(task: string, events: readonly LoggedEvent[]) {
			for (const listener of listeners.get(task) ?? []) listener(events)
		},
		watchers: () => listeners.size,
	}
}

/** The live end of a watch: holds what was published since it was last read. */
export function inboxOf(hub: Hub, task: string, signal: AbortSignal) {
	let waiting: LoggedEvent[] = []
	let hasOverflown = false
	let wake: (() => void) | undefined
	const stop = hub.listen(task, (events) => {
		if (waiting.length + events.length > mostWaiting) {
			waiting = []
			hasOverflown = true
		} else waiting.push(...events)
		wake?.()
	})
	const onAbort = () => wake?.()
	signal.addEventListener('abort', onAbort)
	return {
		/** Waits for events; an empty list means that some were dropped (read the log) or the signal aborted. */
		async take(): Promise<readonly LoggedEvent[]> {
			if (waiting.length === 0 && !hasOverflown && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
			wake = undefined
			const taken = waiting
			waiting = []
			hasOverflown = false
			return taken
		},
		close() {
			stop()
			signal.removeEventListener('abort', onAbort)
		},
	}
}
