import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { call, DrydockError, is, socket, stream } from '@drydock/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { listen } from '../content/testing.ts'
import { serve } from '../serve.ts'
import { testApp, testToken, type TestApp } from '../testing.ts'
import { writeEvents, type SseEvent } from './sse.ts'

const save = call({ method: 'POST', path: '/save', body: { text: is.text() }, reply: is.object({}) })
const alive = call({ method: 'GET', path: '/alive', scope: 'public', reply: is.object({}) })
const busy = call({ method: 'GET', path: '/busy', reply: is.object({}) })
const count = stream({ method: 'GET', path: '/count', events: { number: is.object({ n: is.integer() }) } })
const send = call({ method: 'POST', path: '/send', isForm: true, body: { file: is.anything() }, reply: is.object({}) })
const talk = socket({ path: '/talk' })

const half = serve({ save, send, alive, busy, count, talk }, () => ({
	save: () => ({}),
	send: () => ({}),
	alive: () => ({}),
	busy: () => {
		throw new DrydockError(503, 'store.busy', 'Another program holds the database')
	},
	async *count(_, { signal }) {
		yield { seq: 1, type: 'number' as const, data: { n: 1 } }
		await once(signal, 'abort')
	},
	talk: () => {},
}))

let app: TestApp
let port: number
beforeEach(async () => {
	app = await testApp(half)
	port = await listen(app)
})
afterEach(() => app.close())

const headers = { 'x-api-key': testToken, 'content-type': 'application/json' }
const address = (path: string) => `http://127.0.0.1:${port}${path}`
const answers = async () => (await fetch(address('/alive'), { signal: AbortSignal.timeout(5000) })).status

/** What the server says to raw text, and how much of it it read. */
async function say(head: readonly string[], write: (socket: net.Socket) => void) {
	let read: net.Socket | undefined
	app.app.server.once('connection', (socket: net.Socket) => (read = socket))
	const client = net.connect(port, '127.0.0.1')
	client.on('error', () => {})
	const closed = new Promise((resolve) => client.on('close', resolve))
	client.write(`${[...head, `Host: 127.0.0.1:${port}`, `X-API-Key: ${testToken}`, 'Content-Type: application/json'].join('\r\n')}\r\n\r\n`)
	write(client)
	const [reply] = (await once(client, 'data')) as [Buffer]
	await closed
	return { reply: reply.toString(), bytesRead: read?.bytesRead ?? 0 }
}

/** Writes until the other side has had enough. */
function pour(socket: net.Socket, piece: Buffer, mostBytes: number) {
	let left = mostBytes
	const more = () => {
		while (left > 0 && !socket.destroyed && socket.writable) {
			left -= piece.length
			if (!socket.write(piece)) return void socket.once('drain', more)
		}
	}
	more()
}

test('a body that does not come ends its connection after a minute; a file that is sent may take longer', async () => {
	const clock = manualClock(Date.now())
	const slow = await testApp(half, { clock })
	const at = await listen(slow)
	const form = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf\r\n--xyz--\r\n'
	const begin = (call: string, type: string, body: string) => {
		const client = net.connect(at, '127.0.0.1')
		client.write(`POST ${call} HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\nX-API-Key: ${testToken}\r\nContent-Type: ${type}\r\nContent-Length: ${form.length}\r\n\r\n${body}`)
		return client
	}
	const said = async (client: net.Socket) => String((await once(client, 'data'))[0])
	const seen = async () => (await once(slow.app.server, 'request')) as unknown

	let request = seen()
	const sending = begin('/send', 'multipart/form-data; boundary=xyz', form.slice(0, 70))
	await request
	// Its beginning lies there: then it is known that a file is being sent.
	await expect.poll(() => readdir(path.join(slow.folder, 'data/incoming')).catch(() => [])).toHaveLength(1)
	request = seen()
	const saving = begin('/save', 'application/json', '{"text":')
	await request
	const ended = said(saving)
	clock.advance(60_000)
	expect(await ended).toMatch(/^HTTP\/1\.1 408 /)
	const answered = said(sending)
	sending.write(form.slice(70))
	expect(await answered).toMatch(/^HTTP\/1\.1 200 /)
	sending.destroy()
	await slow.close()
})

