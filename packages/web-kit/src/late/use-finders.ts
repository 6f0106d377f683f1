import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { asFault, type Api } from '../api.ts'
import { registry, type FinderEntry, type Found } from '../contribute.ts'
import { useApi } from '../hooks.ts'
import { useProject } from '../project.ts'

/** What one finder answers. */
export interface Finding {
	id: string
	/** What it finds, e.g. `Files`. */
	title: string
	found: readonly Found[]
	problem: string | undefined
}

/** Asks every finder that answers this kind of query; an older question is given up when a newer one is typed. */
export function useFinders(query: string): { findings: readonly Finding[]; isPending: boolean } {
	const api = useApi()
	const { cwd } = useProject()
	const asked = registry().finders.flatMap((finder) => {
		const { prefix = '' } = finder
		const wanted = query.startsWith(prefix) ? query.slice(prefix.length).trim() : ''
		return wanted === '' ? [] : { finder, wanted }
	})
	const { data, isFetching } = useQuery({
		queryKey: ['finders', cwd, query],
		queryFn: ({ signal }) => Promise.all(asked.map(({ finder, wanted }) => ask(finder, wanted, api, signal))),
		enabled: asked.length > 0,
		placeholderData: keepPreviousData,
	})
	return { findings: asked.length > 0 ? (data ?? []) : [], isPending: isFetching }
}

/** One that fails takes nothing from the others. */
async function ask({ id, title, load }: FinderEntry, wanted: string, api: Api, signal: AbortSignal): Promise<Finding> {
	try {
		return { id, title, found: await (await load()).find(wanted, { api, signal }), problem: undefined }
	} catch (error) {
		signal.throwIfAborted()
		return { id, title, found: [], problem: asFault(error).message }
	}
}
