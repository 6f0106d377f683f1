import type { ClientMessage, ServerMessage } from '../contract.ts'
import { addLine } from './lines.ts'

/** spec: PTY reconnect */
export const reconnect = { firstMs: 500, longestMs: 8000 }
/** The server's own: 4000 plus the HTTP status. */
const goneCode = 4404
const refusedCodes = 4400
/** The server says something every 12 s: after two that did not come the line is dead, as after a network that went without a word. */
const deadAfterMs = 27_000
/** Who has typed into a line that was broken for longer looks again before going on: older keys would come as a surprise. */
export const typedForMs = 10_000
/** A long paste. */
const mostTyped = 256 * 1024

export interface ConnectionEvents {
	bytes(bytes: Uint8Array): void
	message(message: ServerMessage): void
	/** `retrying` comes with the reason why. */
	state(state: 'connecting' | 'online' | 'retrying'): void
	/** The server knows no such terminal any more. */
	gone(): void
	/** It will not work by trying again. */
	refused(sentence: string): void
}

export interface Connection {
	/** Says something about this line; without a line nobody needs it. */
	send(message: ClientMessage): void
	/** Passes on what a person types; while the line is made anew it waits. */
	type(data: string): void
	close(): void
}

/** Keeps a socket to one terminal open: 500 ms, doubling, at most 8 s; at once when the network or the page comes back. */
export function keepConnected(window: Window & typeof globalThis, address: () => Promise<string>, events: ConnectionEvents, silenceMs = deadAfterMs): Connection {
	let socket: WebSocket | undefined
	let timer: number | undefined
	let delay = reconnect.firstMs
	let isClosed = false
	let sentence = 'WebSocket error'
	let probedAt = 0
	let isLive = false
	let typed: { data: string; at: number }[] = []
	const { line, remove } = addLine(() => {
		probedAt = window.performance.now()
		send({ type: 'probe' })
	})

	async function connect() {
		timer = undefined
		events.state('connecting')
		try {
			const url = await address()
			if (!isClosed) listen(new window.WebSocket(url))
		} catch {
			retry()
		}
	}

	function listen(opened: WebSocket) {
		socket = opened
		let heardAt = window.performance.now()
		const watch = window.setInterval(() => window.performance.now() - heardAt > silenceMs && give(1006), silenceMs / 3)

		function give(code: number) {
			window.clearInterval(watch)
			if (socket !== opened) return
			socket = undefined
			isLive = false
			line.isOnline = false
			// A dead line never answers the closing either: nobody waits for it.
			opened.close()
			if (isClosed) return
			if (code === goneCode) events.gone()
			else if (code >= refusedCodes && code < 4500) events.refused(sentence)
			else retry()
		}

		opened.binaryType = 'arraybuffer'
		opened.addEventListener('open', () => {
			line.isOnline = true
			events.state('online')
		})
		opened.addEventListener('message', ({ data }) => {
			if (socket !== opened) return
			heardAt = window.performance.now()
			if (typeof data !== 'string') {
				line.received += data.byteLength
				return events.bytes(new Uint8Array(data))
			}
			const message = JSON.parse(data) as ServerMessage
			if (message.type === 'probe') line.roundTripMs = heardAt - probedAt
			if (message.type === 'status' && message.status === 'connected') line.sid = message.sid
			if (message.type === 'error') sentence = message.message
			// It works: the next outage starts with a short wait again.
			if (message.type === 'live') {
				delay = reconnect.firstMs
				isLive = true
				passOn()
			}
			events.message(message)
		})
		opened.addEventListener('close', ({ code }) => give(code))
	}

	function retry() {
		if (isClosed || timer !== undefined) return
		events.state('retrying')
		line.reconnects++
		timer = window.setTimeout(() => void connect(), delay)
		delay = Math.min(delay * 2, reconnect.longestMs)
	}

	function hurry() {
		if (timer === undefined || window.document.hidden) return
		window.clearTimeout(timer)
		void connect()
	}

	function send(message: ClientMessage) {
		if (socket?.readyState === 1) socket.send(JSON.stringify(message))
	}

	function type(data: string) {
		if (isLive) return send({ type: 'input', data })
		const length = typed.reduce((sum, one) => sum + one.data.length, data.length)
		if (length <= mostTyped) typed.push({ data, at: window.performance.now() })
	}

	function passOn() {
		const since = window.performance.now() - typedForMs
		for (const { data, at } of typed) if (at >= since) send({ type: 'input', data })
		typed = []
	}

	window.addEventListener('online', hurry)
	window.document.addEventListener('visibilitychange', hurry)
	void connect()
	return {
		send,
		type,
		close() {
			isClosed = true
			remove()
			window.clearTimeout(timer)
			window.removeEventListener('online', hurry)
			window.document.removeEventListener('visibilitychange', hurry)
			socket?.close(1000)
		},
	}
}
