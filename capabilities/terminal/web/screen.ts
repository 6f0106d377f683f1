import type { Terminal } from '@xterm/xterm'
import type { ClientMessage, ServerMessage } from '../contract.ts'
import { loadPictures } from './engine.ts'
import { bidiMarker } from './mark-bidi.ts'
import { pictureSplitter, type Picture } from './picture-splitter.ts'

/** Acknowledged in such steps; a program is paused at 1 MiB and goes on at 256 KiB. */
const ackBytes = 64 * 1024
/** A program that ended may have left the terminal in any state: main screen, visible cursor, no mouse, plain colours. */
const tidy = '\u001b[?1049l\u001b[!p\u001b[?25h\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?2004l\u001b[0m'

/** Synchronized output: between these nothing is drawn, for a second at most. */
const [holdDrawing, draw] = ['\u001b[?2026h', '\u001b[?2026l']

export interface Screen {
	bytes(bytes: Uint8Array): void
	message(message: ServerMessage): void
	/** Whether what is drawn was printed before: the engine's answers to it are dropped. */
	readonly isReplaying: boolean
}

/** Puts what the server sends onto the screen, in order, and acknowledges what was drawn. */
export function createScreen(terminal: Terminal, { send, onReady, onReset }: { send(message: ClientMessage): void; onReady(): void; onReset(): void }): Screen {
	const mark = bidiMarker()
	const split = pictureSplitter()
	let pictures: ReturnType<typeof loadPictures> | undefined
	const held: (() => void)[] = []
	let isHolding = false
	let isReplaying = false
	let drawn = 0

	function inOrder(work: () => void) {
		if (isHolding) held.push(work)
		else work()
	}

	/** Waits until everything before was parsed: a size belongs between the bytes where it was set. */
	function afterAll(work: () => void | Promise<void>) {
		inOrder(() => {
			isHolding = true
			terminal.write('', async () => {
				await work()
				isHolding = false
				while (!isHolding && held.length > 0) held.shift()?.()
			})
		})
	}

	/** What cannot be drawn is left out, as if it had not been printed. */
	async function drawPicture(picture: Picture) {
		try {
			pictures ??= loadPictures(terminal)
			await (await pictures)(picture)
		} catch (error) {
			console.debug('A picture could not be drawn', error)
		}
	}

	function acknowledge(bytes: number) {
		drawn += bytes
		if (drawn < ackBytes) return
		send({ type: 'ack', bytes: drawn })
		drawn = 0
	}

	return {
		get isReplaying() {
			return isReplaying
		},
		bytes(bytes) {
			for (const part of split(mark(bytes))) {
				if ('text' in part) afterAll(() => drawPicture(part))
				else inOrder(() => terminal.write(part))
			}
			inOrder(() => terminal.write('', () => acknowledge(bytes.length)))
		},
		message(message) {
			switch (message.type) {
				case 'replay':
					return afterAll(() => {
						isReplaying = true
						drawn = 0
						terminal.reset()
						terminal.write(holdDrawing)
						onReset()
					})
				case 'resize':
					return afterAll(() => terminal.resize(message.cols, message.rows))
				case 'live':
					return afterAll(() => {
						isReplaying = false
						terminal.write(draw)
					})
				case 'status':
					return message.status === 'exited' ? inOrder(() => terminal.write(tidy)) : afterAll(onReady)
				case 'recording':
				case 'changes':
				case 'error':
				case 'ping':
				case 'probe':
					return
				default:
					return message satisfies never
			}
		},
	}
}
