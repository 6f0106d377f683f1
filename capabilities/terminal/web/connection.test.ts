// @vitest-environment happy-dom
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { keepConnected, reconnect, typedForMs, type ConnectionEvents } from './connection.ts'
import { resizeThrottleMs } from './widget.ts'

let server: WebSocketServer
let arrived: number[]
/** How the server ends the next connections. */
let code: number

beforeEach(async () => {
	arrived = []
	server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
	server.on('connection', (socket) => {
		arrived.push(performance.now())
		socket.close(code)
	})
	await once(server, 'listening')
})
afterEach(() => server.close())

function connect(more: Partial<ConnectionEvents> = {}) {
	const nothing = () => {}
	return keepConnected(window as Window & typeof globalThis, async () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, { bytes: nothing, message: nothing, state: nothing, gone: nothing, refused: nothing, ...more })
}

test('a dropped connection is tried again after 500 ms, then after twice that', async () => {
	code = 1011
	const connection = connect()
	while (arrived.length < 3) await once(server, 'connection')
	connection.close()
	const pauses = arrived.slice(1).map((at, index) => at - (arrived[index] ?? 0))
	// spec: PTY reconnect
	expect(reconnect).toEqual({ firstMs: 500, longestMs: 8000 })
	expect(pauses[0]).toBeGreaterThan(480)
	expect(pauses[0]).toBeLessThan(950)
	expect(pauses[1]).toBeGreaterThan(980)
})

test.each([
	[4401, 'refused: WebSocket error'],
	[4404, 'gone'],
])('a connection that is closed with %i is not tried again', async (closedWith, said) => {
	code = closedWith
	const heard = await new Promise<string>((resolve) => connect({ refused: (sentence) => resolve(`refused: ${sentence}`), gone: () => resolve('gone') }))
	expect(heard).toBe(said)
	expect(arrived).toHaveLength(1)
})

test('a line that went dead without a word is given up and made anew; one that says something stands', async () => {
	const silent = new WebSocketServer({ host: '127.0.0.1', port: 0 })
	await once(silent, 'listening')
	let pings: NodeJS.Timeout | undefined
	const made: number[] = []
	silent.on('connection', (socket) => {
		made.push(performance.now())
		if (made.length > 1) pings = setInterval(() => socket.send('{"type":"ping"}'), 50)
	})
	let heard = 0
	const nothing = () => {}
	// Longer than the silence that would end it.
	const standing = Promise.withResolvers<void>()
	const events = { bytes: nothing, message: () => ++heard === 40 && standing.resolve(), state: nothing, gone: nothing, refused: nothing }
	const connection = keepConnected(window as Window & typeof globalThis, async () => `ws://127.0.0.1:${(silent.address() as AddressInfo).port}/`, events, 900)
	await standing.promise
	expect(made).toHaveLength(2)
	clearInterval(pings)
	connection.close()
	silent.close()
})

test('the size of a terminal is sent at most every 100 ms', () => {
	// spec: resize throttle
	expect(resizeThrottleMs).toBe(100)
})

test('what is typed while there is no line arrives in order when there is one; what is too old does not', async () => {
	const later = new WebSocketServer({ host: '127.0.0.1', port: 0 })
	await once(later, 'listening')
	const heard: string[] = []
	const all = Promise.withResolvers<void>()
	later.on('connection', (socket) => {
		socket.on('message', (data) => {
			heard.push(JSON.parse(String(data)).data)
			if (heard.at(-1) === 'd') all.resolve()
		})
		socket.send('{"type":"replay","key":""}')
		socket.send('{"type":"live"}')
	})
	const nothing = () => {}
	const address = Promise.withResolvers<string>()
	const now = vi.spyOn(window.performance, 'now').mockReturnValue(0)
	const connection = keepConnected(window as Window & typeof globalThis, () => address.promise, { bytes: nothing, state: nothing, gone: nothing, refused: nothing, message: ({ type }) => type === 'live' && connection.type('d') })
	connection.type('a')
	now.mockReturnValue(typedForMs)
	connection.type('b')
	now.mockReturnValue(typedForMs + 1)
	connection.type('c')
	address.resolve(`ws://127.0.0.1:${(later.address() as AddressInfo).port}/`)
	await all.promise
	expect(heard).toEqual(['b', 'c', 'd'])
	connection.close()
	now.mockRestore()
	later.close()
})
