import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { notePage, noteRules, send } from '@drydock/server-kit/content/replies.ts'
import type { Here, Site } from '@drydock/server-kit/content/index.ts'
import { bridgePath } from '../contract.ts'
import { bridgeScript, withBridge } from './bridge.ts'
import { isPage } from './page-type.ts'
import { forPage, forServer } from './port-headers.ts'

/** Documents are held back until they are whole, to put the bridge into them; larger ones come without it. */
const mostDocumentBytes = 8 * 2 ** 20
/** Pages open a handful; more is a loop. */
const mostSockets = 200
const retrySeconds = 2

/** Both ways to this machine and nowhere else, whatever a hosts file says: some servers listen on one of them only. */
const loopback: LookupFunction = (_, { all }, found) => {
	if (all) found(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }])
	else found(null, '127.0.0.1', 4)
}

/** A server of the user's own, such as a dev server in a terminal. It sees requests as if its page were open at localhost. */
export function portSite({ port, stopping }: { port: number; stopping: AbortSignal }): Site {
	let sockets = 0
	const target = `http://localhost:${port}`

	function ask(request: IncomingMessage, here: Here): Promise<IncomingMessage> {
		return new Promise((resolve, reject) => {
			const options = { host: 'localhost', port, lookup: loopback, autoSelectFamily: true, agent: false, method: request.method, path: request.url, headers: forServer(request, { target, here }) }
			const upstream = http.request(options, resolve)
			upstream.on('error', reject)
			request.on('close', () => request.complete || upstream.destroy())
			request.pipe(upstream)
		})
	}

	return {
		embeds: ['iframe', 'document'],
		anyMethod: true,
		async answer(request, reply, here) {
			if (here.url.pathname === bridgePath) return send(request, reply, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }, body: bridgeScript(here.product) })
			const answer = await ask(request, here).catch(() => undefined)
			if (!answer) return unreached(request, reply, { port, here })
			reply.on('close', () => answer.destroy())
			const headers = forPage(answer.headers, { target, here })
			if (takesBridge(request, answer)) return document(reply, answer, headers)
			reply.writeHead(answer.statusCode ?? 502, headers)
			await pipeline(answer, reply).catch(() => reply.destroy())
		},
		connect(request, socket, head, here) {
			if (sockets >= mostSockets) return void socket.end('HTTP/1.1 503 Too many sockets\r\nconnection: close\r\n\r\n')
			sockets++
			socket.once('close', () => sockets--)
			tunnel(request, socket, { head, port, stopping, headers: { ...forServer(request, { target, here }), connection: 'Upgrade', upgrade: request.headers.upgrade } })
		},
	}
}

function takesBridge(request: IncomingMessage, answer: IncomingMessage): boolean {
	const isSmall = Number(answer.headers['content-length'] ?? 0) <= mostDocumentBytes
	return request.method === 'GET' && isPage(answer.headers['content-type'] ?? '') && answer.headers['content-encoding'] === undefined && isSmall
}

async function document(reply: ServerResponse, answer: IncomingMessage, headers: Record<string, string | string[]>) {
	const chunks: Buffer[] = []
	let size = 0
	let isWhole = true
	const rest = answer[Symbol.asyncIterator]()
	for (let next = await rest.next(); !next.done; next = await rest.next()) {
		chunks.push(next.value)
		size += next.value.length
		isWhole = size <= mostDocumentBytes
		if (!isWhole) break
	}
	const all = Buffer.concat(chunks)
	// Latin-1 keeps every byte as it is, whatever the document's own encoding.
	const body = isWhole ? Buffer.from(withBridge(all.toString('latin1')), 'latin1') : all
	const { 'content-length': _, etag: __, ...others } = headers
	reply.writeHead(answer.statusCode ?? 502, others)
	reply.write(body)
	if (!isWhole) await pipeline(answer, reply).catch(() => reply.destroy())
	else reply.end()
}

/** A dev server takes a moment to start: the page comes by itself when it does. */
function unreached(request: IncomingMessage, reply: ServerResponse, { port, here }: { port: number; here: Here }) {
	const body = notePage(`Nothing answers on port ${port}`, 'Start your server in a terminal; this page tries again by itself.', { retryAfter: retrySeconds })
	return send(request, reply, { status: 502, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': `${noteRules}; frame-ancestors ${here.product}` }, body })
}

interface Tunnel {
	head: Buffer
	port: number
	stopping: AbortSignal
	headers: IncomingHttpHeaders
}

/** A socket is bytes in both directions, from the handshake on. */
function tunnel(request: IncomingMessage, socket: Duplex, { head, port, stopping, headers }: Tunnel) {
	const upstream = net.connect({ host: 'localhost', port, lookup: loopback, autoSelectFamily: true })
	const end = () => {
		upstream.destroy()
		socket.destroy()
	}
	stopping.addEventListener('abort', end)
	for (const side of [upstream, socket]) side.on('error', end).on('close', end)
	socket.on('close', () => stopping.removeEventListener('abort', end))
	upstream.once('connect', () => {
		const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}`))
		upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
		upstream.write(head)
		upstream.pipe(socket)
		socket.pipe(upstream)
	})
}
