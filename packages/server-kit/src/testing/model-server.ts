import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createPlayer, type ModelRequest, type Scripted, type Turn } from './model-script.ts'
import { readChat, readGemini, readMessages, readResponses, record } from './protocols/read.ts'
import { piecesOf, type Piece } from './protocols/write.ts'

export type { Fault, ModelRequest, Script, Scripted, Turn } from './model-script.ts'

export interface ModelServer {
	/** Base of every protocol: append `/v1` for OpenAI and Anthropic ways, `/v1beta` for Gemini's. */
	url: string
	/** What was asked, oldest first; bounded. */
	requests: ModelRequest[]
	/** Answers differently from now on. */
	play(scripted: Scripted): void
	close(): Promise<void>
}

/** A long chaos run must not fill memory with what it asked. */
const mostRequests = 1000
/** A key with this word in it is refused with 401, on every path. */
const wrongKey = /wrong/

/** A model on a real socket that says what its script says, in the four protocols that models speak. */
export async function startModelServer(scripted: Scripted, { port = 0 }: { port?: number } = {}): Promise<ModelServer> {
	let player = createPlayer(scripted)
	const requests: ModelRequest[] = []
	const server = createServer((incoming, outgoing) => {
		answer(incoming, outgoing).catch((error: unknown) => {
			if (!outgoing.headersSent) refuse(outgoing, 500, String(error))
		})
	})

	async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
		const path = (incoming.url ?? '').split('?', 1)[0] ?? ''
		const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
		const text = await bodyOf(incoming)
		if (wrongKey.test(`${headers['authorization']} ${headers['x-api-key']} ${headers['x-goog-api-key']}`)) return refuse(outgoing, 401, 'Incorrect API key provided')
		if (incoming.method === 'GET' && /\/(models|key)$/.test(path)) return json(outgoing, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [{ name: 'models/scripted' }] })
		const request = readRequest(path, text, headers)
		if (!request) return refuse(outgoing, 404, `Nothing answers ${path}`)
		requests.push(request)
		if (requests.length > mostRequests) requests.shift()
		await play(player(request), request, outgoing)
	}

	server.listen(port, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('The model server has no port')
	return {
		url: `http://127.0.0.1:${address.port}`,
		requests,
		play: (next) => void (player = createPlayer(next)),
		async close() {
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}

function readRequest(path: string, text: string, headers: Record<string, string>): ModelRequest | undefined {
	const body = record(JSON.parse(text || '{}'))
	const common = { path, headers, body }
	if (path.endsWith('/chat/completions')) return { protocol: 'chat', ...common, ...readChat(body) }
	if (path.endsWith('/responses')) return { protocol: 'responses', ...common, ...readResponses(body) }
	if (path.endsWith('/messages')) return { protocol: 'messages', ...common, ...readMessages(body) }
	if (path.endsWith(':streamGenerateContent')) return { protocol: 'gemini', ...common, ...readGemini(body, path) }
	return undefined
}

async function play(turn: Turn, request: ModelRequest, outgoing: ServerResponse) {
	const { fault, delayMs = 0 } = turn
	if (fault?.kind === 'status') {
		if (fault.retryAfter !== undefined) outgoing.setHeader('retry-after', String(fault.retryAfter))
		return refuse(outgoing, fault.status, fault.message ?? `Scripted ${fault.status}`)
	}
	const pieces = piecesOf(fault?.kind === 'empty' ? {} : turn, request)
	outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
	let contents = 0
	for (const piece of pieces) {
		if (outgoing.destroyed) return
		if (fault && fault.kind !== 'empty' && piece.isContent && contents++ >= (fault.after ?? 1)) {
			if (fault.kind === 'stall') return
			if (fault.kind === 'cut') return void outgoing.destroy()
			outgoing.write('data: {"broken\n\n')
		}
		outgoing.write(frame(piece))
		await new Promise((resolve) => (delayMs > 0 ? setTimeout(resolve, delayMs) : setImmediate(resolve)))
	}
	outgoing.end()
}

function frame({ event, data }: Piece): string {
	return `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

function refuse(outgoing: ServerResponse, status: number, message: string) {
	json(outgoing, status, { type: 'error', error: { message, type: 'scripted', code: status, status: 'SCRIPTED' } })
}

function json(outgoing: ServerResponse, status: number, body: unknown) {
	outgoing.writeHead(status, { 'content-type': 'application/json' })
	outgoing.end(JSON.stringify(body))
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	for await (const chunk of incoming) chunks.push(chunk as Buffer)
	return Buffer.concat(chunks).toString('utf8')
}
