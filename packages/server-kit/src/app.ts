import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import websocket from '@fastify/websocket'
import { DrydockError, faultBody, isEndpoint, type AnyEndpoint } from '@drydock/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Caller } from './auth/caller.ts'
import { checkCaller, checkPlace, type Asked } from './auth/guard.ts'
import { createGate, type Gate } from './content/gate.ts'
import { toFault } from './http/faults.ts'
import { endFlood } from './http/flood.ts'
import { dropFiles, readForm } from './http/form.ts'
import { inputReader } from './http/input.ts'
import { apiHeaders } from './http/security-headers.ts'
import { longestRequestMs } from './http/slow-bodies.ts'
import { writeEvents, type SseEvent } from './http/sse.ts'
import type { Kernel } from './kernel.ts'
import type { Context, FileReply, ServerHalf } from './serve.ts'

declare module 'fastify' {
	interface FastifyContextConfig {
		endpoint?: AnyEndpoint
		/** Static files: no sign-in needed, since the page itself holds nothing. */
		isPage?: boolean
	}
	interface FastifyRequest {
		caller: Caller | undefined
	}
}

// biome and oxlint agree: one list of handlers has no common type; `serve` checked each.
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type AnyHandler = (...inputs: any[]) => any

/** SECURITY, limits: 1 MiB for JSON unless a call says otherwise. */
const defaultMaxBody = 1024 * 1024
const defaultTimeoutMs = 60_000
/** Against slow senders: Fastify's own defaults are "never". */
const headersMs = 10_000
/** How late that is noticed; Node's own 30 s are longer than the limit. */
const slowCheckMs = 2000
/** Beyond this nobody is let in: far more than the pages of a person, fewer than the files that a process may have open. */
const mostConnections = 2000
/** A message in more pieces than this is no message of ours; empty pieces cost no bytes and would never reach the limit of size. */
const mostFragments = 256

/** The HTTP side of a kernel: guard, routes of every capability, one error shape. */
export async function createApp(kernel: Kernel, halves: readonly ServerHalf[]): Promise<FastifyInstance> {
	let gate: Gate | undefined
	const app = Fastify({
		serverFactory(api) {
			gate = createGate(kernel, (request, reply) => api(request, reply), { requestTimeout: longestRequestMs, headersTimeout: headersMs, connectionsCheckingInterval: slowCheckMs, maxHeaderSize: 16 * 1024 })
			gate.server.maxConnections = mostConnections
			return gate.server
		},
		logger: false,
		bodyLimit: defaultMaxBody,
		forceCloseConnections: true,
		exposeHeadRoutes: true,
		return503OnClosing: true,
		routerOptions: { ignoreDuplicateSlashes: false, maxParamLength: 2000 },
	})
	app.removeContentTypeParser('text/plain')
	// What a server that was killed left behind is of no use.
	const incoming = { folder: path.join(kernel.options.dataDir, 'incoming'), newId: kernel.newId }
	await rm(incoming.folder, { recursive: true, force: true })
	app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: IncomingMessage) => readForm(request, body, incoming))
	app.decorateRequest('caller', undefined)
	// The types do not know of pieces yet, hence the name.
	const sockets = { server: gate?.apiUpgrades, maxPayload: 1024 * 1024, maxFragments: mostFragments, perMessageDeflate: false }
	await app.register(websocket, { options: sockets })
	app.addHook('onRequest', (request, reply) => guard(kernel, request, reply))
	app.setErrorHandler((error, request, reply) => refuse(kernel, error, request, reply))
	app.setNotFoundHandler((request, reply) => refuse(kernel, missing(request), request, reply))
	for (const half of halves) mount(app, half, kernel)
	return app
}

async function guard(kernel: Kernel, request: FastifyRequest, reply: FastifyReply) {
	const { endpoint, isPage } = request.routeOptions.config
	reply.headers(apiHeaders)
	const asked: Asked = {
		method: request.method,
		path: pathOf(request),
		query: request.query as Record<string, unknown>,
		headers: request.headers,
		rawHeaders: request.raw.rawHeaders,
		isUpgrade: request.ws,
		endpoint,
	}
	if (isPage) {
		checkPlace({ ...asked, headers: { ...asked.headers, 'sec-fetch-site': undefined, origin: undefined } }, kernel.places)
		return
	}
	checkPlace(asked, kernel.places)
	request.caller = await checkCaller(asked, kernel.auth)
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''

function missing(request: FastifyRequest) {
	return new DrydockError(404, 'not_found', `There is no ${request.method} ${pathOf(request)}`)
}

function refuse(kernel: Kernel, error: unknown, request: FastifyRequest, reply: FastifyReply) {
	// Whoever asked has left, which ended the work: nothing went wrong.
	if (reply.raw.destroyed && error instanceof Error && error.name === 'AbortError') return reply.hijack()
	const fault = toFault(error)
	// What it still sends is not read.
	if (request.raw.complete === false) reply.header('connection', 'close')
	const fields = { method: request.method, path: pathOf(request), code: fault.code, status: fault.status }
	if (fault.status >= 500) kernel.log.error(fault.message, { ...fields, error: fault.cause ?? fault })
	else kernel.log.debug(fault.message, fields)
	const retryAfter = fault.status === 429 ? '60' : fault.status === 503 ? '2' : undefined
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
	return reply.code(fault.status).headers(apiHeaders).send(faultBody({ ...fault, message: kernel.redact(fault.message) }))
}

function mount(app: FastifyInstance, half: ServerHalf, kernel: Kernel) {
	const handlers = half.build(kernel)
	for (const [name, endpoint] of Object.entries(half.contract)) {
		const handle = handlers[name]
		if (!isEndpoint(endpoint)) continue
		if (!handle) throw new Error(`${endpoint.method} ${endpoint.path} has no handler called ${name}`)
		kernel.endpoints.add(endpoint, handle)
		for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) route(app, kernel, { url, endpoint, handle })
	}
}

