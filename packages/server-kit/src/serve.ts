import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { AnyCall, AnyFile, AnySocket, AnyStream, EventOf, ReceivedOf, ReplyOf, Sequenced } from '@drydock/contract'
import type { WebSocket } from 'ws'
import type { Caller } from './auth/caller.ts'
import type { Kernel } from './kernel.ts'
import type { Migration } from './store/index.ts'

/** What a handler knows of its request beyond the input. */
export interface Context {
	/** Ends when the client leaves, the time is up or the server stops. */
	signal: AbortSignal
	/** The client's `Last-Event-ID`, 0 without one. */
	resumeAfter: number
	caller: Caller
	headers: IncomingHttpHeaders
	/** Address of the other end, for rate limits. */
	address: string
}

/** Bytes as an answer. */
export interface FileReply {
	body: Buffer | string | Readable
	type: string
	status?: number
	headers?: Record<string, string>
}

type MaybePromise<T> = T | Promise<T>

export type Handler<C> = C extends AnyStream
	? (input: ReceivedOf<C>, context: Context) => MaybePromise<AsyncIterable<Sequenced<EventOf<C>> & { json?: string }>>
	: C extends AnySocket
		? (input: ReceivedOf<C>, socket: WebSocket, context: Context) => MaybePromise<void>
		: C extends AnyFile
			? (input: ReceivedOf<C>, context: Context) => MaybePromise<FileReply>
			: C extends AnyCall
				? (input: ReceivedOf<C>, context: Context) => MaybePromise<ReplyOf<C>>
				: never

export type Handlers<M> = { [K in keyof M as M[K] extends AnyCall | AnyStream | AnySocket | AnyFile ? K : never]: Handler<M[K]> }

/** The server half of a capability, as the folder scan finds it. */
export interface ServerHalf {
	contract: Record<string, unknown>
	// Handlers of different contracts have nothing in common once they are in one list; `serve` checked them.
	// oxlint-disable-next-line typescript/no-explicit-any -- see above
	build(kernel: Kernel): Record<string, (...inputs: any[]) => any>
	migrations: readonly Migration[]
}

/** Binds a contract to its handlers; leaving a call without one is a compile error. Migrations run before `build`. */
export function serve<M extends object>(contract: M, build: (kernel: Kernel) => Handlers<M>, more: { migrations?: readonly Migration[] } = {}): ServerHalf {
	return { contract: contract as Record<string, unknown>, build: build as ServerHalf['build'], migrations: more.migrations ?? [] }
}
