import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { Api } from './api.ts'
import { ApiContext } from './hooks.ts'
import { followWindows } from './windows.ts'

/** Nothing is asked again just because a window got the focus: panes say what they follow. */
function newQueries() {
	return new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 1000 } } })
}

/** What every pane needs above it. */
export function KitProvider({ api, children }: { api: Api; children: ReactNode }) {
	const [queries] = useState(newQueries)
	useEffect(() => followWindows(queries), [queries])
	return (
		<QueryClientProvider client={queries}>
			<ApiContext value={api}>{children}</ApiContext>
		</QueryClientProvider>
	)
}
