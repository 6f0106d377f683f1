import { serverNow } from '@drydock/ui/clock.ts'
import { create } from 'zustand'
import { findBackend } from './backend.ts'
import { backOff, backOnlineEvent, waitOrWake } from './wait.ts'

export type Connection = 'online' | 'offline'

interface ConnectionState {
	status: Connection
	/** When the server is looked for again; epoch milliseconds by the server's clock. */
	retryAt: number | undefined
}

const useStore = create<ConnectionState>(() => ({ status: 'online', retryAt: undefined }))

const retry = { firstMs: 1000, longestMs: 30_000 }

/** Noted by the client on every answer and every failure to get one. */
export function setConnection(next: Connection): void {
	if (next === useStore.getState().status) return
	useStore.setState({ status: next, retryAt: undefined })
	if (next === 'online') dispatchEvent(new CustomEvent(backOnlineEvent))
}

/** Whether the server answers. */
export function useConnection(): Connection {
	return useStore((state) => state.status)
}

/** When the server is looked for again, while it does not answer. */
export function useRetryAt(): number | undefined {
	return useStore((state) => state.retryAt)
}

const retryNowEvent = 'drydock:retry-now'

/** Looks for the server at once. */
export function retryNow(): void {
	dispatchEvent(new CustomEvent(retryNowEvent))
}

/** While the server does not answer, looks for it: soon, then ever more seldom, until stopped. */
export function followConnection(base: string): () => void {
	const stop = new AbortController()
	const { signal } = stop
	let isLooking = false
	const look = async () => {
		if (isLooking || useStore.getState().status === 'online') return
		isLooking = true
		try {
			for (let failures = 0; useStore.getState().status === 'offline'; failures++) {
				const delay = backOff(failures, retry.firstMs, retry.longestMs)
				useStore.setState({ retryAt: serverNow() + delay })
				await waitOrWake(delay, signal, [[window, retryNowEvent]])
				useStore.setState({ retryAt: undefined })
				if (await findBackend(base, { signal })) setConnection('online')
			}
		} catch (error) {
			if (!signal.aborted) throw error
		} finally {
			isLooking = false
		}
	}
	void look()
	const unsubscribe = useStore.subscribe(() => void look())
	return () => {
		unsubscribe()
		stop.abort()
	}
}
