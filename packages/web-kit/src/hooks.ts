import type { AnyCall, AnyStream, DrydockError, EventOf, InputOf, ReplyOf, Sequenced } from '@drydock/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { asFault, type Api, type SendOptions } from './api.ts'
import { createFeed, type FeedState } from './feed.ts'
import { refreshEverywhere } from './windows.ts'
import { backOff } from './wait.ts'

export const ApiContext = createContext<Api | undefined>(undefined)

/** The client above this component, for what the hooks below do not cover. */
export function useApi(): Api {
	const api = useContext(ApiContext)
	if (!api) throw new Error('No api above this component')
	return api
}

interface CallOptions {
	/** False waits: nothing is asked until it is true. */
	enabled?: boolean
	/** Read again when the window gets the focus: another device may have changed it. */
	onFocus?: boolean
	/** Keep showing the last answer while the next one loads, e.g. when the folder changes. */
	keepPrevious?: boolean
	send?: SendOptions
}

/** Reads a call and keeps it fresh. */
export function useCall<C extends AnyCall>(call: C, input: InputOf<C>, { enabled = true, onFocus = false, keepPrevious = false, send }: CallOptions = {}): UseQueryResult<ReplyOf<C>, DrydockError> {
	const api = useApi()
	return useQuery<ReplyOf<C>, DrydockError>({
		queryKey: [call.path, input],
		queryFn: ({ signal }) => api.send(call, input, { ...send, signal }),
		enabled,
		refetchOnWindowFocus: onFocus,
		placeholderData: keepPrevious ? keepPreviousData : undefined,
	})
}

/** Sends a call, then refreshes the reads that it changed. */
export function useSend<C extends AnyCall>(call: C, { refresh = [], send }: { refresh?: readonly AnyCall[]; send?: SendOptions } = {}) {
	const api = useApi()
	const queries = useQueryClient()
	return useMutation<ReplyOf<C>, DrydockError, InputOf<C>>({
		mutationFn: (input) => api.send(call, input, send),
		onSuccess: () => refreshEverywhere(queries, refresh),
	})
}

/** Forgets what was read of a call, so that everyone who shows it reads again. */
export function useRefresh() {
	const queries = useQueryClient()
	return (...calls: AnyCall[]) => refreshEverywhere(queries, calls)
}

interface PollOptions extends CallOptions {
	everyMs: number
	/** While it fails: the first delay and the longest one. */
	retryMs?: { base: number; cap: number }
}

/** More failures in a row no longer lengthen the delay. */
const mostFailures = 6

/** When a failed read is tried again, kept beside its error: it stands and falls with it. */
const retries = new WeakMap<DrydockError, { delayMs: number; at: number }>()

/** Reads a call again and again, slower while it fails, and not at all while the page is hidden. */
export function usePoll<C extends AnyCall>(call: C, input: InputOf<C>, { everyMs, retryMs = { base: everyMs, cap: 60_000 }, enabled = true, send }: PollOptions) {
	const api = useApi()
	const failures = useRef(0)
	const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery<ReplyOf<C>, DrydockError>({
		queryKey: [call.path, input],
		async queryFn({ signal }) {
			try {
				const reply = await api.send(call, input, { attempts: 1, ...send, signal })
				failures.current = 0
				return reply
			} catch (cause) {
				signal.throwIfAborted()
				const fault = asFault(cause)
				const delayMs = Math.min(backOff(failures.current, retryMs.base, retryMs.cap), retryMs.cap)
				failures.current = Math.min(failures.current + 1, mostFailures)
				retries.set(fault, { delayMs, at: Date.now() + delayMs })
				throw fault
			}
		},
		enabled,
		refetchInterval: ({ state }) => (state.error ? retries.get(state.error)?.delayMs : undefined) ?? everyMs,
	})
	return { data, error, isFetching, dataUpdatedAt, refetch, retryAt: error ? retries.get(error)?.at : undefined }
}

interface Fold<S extends AnyStream, T> {
	initial: () => T
	fold: (state: T, event: Sequenced<EventOf<S>>) => T
	isLast?: (event: Sequenced<EventOf<S>>) => boolean
	endless?: boolean
	/** What was sent carries an id, so that it may be sent again after a lost line. */
	canResume?: boolean
}

/** Follows a stream while the component is shown and folds its events; `undefined` input follows nothing. */
export function useStream<S extends AnyStream, T>(stream: S, input: InputOf<S> | undefined, options: Fold<S, T>): FeedState<T> {
	const { start, stop, ...state } = useRun(stream, options)
	const key = input === undefined ? undefined : JSON.stringify(input)
	const latest = useRef({ input, start, stop })
	useEffect(() => {
		latest.current = { input, start, stop }
	})
	useEffect(() => {
		const { input: wanted } = latest.current
		if (key === undefined || wanted === undefined) return
		latest.current.start(wanted)
		return () => latest.current.stop()
	}, [key, stream])
	return state
}

/** A stream that is started by hand, such as a run or a chat answer. */
export function useRun<S extends AnyStream, T>(stream: S, { initial, fold, isLast, endless, canResume }: Fold<S, T>): FeedState<T> & { start(input: InputOf<S>): void; stop(): void } {
	const api = useApi()
	const [feed] = useState(() => createFeed<Sequenced<EventOf<S>>, T>(initial, fold))
	const snapshot = useSyncExternalStore(feed.subscribe, feed.get)
	useEffect(() => feed.stop, [feed])
	return {
		...snapshot,
		start: (input) => void feed.start((signal, onState) => api.open(stream, input, { signal, onState, isLast, endless, ...(canResume !== undefined && { canResume }) })),
		stop: feed.stop,
	}
}
