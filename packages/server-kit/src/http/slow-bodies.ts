import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'

/** Ours arrive at once; whoever sends slower holds a connection. */
const bodyMs = 60_000
/** Node's own limit, which knows no exception: the largest upload over 256 kbit/s. */
export const longestRequestMs = 15 * 60_000

const limits = new WeakMap<IncomingMessage, () => void>()

/** Ends the connection of a request whose body has not arrived by then. */
export function limitBody(request: IncomingMessage, clock: Clock): void {
	if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return
	const callOff = clock.after(bodyMs, () => {
		if (!request.complete) request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => request.socket.destroy())
	})
	limits.set(request, callOff)
	request.once('close', callOff)
}

/** Somebody who may send a file is sending one, however long that takes. */
export function liftLimit(request: IncomingMessage): void {
	limits.get(request)?.()
}
