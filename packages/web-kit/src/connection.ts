import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline'

let current: Connection = 'online'
const listeners = new Set<() => void>()

/** Noted by the client on every answer and every failure to get one. */
export function setConnection(next: Connection): void {
	if (next === current) return
	current = next
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

/** Whether the server answers. */
export function useConnection(): Connection {
	return useSyncExternalStore(subscribe, () => current)
}
