// Windows of one browser tell each other which answers a change made stale.
import type { AnyCall } from '@drydock/contract'
import type { QueryClient } from '@tanstack/react-query'

const channelName = 'drydock:refresh'

let channel: BroadcastChannel | undefined

/** Reads these calls again here, and in every other window that shows them. */
export async function refreshEverywhere(queries: QueryClient, calls: readonly AnyCall[]): Promise<void> {
	const paths = calls.map(({ path }) => path)
	if (paths.length > 0) channel?.postMessage(paths)
	await refresh(queries, paths)
}

/** Hears what other windows changed, until stopped. */
export function followWindows(queries: QueryClient): () => void {
	const own = new BroadcastChannel(channelName)
	channel = own
	own.addEventListener('message', ({ data }) => Array.isArray(data) && void refresh(queries, data.filter((path) => typeof path === 'string')))
	return () => {
		own.close()
		if (channel === own) channel = undefined
	}
}

async function refresh(queries: QueryClient, paths: readonly string[]): Promise<void> {
	await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })))
}
