import type { Attachment, Ptys, ViewerEvent } from '@drydock/server-kit/pty/index.ts'
import type { WebSocket } from 'ws'
import type { ClientMessage, ServerMessage } from '../contract.ts'
import type { Recordings } from './recordings.ts'

/** A broken connection is noticed within two of these. */
const pingMs = 12_000
const policyViolation = 1008

/** What a page does with its terminal. */
type Controls = Attachment & { take(): void; record(isOn: boolean): void }
/** The page's own code for a terminal that is not there: 4000 plus the HTTP status. */
const goneCode = 4404

/** Shows one terminal on one socket until either ends. */
export async function bridge({ ptys, recordings }: { ptys: Ptys; recordings: Recordings }, { sid: find, owner }: { sid(): Promise<string>; owner: string }, socket: WebSocket): Promise<void> {
	// Keys may arrive before the terminal answers.
	const attached = Promise.withResolvers<Controls>()
	// Where there is no terminal, whoever opened the socket is told; what was meant for it is dropped.
	const withTerminal = (work: (controls: Controls) => void) => void attached.promise.then(work, () => {})
	const send = (message: ServerMessage) => socket.send(JSON.stringify(message))
	watchHealth(socket, () => send({ type: 'ping' }))
	socket.on('message', (data, isBinary) => {
		const message = isBinary ? undefined : readMessage(String(data))
		if (message?.type === 'probe') send({ type: 'probe' })
		else if (message) withTerminal((controls) => act(controls, message))
		else socket.close(policyViolation, 'not a message of a terminal')
	})
	socket.on('close', () => withTerminal(({ detach }) => detach()))
	try {
		const sid = await find()
		const attachment = await ptys.attach(sid, owner, {
			bytes: (bytes, release) => socket.send(bytes, { binary: true }, release),
			event: (event) => tell(event, send),
			lost: () => socket.close(1012, 'the terminal is gone'),
		})
		const stopWatching = recordings.watch(sid, send)
		socket.on('close', stopWatching)
		attached.resolve({ ...attachment, record: (isOn) => void recordings.set(sid, isOn), take: () => void ptys.take(sid, owner).catch(() => socket.close(goneCode, 'out of date')) })
	} catch (error) {
		attached.reject(error)
		withTerminal(() => {})
		throw error
	}
}

function act(controls: Controls, message: Exclude<ClientMessage, { type: 'probe' }>) {
	switch (message.type) {
		case 'input':
			return controls.input(message.data)
		case 'resize':
			return controls.resize({ cols: message.cols, rows: message.rows })
		case 'ack':
			return controls.ack(message.bytes)
		case 'take':
			return controls.take()
		case 'record':
			return controls.record(message.isOn)
		default:
			return message satisfies never
	}
}

function tell(event: ViewerEvent, send: (message: ServerMessage) => void) {
	switch (event.type) {
		case 'replay':
			return send({ type: 'replay', key: event.key })
		case 'resize':
			return send({ type: 'resize', cols: event.cols, rows: event.rows })
		case 'live': {
			const { sid, pid, runner, cwd, status, code } = event.session
			send({ type: 'live' })
			send({ type: 'status', status: 'connected', sid, pid, runner, cwd })
			if (status === 'exited') send({ type: 'status', status: 'exited', code: code ?? 0 })
			return
		}
		case 'exit':
			return send({ type: 'status', status: 'exited', code: event.code })
		case 'mark':
			return
		default:
			return event satisfies never
	}
}

function watchHealth(socket: WebSocket, sayAlive: () => void) {
	let isAlive = true
	const ping = setInterval(() => {
		if (!isAlive) return socket.terminate()
		isAlive = false
		socket.ping()
		sayAlive()
	}, pingMs)
	socket.on('pong', () => (isAlive = true))
	socket.on('message', () => (isAlive = true))
	socket.on('close', () => clearInterval(ping))
}

const isSide = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1000

/** Only what is exactly a message gets through. */
function readMessage(text: string): ClientMessage | undefined {
	const value = parse(text)
	if (typeof value !== 'object' || value === null || !('type' in value)) return undefined
	if (value.type === 'input' && 'data' in value && typeof value.data === 'string') return { type: 'input', data: value.data }
	if (value.type === 'record' && 'isOn' in value && typeof value.isOn === 'boolean') return { type: 'record', isOn: value.isOn }
	if (value.type === 'take' || value.type === 'probe') return { type: value.type }
	if (value.type === 'resize' && 'cols' in value && 'rows' in value && isSide(value.cols) && isSide(value.rows)) return { type: 'resize', cols: value.cols, rows: value.rows }
	if (value.type === 'ack' && 'bytes' in value && Number.isSafeInteger(value.bytes) && Number(value.bytes) >= 0) return { type: 'ack', bytes: Number(value.bytes) }
	return undefined
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
