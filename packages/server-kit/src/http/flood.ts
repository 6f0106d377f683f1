import type { WebSocket } from 'ws'

/** Typing, resizing and acknowledging stay far below (SECURITY LI-008). */
const framesPerSecond = 2000
const policyViolation = 1008
/** Time to read why it was closed; whoever goes on sending is cut off. */
const closingMs = 1000

/** Ends a socket that sends more than anyone types. A flood of pings is ended by the library itself, once their answers pile up. */
export function endFlood(socket: WebSocket): void {
	let frames = 0
	let since = 0
	let cutOff: NodeJS.Timeout | undefined
	const count = () => {
		const now = performance.now()
		if (now - since > 1000) [since, frames] = [now, 0]
		if (++frames < framesPerSecond || cutOff) return
		socket.close(policyViolation, 'too many messages')
		cutOff = setTimeout(() => socket.terminate(), closingMs)
	}
	socket.on('message', count)
	socket.on('close', () => clearTimeout(cutOff))
}
