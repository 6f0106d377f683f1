import { mkdtemp } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { token } from '../../e2e/support/drydock.ts'
import { group, median, type Side, type Work } from '../lib/measure.ts'
import { request, spawnServer, startFloor, type Running } from '../lib/server.ts'

const listeners = 100
const events = 100
/** Events before those that count: a server that has run for a while has compiled its code. */
const warmUp = 100

/** One event to a hundred open streams: until the last one has it. */
export const streams = group({
	name: 'streams',
	figures: {
		last: { title: `One event to ${listeners} streams: the last one has it`, unit: 'ms', ratio: 2 },
		connect: { title: `Opening ${listeners} streams`, unit: 'ms' },
	},
	async measure(side: Side, work: Work) {
		const server = side === 'product' ? await startStreams(work) : await startFloor('server', [work.fixtures.root])
		try {
			return await measureStreams(server, side === 'product' ? await productWire(server) : floorWire)
		} finally {
			await server.stop()
		}
	},
})

/** How a side is listened to and how it is made to say something. */
interface Wire {
	stream: string
	publish(n: number): { target: string; body?: unknown }
}

const floorWire: Wire = { stream: '/events', publish: () => ({ target: '/publish' }) }

async function startStreams(work: Work): Promise<Running> {
	const main = fileURLToPath(new URL('../product/streams.ts', import.meta.url))
	const server = await spawnServer(main, [await mkdtemp(path.join(work.scratch, 'streams-'))], { DRYDOCK_TOKEN: token })
	return { ...server, headers: { 'x-api-key': token } }
}

async function productWire(server: Running): Promise<Wire> {
	const { id } = JSON.parse(await request(server, '/bench/start', { method: 'POST', body: {} })) as { id: string }
	return { stream: `/tasks/${id}/events`, publish: (n) => ({ target: '/bench/append', body: { id, n } }) }
}

async function measureStreams(server: Running, wire: Wire) {
	const agent = new http.Agent({ maxSockets: Infinity })
	let reached = 0
	let onText: (text: string) => void = () => {}
	const begun = performance.now()
	await Promise.all(Array.from({ length: listeners }, () => listen(server, wire.stream, agent, (text) => onText(text))))
	const connect = performance.now() - begun
	const times: number[] = []
	for (let n = 1; n <= warmUp + events; n++) {
		const all = Promise.withResolvers<void>()
		reached = 0
		onText = (text) => {
			if (text.includes(`"n":${n}}`) && ++reached === listeners) all.resolve()
		}
		const sent = performance.now()
		const { target, body } = wire.publish(n)
		// Whoever made the change is answered once it is on the disk (0046); those who listen do not wait for that.
		const answered = request(server, target, { method: 'POST', body })
		await all.promise
		if (n > warmUp) times.push(performance.now() - sent)
		await answered
	}
	agent.destroy()
	return { last: median(times) ?? Number.NaN, connect }
}

/** Resolves with the first bytes of the stream. */
function listen(server: Running, target: string, agent: http.Agent, onText: (text: string) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		const sent = http.get(server.url + target, { agent, headers: server.headers }, (reply) => {
			if (reply.statusCode !== 200) return reject(new Error(`${target}: ${reply.statusCode}`))
			reply.setEncoding('utf8')
			reply.on('error', () => {})
			reply.on('data', (text: string) => {
				resolve()
				onText(text)
			})
		})
		sent.on('error', reject)
	})
}
