import type { Fields, Passed, Received, Schema, Static } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'

/** Who may use an endpoint: `public` nobody signed in, `agent` also an agent's token, `user` a person or their program, `admin` a stepped-up session. */
export type Scope = 'public' | 'agent' | 'user' | 'admin'

type None = Record<never, never>

interface Address<P extends Fields, Q extends Fields, B extends Fields> {
	method: Method
	/** Path with `:name` for each key of `params`; a trailing `*` collects the rest under the key `*`. */
	path: string
	/** Other paths that reach the same handler. */
	aliases?: readonly string[]
	/** One sentence for `/openapi.json`. */
	summary?: string
	params?: P
	query?: Q
	body?: B
	/** Default `user`. */
	scope?: Scope
	/** Body bytes accepted; default 1 MiB. */
	maxBody?: number
	/** The body is a form with files (multipart): texts become what its fields declare, a file arrives as a `File`. */
	isForm?: boolean
	/** Milliseconds a call may take before it is answered with 504; default 60,000. Streams, files and sockets have none. */
	timeout?: number
	/** A GET that starts work: never authorised by a ticket (DESIGN, rulings). */
	startsWork?: boolean
}

/** A request that gets one JSON answer. */
export interface Call<P extends Fields = None, Q extends Fields = None, B extends Fields = None, R extends Schema = Schema> extends Address<P, Q, B> {
	kind: 'call'
	reply: R
	/** Status of a good answer; default 200. */
	status?: number
}

/** A request answered by server-sent events, each named by a key of `events`. */
export interface Stream<P extends Fields = None, Q extends Fields = None, B extends Fields = None, E extends Fields = None> extends Address<P, Q, B> {
	kind: 'stream'
	events: E
}

/** A WebSocket; `query` is checked before the upgrade. */
export interface Socket<P extends Fields = None, Q extends Fields = None> extends Address<P, Q, None> {
	kind: 'socket'
	method: 'GET'
}

/** A request answered by bytes. */
export interface FileCall<P extends Fields = None, Q extends Fields = None, B extends Fields = None> extends Address<P, Q, B> {
	kind: 'file'
}

// The checker compares fields invariantly, so "any endpoint" has to be spelled with any.
/* oxlint-disable typescript/no-explicit-any -- see the line above */
export type AnyCall = Call<any, any, any, any>
export type AnyStream = Stream<any, any, any, any>
export type AnySocket = Socket<any, any>
export type AnyFile = FileCall<any, any, any>
export type AnyEndpoint = AnyCall | AnyStream | AnySocket | AnyFile
export type Endpoint = AnyEndpoint

/** What a caller passes: path, query and body fields, flat. */
export type InputOf<C> = C extends Address<infer P, infer Q, infer B> ? Passed<P & Q & B> : never
/** What a handler receives: the same, with defaults filled in. */
export type ReceivedOf<C> = C extends Address<infer P, infer Q, infer B> ? Received<P & Q & B> : never
export type ReplyOf<C> = C extends Call<any, any, any, infer R> ? Static<R> : never
export type EventOf<C> = C extends Stream<any, any, any, infer E> ? { [K in keyof E & string]: { type: K; data: Static<E[K]> } }[keyof E & string] : never
/* oxlint-enable typescript/no-explicit-any */

/** An event as it crosses the wire: `seq` is the SSE id, with which a client resumes where it stopped. */
export type Sequenced<E> = E & { seq: number }

export function call<P extends Fields = None, Q extends Fields = None, B extends Fields = None, R extends Schema = Schema>(def: Omit<Call<P, Q, B, R>, 'kind'>): Call<P, Q, B, R> {
	return { kind: 'call', ...def }
}

export function stream<P extends Fields = None, Q extends Fields = None, B extends Fields = None, E extends Fields = None>(def: Omit<Stream<P, Q, B, E>, 'kind'>): Stream<P, Q, B, E> {
	return { kind: 'stream', ...def }
}

export function socket<P extends Fields = None, Q extends Fields = None>(def: Omit<Socket<P, Q>, 'kind' | 'method'>): Socket<P, Q> {
	return { kind: 'socket', method: 'GET', ...def }
}

export function file<P extends Fields = None, Q extends Fields = None, B extends Fields = None>(def: Omit<FileCall<P, Q, B>, 'kind'>): FileCall<P, Q, B> {
	return { kind: 'file', ...def }
}

const kinds = new Set<unknown>(['call', 'stream', 'socket', 'file'])

/** Whether an export of a contract file is an endpoint (and not a schema or a constant). */
export function isEndpoint(value: unknown): value is AnyEndpoint {
	return typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && kinds.has(value.kind)
}

/** The fields of an endpoint by where they travel. */
export function fieldsOf(endpoint: AnyEndpoint): { params: Fields; query: Fields; body: Fields } {
	return { params: endpoint.params ?? {}, query: endpoint.query ?? {}, body: endpoint.body ?? {} }
}