test('a body without end is refused at the limit, and its connection closed', async () => {
	const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')])
	const { reply, bytesRead } = await say(['POST /save HTTP/1.1', 'Transfer-Encoding: chunked'], (client) => pour(client, piece, 200 * 2 ** 20))
	expect(reply).toMatch(/^HTTP\/1\.1 413 /)
	// The limit, and what was on its way until the connection was closed.
	expect(bytesRead).toBeLessThan(8 * 2 ** 20)
	expect(await answers()).toBe(200)
})

test('a body that is declared larger than a call accepts is refused before it comes', async () => {
	const { reply, bytesRead } = await say(['POST /save HTTP/1.1', `Content-Length: ${2 ** 40}`], (client) => client.write('0123456789'))
	expect(reply).toMatch(/^HTTP\/1\.1 413 /)
	expect(bytesRead).toBeLessThan(1000)
})

test('a body at the limit is taken, one byte more is not', async () => {
	const sized = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) })
	for (const [bytes, status] of [[2 ** 20 - 1, 200], [2 ** 20, 200], [2 ** 20 + 1, 413]] as const) expect((await fetch(address('/save'), { method: 'POST', headers, body: sized(bytes) })).status).toBe(status)
})

test('what is busy says when to try again', async () => {
	const reply = await fetch(address('/busy'), { headers })
	expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
})

test('a thousand senders that never finish their first line are let go; others are answered meanwhile', { timeout: 15_000 }, async () => {
	const { server } = app.app
	expect([server.headersTimeout, server.requestTimeout, server.maxConnections]).toEqual([10_000, 15 * 60_000, 2000])
	// The real ten seconds would only be waited for.
	server.headersTimeout = 200
	const slow = await Promise.all(
		Array.from({ length: 1000 }, async () => {
			const client = net.connect(port, '127.0.0.1')
			client.on('error', () => {})
			await once(client, 'connect')
			client.write('GET /alive HTTP/1.1\r\nX-Slow: ')
			return client.resume()
		}),
	)
	const closed = Promise.all(slow.map((client) => once(client, 'close')))
	expect(await answers()).toBe(200)
	await closed
	expect(await answers()).toBe(200)
})

test('a stream says at once that it is open, tells proxies to hold nothing back, and shows that it lives', async () => {
	const reply = await fetch(address('/count'), { headers })
	expect([reply.headers.get('x-accel-buffering'), reply.headers.get('cache-control')]).toEqual(['no', expect.stringContaining('no-store')])
	await reply.body?.cancel()
	let text = ''
	await withStream(quiet, { pingMs: 5, stalledMs: 1000 }, async (client) => {
		for await (const chunk of client) if ((text += String(chunk)).includes(': ping\n\n: ping\n\n')) break
	})
	expect(text).toContain(': open\n\n')
})

test('a reader that takes nothing is let go, and with it what was made for it', async () => {
	let told = 0
	const over = Promise.withResolvers<void>()
	async function* flood(): AsyncGenerator<SseEvent> {
		try {
			for (;;) yield { seq: ++told, type: 'text', data: 'x'.repeat(10_000) }
		} finally {
			over.resolve()
		}
	}
	await withStream(flood, { pingMs: 1000, stalledMs: 100 }, async (client) => {
		client.pause()
		await over.promise
		const heldBytes = told * 10_000
		// What the operating system holds for a connection, and one event.
		expect(heldBytes).toBeLessThan(16 * 2 ** 20)
	})
})

async function* quiet(): AsyncGenerator<SseEvent> {
	yield { seq: 1, type: 'text', data: 'first' }
	await new Promise(() => {})
}

