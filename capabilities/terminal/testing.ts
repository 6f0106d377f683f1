import { once } from 'node:events'
import { testToken } from '@drydock/server-kit/testing'
import { WebSocket } from 'ws'
import type { ServerMessage } from './contract.ts'

/** A terminal as a page sees it, for tests; its socket is added to `sockets`. */
export async function openTerminal({ port, sockets }: { port: number; sockets: WebSocket[] }, query: Record<string, string> = {}) {
	const origin = `http://127.0.0.1:${port}`
	const answer = await fetch(`${origin}/session/ticket`, { method: 'POST', headers: { 'x-api-key': testToken, 'content-type': 'application/json' }, body: JSON.stringify({ path: '/shell/pty' }) })
	const { ticket } = (await answer.json()) as { ticket: string }
	const socket = new WebSocket(`ws://127.0.0.1:${port}/shell/pty?${new URLSearchParams({ ...query, ticket })}`, { origin })
	sockets.push(socket)
	const seen = { text: '', messages: [] as ServerMessage[], closed: 0 }
	const checks = new Set<() => void>()
	const check = () => checks.forEach((one) => one())
	socket.on('message', (data: Buffer, isBinary) => {
		if (isBinary) {
			seen.text += data.toString('utf8')
			send({ type: 'ack', bytes: data.length })
		} else seen.messages.push(JSON.parse(data.toString()))
		check()
	})
	socket.on('close', (code) => void ((seen.closed = code), check()))
	const send = (message: object) => socket.send(JSON.stringify(message))
	const until = (holds: () => boolean) =>
		new Promise<void>((resolve) => {
			const one = () => holds() && (checks.delete(one), resolve())
			checks.add(one)
			one()
		})
	await Promise.race([once(socket, 'open'), once(socket, 'close')])
	const status = () => seen.messages.find((message) => message.type === 'status')
	return { socket, seen, send, until, status, shows: (text: string) => until(() => seen.text.includes(text)), ready: () => until(() => status() !== undefined) }
}
