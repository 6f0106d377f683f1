import type { DrydockError } from '@drydock/contract'
import { asFault } from './api.ts'

export type FeedStatus = 'idle' | 'connecting' | 'live' | 'waiting' | 'ended' | 'failed'

export interface FeedState<S> {
	state: S
	status: FeedStatus
	error: DrydockError | undefined
}

/** Events are folded at most once a frame, however fast they come. */
const frameMs = 16

/** A fold of a stream that lives outside React, so that a token does not cost a render. */
export function createFeed<E, S>(initial: () => S, fold: (state: S, event: E) => S) {
	const listeners = new Set<() => void>()
	let snapshot: FeedState<S> = { state: initial(), status: 'idle', error: undefined }
	let queue: E[] = []
	let timer: ReturnType<typeof setTimeout> | undefined
	let abort: AbortController | undefined

	function set(change: Partial<FeedState<S>>) {
		snapshot = { ...snapshot, ...change }
		for (const listener of listeners) listener()
	}
	function flush() {
		clearTimeout(timer)
		timer = undefined
		if (queue.length === 0) return
		const events = queue
		queue = []
		set({ state: events.reduce(fold, snapshot.state) })
	}

	return {
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		get: () => snapshot,
		/** Starts over with a new source; the old one is stopped. */
		async start(open: (signal: AbortSignal, onState: (state: 'live' | 'waiting') => void) => AsyncIterable<E>) {
			abort?.abort()
			const own = new AbortController()
			abort = own
			queue = []
			set({ state: initial(), status: 'connecting', error: undefined })
			const mine = () => abort === own && !own.signal.aborted
			try {
				for await (const event of open(own.signal, (status) => mine() && set({ status }))) {
					if (!mine()) return
					queue.push(event)
					timer ??= setTimeout(flush, frameMs)
				}
				if (!mine()) return
				flush()
				set({ status: 'ended' })
			} catch (error) {
				if (!mine()) return
				flush()
				set({ status: 'failed', error: asFault(error) })
			}
		},
		stop() {
			flush()
			abort?.abort()
			if (snapshot.status !== 'ended' && snapshot.status !== 'failed') set({ status: 'idle' })
		},
	}
}