function route(app: FastifyInstance, kernel: Kernel, { url, endpoint, handle }: { url: string; endpoint: AnyEndpoint; handle: AnyHandler }) {
	const read = inputReader(endpoint)
	const inputs = new WeakMap<FastifyRequest, Record<string, unknown>>()
	app.route({
		method: endpoint.method,
		url,
		bodyLimit: endpoint.maxBody ?? defaultMaxBody,
		config: { endpoint },
		// Before an upgrade too, so that a bad query never becomes a socket.
		preValidation: async (request, reply) => {
			if (endpoint.isForm) reply.raw.on('close', () => void dropFiles(Object.values(request.body ?? {})))
			inputs.set(request, read({ params: request.params, query: request.query, body: request.body }))
		},
		handler: (request, reply) => answer(kernel, endpoint, handle, inputs.get(request) ?? {}, request, reply),
		...(endpoint.kind === 'socket' && {
			wsHandler: (socket: WebSocket, request: FastifyRequest) => attach(kernel, handle, inputs.get(request) ?? {}, socket, request),
		}),
	})
}

async function answer(kernel: Kernel, endpoint: AnyEndpoint, handle: AnyHandler, input: Record<string, unknown>, request: FastifyRequest, reply: FastifyReply) {
	const gone = new AbortController()
	reply.raw.on('close', () => gone.abort())
	switch (endpoint.kind) {
		case 'socket':
			throw new DrydockError(426, 'upgrade_required', 'This address is a WebSocket')
		case 'stream': {
			const signal = AbortSignal.any([gone.signal, kernel.stopping])
			const events = (await handle(input, contextOf(request, signal))) as AsyncIterable<SseEvent>
			reply.hijack()
			const end = kernel.gauges.open('streams')
			await writeEvents(reply.raw, apiHeaders, events, signal).catch((error: unknown) => kernel.log.error('A stream broke', { path: pathOf(request), error }))
			end()
			return reply
		}
		case 'file': {
			const file = (await handle(input, contextOf(request, gone.signal))) as FileReply
			return reply
				.code(file.status ?? 200)
				.type(file.type)
				.headers(file.headers ?? {})
				.send(file.body)
		}
		case 'call': {
			const limit = endpoint.timeout ?? defaultTimeoutMs
			const late = AbortSignal.timeout(limit)
			const work = async (): Promise<unknown> => {
				const result: unknown = await handle(input, contextOf(request, AbortSignal.any([gone.signal, late])))
				// What is acknowledged is kept, even if the power fails.
				if (endpoint.method !== 'GET') await kernel.store.flushed()
				return result
			}
			const result = await Promise.race([work(), timeIsUp(late, limit, gone.signal)])
			return reply.code(endpoint.status ?? 200).send(result ?? {})
		}
	}
}

function timeIsUp(late: AbortSignal, limit: number, gone: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const fail = () => reject(new DrydockError(504, 'timeout', `This took longer than ${limit / 1000} seconds and was stopped`))
		late.addEventListener('abort', fail)
		gone.addEventListener('abort', () => late.removeEventListener('abort', fail))
	})
}

function attach(kernel: Kernel, handle: AnyHandler, input: Record<string, unknown>, socket: WebSocket, request: FastifyRequest) {
	const closed = new AbortController()
	socket.on('close', () => closed.abort())
	socket.on('close', kernel.gauges.open('sockets'))
	endFlood(socket)
	const signal = AbortSignal.any([closed.signal, kernel.stopping])
	kernel.stopping.addEventListener('abort', () => socket.close(1001, 'server is stopping'), { signal: closed.signal })
	Promise.resolve()
		.then(() => handle(input, socket, contextOf(request, signal)))
		.catch((error: unknown) => {
			const fault = toFault(error)
			if (fault.status >= 500) kernel.log.error(fault.message, { path: pathOf(request), error })
			socket.send(JSON.stringify({ type: 'error', ...faultBody(fault) }))
			// 4000-4999 is the range for applications (RFC 6455 §7.4.2).
			socket.close(4000 + (fault.status % 1000), fault.code.slice(0, 100))
		})
}

function contextOf(request: FastifyRequest, signal: AbortSignal): Context {
	return {
		signal,
		resumeAfter: Math.max(0, Math.trunc(Number(request.headers['last-event-id'] ?? 0)) || 0),
		caller: request.caller ?? { scope: 'agent', session: 'nobody' },
		headers: request.headers,
		address: request.ip,
	}
}
