// The product's engines with nothing around them: raw readdir, files, terminals and events over node:http.
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { WebSocketServer } from 'ws'

const root = process.argv[2] ?? '.'
const page = fileURLToPath(new URL('page/', import.meta.url))
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' }
const streams = new Set<ServerResponse>()
let published = 0

const server = createServer((request, reply) => {
	answer(request, reply).catch((error: unknown) => reply.writeHead(500).end(String(error)))
})

async function answer(request: IncomingMessage, reply: ServerResponse) {
	const url = new URL(request.url ?? '/', 'http://floor')
	const target = path.join(root, url.searchParams.get('path') ?? '')
	switch (url.pathname) {
		case '/health':
			return reply.end('{"ok":true}')
		case '/list':
			return reply.setHeader('content-type', 'application/json').end(JSON.stringify(await list(target)))
		case '/search':
			return reply.setHeader('content-type', 'application/json').end(JSON.stringify(await search(url.searchParams.get('query') ?? '')))
		case '/file':
			return createReadStream(target).pipe(reply)
		case '/events':
			reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
			streams.add(reply)
			return request.on('close', () => streams.delete(reply))
		case '/publish': {
			const text = `id: ${++published}\nevent: note\ndata: {"n":${published}}\n\n`
			for (const stream of streams) stream.write(text)
			return reply.end('{}')
		}
		default:
			return send(url.pathname === '/' ? '/index.html' : url.pathname, reply)
	}
}

/** Names with kinds, folders first. */
async function list(folder: string): Promise<[string, 0 | 1][]> {
	const entries = await readdir(folder, { withFileTypes: true })
	return entries.map((entry): [string, 0 | 1] => [entry.name, entry.isDirectory() ? 1 : 0]).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

let paths: Promise<string[]> | undefined

/** Paths that contain the text, out of one list that is read once. */
async function search(query: string): Promise<string[]> {
	const all = await (paths ??= readdir(root, { recursive: true }))
	return all.filter((name) => name.includes(query)).slice(0, 50)
}

async function send(name: string, reply: ServerResponse) {
	const body = await readFile(path.join(page, path.normalize(name))).catch(() => undefined)
	if (!body) return reply.writeHead(404).end()
	return reply.writeHead(200, { 'content-type': types[path.extname(name)] ?? 'application/octet-stream', ...(name.startsWith('/assets/') && { 'cache-control': 'max-age=31536000, immutable' }) }).end(body)
}

const sockets = new WebSocketServer({ server, path: '/pty', perMessageDeflate: false })
sockets.on('connection', (socket, request) => {
	const size = new URL(request.url ?? '/', 'http://floor').searchParams
	const pty = spawn('/bin/bash', ['-i'], { name: 'xterm-256color', cols: Number(size.get('cols')), rows: Number(size.get('rows')), cwd: root, env: process.env, encoding: null })
	pty.onData((data) => socket.send(data, { binary: true }))
	socket.on('message', (data) => pty.write(String(data)))
	socket.on('close', () => pty.kill())
})

server.listen(0, '127.0.0.1', () => {
	const address = server.address()
	console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
process.on('SIGTERM', () => process.exit(0))