/** The writer of streams on a server of its own. */
async function withStream(events: () => AsyncIterable<SseEvent>, times: { pingMs: number; stalledMs: number }, work: (client: http.IncomingMessage) => Promise<void>) {
	const gone = new AbortController()
	const server = http.createServer((_, reply) => void writeEvents(reply, {}, events(), gone.signal, times))
	await once(server.listen(0, '127.0.0.1'), 'listening')
	const asked = http.get({ host: '127.0.0.1', port: (server.address() as net.AddressInfo).port })
	const [client] = (await once(asked, 'response')) as [http.IncomingMessage]
	client.on('error', () => {})
	try {
		await work(client)
	} finally {
		gone.abort()
		client.destroy()
		server.closeAllConnections()
		server.close()
	}
}

/** A frame as a client sends it, masked with zeros. */
function frame(first: number, payload = Buffer.alloc(0)): Buffer {
	const { length } = payload
	const size = length < 126 ? Buffer.of(0x80 | length) : Buffer.alloc(9)
	if (length >= 126) {
		size[0] = 0x80 | 127
		size.writeBigUInt64BE(BigInt(length), 1)
	}
	return Buffer.concat([Buffer.of(first), size, Buffer.alloc(4), payload])
}

const [text, ping, more, compressed] = [0x81, 0x89, 0x00, 0xc1]
const begun = frame(0x01)
/** Not a code of the wire: what is told where no code came. */
const cutOff = 1006

test.each<[string, number, Buffer, Buffer, number]>([
	['a message of 2 MiB', 1009, Buffer.alloc(0), frame(text, Buffer.alloc(2 * 2 ** 20)), 1],
	['a declared length of 2^62 bytes', 1009, Buffer.alloc(0), Buffer.of(text, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0), 1],
	['a message in pieces that never ends', 1009, begun, frame(more, Buffer.alloc(64 * 1024)), 100],
	['a message of empty pieces that never ends', 1008, begun, frame(more), 1_000_000],
	['a million empty messages', 1008, Buffer.alloc(0), frame(text), 1_000_000],
	['a million pings', cutOff, Buffer.alloc(0), frame(ping), 1_000_000],
	['a compressed message, which was not agreed on', 1002, Buffer.alloc(0), frame(compressed, Buffer.alloc(10)), 1],
])('%s ends a socket with %i, and the server goes on', async (_, code, first, piece, times) => {
	const { client, closed } = await open()
	client.write(first)
	// In writes of some size, as a flood comes.
	const perWrite = Math.min(times, Math.max(1, Math.floor(64 * 1024 / piece.length)))
	pour(client, Buffer.concat(Array<Buffer>(perWrite).fill(piece)), times * piece.length)
	expect(await closed).toBe(code)
	expect(await answers()).toBe(200)
})

/** An open socket as bytes, and the code that the server closes it with. */
async function open() {
	const { ticket } = (await (await fetch(address('/session/ticket'), { method: 'POST', headers, body: '{"path":"/talk"}' })).json()) as { ticket: string }
	const asked = http.get({
		host: '127.0.0.1',
		port,
		path: `/talk?ticket=${ticket}`,
		headers: { connection: 'upgrade', upgrade: 'websocket', origin: address(''), 'sec-websocket-version': '13', 'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==', 'sec-websocket-extensions': 'permessage-deflate' },
	})
	const [reply, client] = (await once(asked, 'upgrade')) as [http.IncomingMessage, net.Socket]
	expect(reply.headers['sec-websocket-extensions']).toBeUndefined()
	client.on('error', () => {})
	return { client, closed: closeCode(client) }
}

/** Walks over the frames of a server, whose payloads are short, to the one that closes. */
function closeCode(client: net.Socket): Promise<number> {
	let bytes = Buffer.alloc(0)
	return new Promise((resolve) => {
		client.on('close', () => resolve(cutOff))
		client.on('data', (chunk: Buffer) => {
			bytes = Buffer.concat([bytes, chunk])
			while (bytes.length >= 4) {
				if (bytes[0] === 0x88) return resolve(bytes.readUInt16BE(2))
				bytes = bytes.subarray(2 + (bytes[1] ?? 0))
			}
		})
	})
}
