import type { ReplyOf } from '@drydock/contract'
import { useApi, type Api } from '@drydock/web-kit'
import { useQuery } from '@tanstack/react-query'
import { capabilityPaths, shellCapabilities } from '../contract.ts'

/** spec: capabilities fetch */
const patience = { attempts: 3, baseDelayMs: 200, timeoutMs: 4000 }

/** Servers answer under different names (spec/3 §7): the first that answers counts, and the last one's failure is told. */
export async function fetchCapabilities(api: Api, cwd: string, signal?: AbortSignal): Promise<ReplyOf<typeof shellCapabilities>> {
	let failure: unknown
	for (const path of capabilityPaths) {
		try {
			return await api.send({ ...shellCapabilities, path }, { cwd }, { ...patience, signal })
		} catch (error) {
			signal?.throwIfAborted()
			failure = error
		}
	}
	throw failure
}

export function useCapabilities(cwd: string) {
	const api = useApi()
	return useQuery({ queryKey: [shellCapabilities.path, cwd], queryFn: ({ signal }) => fetchCapabilities(api, cwd, signal) })
}
