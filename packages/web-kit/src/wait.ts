/** Told on the window when the server answers again: what waits need not wait out its delay. */
export const backOnlineEvent = 'vt:connection:online'

/** Waits, or throws the signal's reason. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted()
		const done = () => {
			signal?.removeEventListener('abort', stop)
			resolve()
		}
		const timer = setTimeout(done, ms)
		const stop = () => {
			clearTimeout(timer)
			reject(signal?.reason)
		}
		signal?.addEventListener('abort', stop, { once: true })
	})
}

/** Doubles from `base` up to `cap`, with jitter so that many pages do not knock at once. */
export function backOff(attempt: number, base: number, cap: number): number {
	const delay = Math.min(base * 2 ** attempt, cap)
	return delay * (0.75 + Math.random() * 0.5)
}

/** Waits, but not longer than until the server, the network, the window or the tab comes back: a sleeping laptop must not wait out its delay. */
export async function waitOrWake(ms: number, signal?: AbortSignal, more: readonly [EventTarget, string][] = []): Promise<void> {
	const awake = new AbortController()
	const wake = () => {
		if (document.visibilityState !== 'hidden') awake.abort()
	}
	const sources: [EventTarget, string][] = [[window, 'online'], [window, 'focus'], [window, backOnlineEvent], [document, 'visibilitychange'], ...more]
	for (const [target, event] of sources) target.addEventListener(event, wake)
	try {
		await wait(ms, signal ? AbortSignal.any([signal, awake.signal]) : awake.signal)
	} catch (error) {
		if (!awake.signal.aborted || signal?.aborted) throw error
	} finally {
		for (const [target, event] of sources) target.removeEventListener(event, wake)
	}
}
