import { DrydockError, type AnyCall, type AnyEndpoint, type InputOf, type ReplyOf } from '@drydock/contract'
import type { AnyHandler } from './app.ts'
import type { Caller } from './auth/caller.ts'
import { inputReader } from './http/input.ts'

/** Every endpoint that is served, for `/openapi.json` and for calls between capabilities. */
export interface Endpoints {
	add(endpoint: AnyEndpoint, handle: AnyHandler): void
	all(): AnyEndpoint[]
	/** Runs another capability's call as it would run over HTTP, without one. */
	call<C extends AnyCall>(call: C, input: InputOf<C>, caller: Caller, signal?: AbortSignal): Promise<ReplyOf<C>>
}

export function createEndpoints(): Endpoints {
	const handlers = new Map<AnyEndpoint, AnyHandler>()
	return {
		add: (endpoint, handle) => void handlers.set(endpoint, handle),
		all: () => [...handlers.keys()],
		async call<C extends AnyCall>(call: C, input: InputOf<C>, caller: Caller, signal: AbortSignal = new AbortController().signal) {
			const handle = handlers.get(call)
			if (!handle) throw new DrydockError(501, 'not_served', `${call.method} ${call.path} is not part of this server`)
			const read = inputReader(call)({ params: input, query: input, body: input })
			return (await handle(read, { signal, resumeAfter: 0, caller, headers: {}, address: 'internal' })) as ReplyOf<C>
		},
	}
}
