import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { askAt, listen, type Asked } from '@drydock/server-kit/content/testing.ts'
import { listeningPorts } from '@drydock/server-kit/process/ports.ts'
import { testApp, testToken, type TestApp } from '@drydock/server-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer, WebSocket } from 'ws'
import { bridgePath } from '../contract.ts'
import half from './index.ts'

let app: TestApp
let host: string
let own: http.Server
let port: number
let origin: string
let seen: http.IncomingMessage[] = []

beforeAll(async () => {
	app = await testApp(half)
	host = `127.0.0.1:${await listen(app)}`
	own = http.createServer((request, reply) => {
		seen.push(request)
		const answers: Record<string, () => void> = {
			'/': () => reply.writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'self'; frame-ancestors 'none'", etag: '"1"' }).end('<!doctype html><head></head>'),
			'/moved': () => reply.writeHead(302, { location: `http://localhost:${port}/there?x=1` }).end(),
			'/away': () => reply.writeHead(302, { location: 'http://evil.example/' }).end(),
			'/cookie': () => reply.writeHead(200, { 'set-cookie': ['a=1; Domain=localhost; Path=/; SameSite=Lax; HttpOnly', 'b=2'] }).end(),
			'/slow': () => {
				reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
			},
		}
		const answer = answers[request.url ?? '']
		if (answer) return answer()
		const chunks: Buffer[] = []
		request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => reply.writeHead(200, { 'content-type': 'text/plain' }).end(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`))
	})
	const sockets = new WebSocketServer({ server: own })
	sockets.on('connection', (socket, request) => {
		seen.push(request)
		socket.on('message', (data) => socket.send(`echo ${String(data)}`))
	})
	await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
	port = (own.address() as AddressInfo).port
	origin = await open(port)
})
afterAll(async () => {
	own.closeAllConnections()
	own.close()
	await app.close()
})

const post = (target: string, body: object) => askAt(`http://${host}${target}`, { method: 'POST', headers: { 'x-api-key': testToken, 'content-type': 'application/json' }, body: JSON.stringify(body) })
const open = async (which: number) => JSON.parse((await post('/preview/port', { port: which })).text).origin as string
const ask = (target: string, asked?: Asked) => askAt(origin + target, asked)

test('the server sees its own address; the page is framed by the product and carries the bridge', async () => {
	seen = []
	const { status, text, headers } = await ask('/', { headers: { 'sec-fetch-mode': 'navigate', 'accept-encoding': 'br', referer: `${origin}/before` } })
	expect([status, text]).toEqual([200, `<!doctype html><head><script src="${bridgePath}"></script></head>`])
	expect(headers['x-frame-options']).toBeUndefined()
	expect(headers['content-security-policy']).toBe(`default-src 'self', frame-ancestors http://${app.kernel.places.product}`)
	expect(seen[0]?.headers).toMatchObject({ host: `localhost:${port}`, referer: `http://localhost:${port}/before`, 'accept-encoding': 'identity' })
})

test('every method and body gets through, with the page’s own headers', async () => {
	seen = []
	expect(await ask('/x?y=1', { method: 'PUT', body: 'hello', headers: { origin, authorization: 'Bearer of-the-page', 'content-type': 'text/plain' } })).toMatchObject({ status: 200, text: 'PUT /x?y=1 hello' })
	expect(seen[0]?.headers).toMatchObject({ origin: `http://localhost:${port}`, authorization: 'Bearer of-the-page' })
})

test('where the server sends its page is this name; elsewhere stays elsewhere', async () => {
	expect((await ask('/moved')).headers.location).toBe(`${origin}/there?x=1`)
	expect((await ask('/away')).headers.location).toBe('http://evil.example/')
})

test('cookies belong to this name alone and are kept in a frame', async () => {
	expect((await ask('/cookie')).headers['set-cookie']).toEqual(['a=1; Path=/; HttpOnly; SameSite=None; Secure; Partitioned', 'b=2; SameSite=None; Secure; Partitioned'])
})

test('a stream comes as it is written and ends at the server when the page leaves', async () => {
	seen = []
	const url = new URL(origin)
	const left = await new Promise<boolean>((resolve) => {
		const request = http.request({ host: '127.0.0.1', port: url.port, path: '/slow', headers: { host: url.host }, agent: false }, (reply) => {
			reply.once('data', (chunk) => {
				expect(String(chunk)).toBe('data: 1\n\n')
				seen[0]?.socket.once('close', () => resolve(true))
				reply.destroy()
			})
		})
		request.end()
	})
	expect(left).toBe(true)
})

test.each([
	['a form of another page', { method: 'POST', headers: { origin: 'http://evil.example' } }],
	['the product’s page', { method: 'POST', headers: { origin: 'PRODUCT' } }],
	['another page’s fetch', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' } }],
	['another page’s script', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' } }],
] satisfies [string, Asked][])('%s never reaches the server', async (_, asked) => {
	seen = []
	const headers = Object.fromEntries(Object.entries(asked.headers).map(([name, value]) => [name, value === 'PRODUCT' ? `http://${app.kernel.places.product}` : value]))
	expect((await ask('/x', { ...asked, headers })).status).toBe(403)
	expect(seen).toEqual([])
})

const socketTo = (from: string | undefined) => new WebSocket(`ws://127.0.0.1:${new URL(origin).port}/hmr?t=1`, 'vite-hmr', { headers: { host: new URL(origin).host }, ...(from && { origin: from }) })

test('sockets work from the page itself and from nowhere else', async () => {
	seen = []
	const socket = socketTo(origin)
	const said = await new Promise((resolve, reject) => socket.on('open', () => socket.send('hi')).on('message', (data) => resolve(String(data))).on('error', reject))
	expect(said).toBe('echo hi')
	expect(seen[0]).toMatchObject({ url: '/hmr?t=1', headers: { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'sec-websocket-protocol': 'vite-hmr' } })
	socket.terminate()
	for (const from of ['http://evil.example', `http://${app.kernel.places.product}`, undefined]) await expect(new Promise((resolve, reject) => socketTo(from).on('open', resolve).on('error', reject))).rejects.toThrow('403')
	expect(seen).toHaveLength(1)
})

test('nothing answers: the page says so and tries again by itself', async () => {
	const spare = net.createServer()
	await new Promise<void>((resolve) => spare.listen(0, '127.0.0.1', resolve))
	const { port: free } = spare.address() as AddressInfo
	await new Promise((resolve) => spare.close(resolve))
	const { status, text } = await askAt(`${await open(free)}/`)
	expect(status).toBe(502)
	expect(text).toContain(`Nothing answers on port ${free}`)
	expect(text).toContain('http-equiv="refresh"')
})

test.each([
	['Drydock itself', () => Number(new URL(`http://${host}`).port), 403],
	['no port', () => 0, 400],
	['no number', () => 'x', 400],
	['an address', () => '3000@evil.example', 400],
	['too large', () => 70_000, 400],
])('%s is no port to preview', async (_, which, status) => {
	expect((await post('/preview/port', { port: which() })).status).toBe(status)
})

test('the ports of a family of processes are found; those of others are not', async () => {
	expect((await listeningPorts([process.pid])).map((each) => each.port)).toContain(port)
	expect(await listeningPorts([])).toEqual([])
})
