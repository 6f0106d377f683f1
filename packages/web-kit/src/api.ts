// The one client: a contract goes in, a typed reply or a DrydockError comes out.
import { DrydockError, faultFrom, takeTicket, type AnyCall, type AnyEndpoint, type AnyFile, type AnySocket, type AnyStream, type EventOf, type InputOf, type ReplyOf, type Sequenced } from '@drydock/contract'
import { address } from './address.ts'
import { setConnection } from './connection.ts'
import { followEvents, type FollowOptions } from './events.ts'
import { backOff, wait } from './wait.ts'

/** Who signs requests. */
export interface Credentials {
	/** The current bearer; renews it when there is none yet. */
	bearer(): Promise<string | undefined>
	/** A new bearer, or undefined when the session is over. */
	renew(): Promise<string | undefined>
}

export interface SendOptions {
	signal?: AbortSignal
	/** Tries in all. Reads default to 3 (spec/1 §7); anything else is sent once, since a lost answer may hide a done deed. */
	attempts?: number
	/** First delay of the back-off; spec/1 §9. */
	baseDelayMs?: number
	timeoutMs?: number
	/** What kind of answer is wanted, where an endpoint has several. */
	accept?: string
}

export interface Api {
	readonly base: string
	send<C extends AnyCall>(call: C, input: InputOf<C>, options?: SendOptions): Promise<ReplyOf<C>>
	/** The raw answer of a file call; failures still throw. */
	read<F extends AnyFile>(file: F, input: InputOf<F>, options?: SendOptions): Promise<Response>
	/** The headers that sign a request which is not sent through here, such as an upload with progress. */
	signature(how?: { isRenewed?: boolean }): Promise<Record<string, string>>
	/** Events of a stream, resumed by `Last-Event-ID` when the connection drops. */
	open<S extends AnyStream>(stream: S, input: InputOf<S>, options?: FollowOptions<Sequenced<EventOf<S>>>): AsyncGenerator<Sequenced<EventOf<S>>>
	/** An address with a single-use ticket, for `new WebSocket`. */
	socketUrl<S extends AnySocket>(socket: S, input: InputOf<S>, signal?: AbortSignal): Promise<string>
}

/** spec: request attempts */
const defaultAttempts = 3
/** spec: request retry base */
const baseDelayMs = 300
const longestDelayMs = 8000

export function createApi(base: string, options: { fetch?: typeof globalThis.fetch; credentials?: Credentials } = {}): Api {
	const fetch = options.fetch ?? ((...args) => globalThis.fetch(...args))
	const { credentials } = options

	async function once(endpoint: AnyEndpoint, input: Record<string, unknown>, extra: Record<string, string>, signal?: AbortSignal): Promise<Response> {
		const { url, body } = address(base, endpoint, input)
		const isPublic = endpoint.scope === 'public'
		const ask = (bearer: string | undefined) => {
			const headers: Record<string, string> = { ...extra }
			if (body !== undefined) headers['content-type'] = 'application/json'
			if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`
			return fetch(url, { method: endpoint.method, body, headers, signal }).catch((error: unknown) => {
				// Neither given up nor too slow: nobody answered.
				if (!signal?.aborted) setConnection('offline')
				throw error
			})
		}
		let reply = await ask(isPublic ? undefined : await credentials?.bearer())
		if (reply.status === 401 && !isPublic && credentials) {
			const bearer = await credentials.renew()
			if (bearer !== undefined) {
				await reply.body?.cancel()
				reply = await ask(bearer)
			}
		}
		setConnection('online')
		if (!reply.ok) throw await faultOf(reply)
		return reply
	}

	async function request(endpoint: AnyEndpoint, input: Record<string, unknown>, { signal, attempts, baseDelayMs: base = baseDelayMs, timeoutMs, accept }: SendOptions): Promise<Response> {
		const isRead = endpoint.method === 'GET' || endpoint.method === 'HEAD'
		const tries = attempts ?? (isRead ? defaultAttempts : 1)
		for (let attempt = 0; ; attempt++) {
			const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
			const both = signal && limit ? AbortSignal.any([signal, limit]) : (signal ?? limit)
			try {
				return await once(endpoint, input, accept === undefined ? {} : { accept }, both)
			} catch (error) {
				signal?.throwIfAborted()
				const fault = asFault(error)
				if (attempt + 1 >= tries || (fault.status !== 0 && fault.status < 500)) throw fault
				await wait(backOff(attempt, base, longestDelayMs), signal)
			}
		}
	}

	const api: Api = {
		base,
		async send(call, input, sendOptions = {}) {
			const reply = await request(call, input as Record<string, unknown>, sendOptions)
			return (reply.status === 204 ? undefined : await reply.json()) as ReplyOf<typeof call>
		},
		async signature({ isRenewed = false } = {}) {
			const bearer = await (isRenewed ? credentials?.renew() : credentials?.bearer())
			const headers: Record<string, string> = {}
			if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`
			return headers
		},
		read: (file, input, sendOptions = {}) => request(file, input as Record<string, unknown>, sendOptions),
		open(stream, input, follow = {}) {
			const connect = async (lastEventId: number, signal: AbortSignal) => {
				const headers: Record<string, string> = { accept: 'text/event-stream' }
				if (lastEventId > 0) headers['last-event-id'] = String(lastEventId)
				try {
					return await once(stream, input as Record<string, unknown>, headers, signal)
				} catch (error) {
					signal.throwIfAborted()
					throw asFault(error)
				}
			}
			return followEvents(connect, { canResume: stream.method === 'GET', ...follow })
		},
		async socketUrl(socket, input, signal) {
			const url = new URL(address(base, socket, input as Record<string, unknown>).url, globalThis.location?.href)
			const { ticket } = await api.send(takeTicket, { path: url.pathname }, { signal, attempts: defaultAttempts })
			url.protocol = url.protocol.replace('http', 'ws')
			url.searchParams.set('ticket', ticket)
			return url.href
		},
	}
	return api
}

async function faultOf(reply: Response): Promise<DrydockError> {
	const body: unknown = await reply.json().catch(() => undefined)
	return faultFrom(reply.status, body)
}

/** Anything that went wrong as the one error class; status 0 means that no answer came. */
export function asFault(error: unknown): DrydockError {
	if (error instanceof DrydockError) return error
	if (error instanceof DOMException && error.name === 'TimeoutError') return new DrydockError(0, 'timeout', 'The server took too long to answer', { cause: error })
	return new DrydockError(0, 'network', 'Network error', { hint: 'The server can’t be reached. Is Drydock still running?', cause: error })
}
