// The wire between a server and the PTY host: length (4 bytes, of what follows), kind (1 byte), then JSON, or the number of a
// viewer (4 bytes) and raw terminal bytes.
const lengthBytes = 4
const bytesHeader = lengthBytes + 1 + 4
const messageKind = 0
const bytesKind = 1
/** Larger than any batch or message that is ever sent; more means that the other end is not ours. */
const maxFrameBytes = 4 * 1024 * 1024

export function messageFrame(message: unknown): Buffer {
	const text = Buffer.from(JSON.stringify(message))
	const head = Buffer.alloc(lengthBytes + 1)
	head.writeUInt32BE(text.length + 1)
	head.writeUInt8(messageKind, lengthBytes)
	return Buffer.concat([head, text])
}

/** The head of a frame of bytes; the bytes are written after it, uncopied. */
export function bytesHead(viewer: number, length: number): Buffer {
	const head = Buffer.alloc(bytesHeader)
	head.writeUInt32BE(length + bytesHeader - lengthBytes)
	head.writeUInt8(bytesKind, lengthBytes)
	head.writeUInt32BE(viewer, lengthBytes + 1)
	return head
}

interface FrameTaker {
	message(message: unknown): void
	/** A piece of a viewer's bytes; its memory is used again after `release`. */
	bytes(viewer: number, piece: Buffer, release: () => void): void
}

const headBytes = lengthBytes + 1

/**
 * Takes arriving chunks apart. Bytes are passed on in the pieces in which they come, uncopied: collecting whole frames would cost the
 * server some 50 MiB of garbage in a flood. `push` says with `free` that nobody needs the chunk any more.
 */
export function frameReader(taker: FrameTaker): { push(chunk: Buffer, free?: () => void): void } {
	let head: Buffer = Buffer.alloc(0)
	let needed = headBytes
	let viewer = 0
	let left = 0

	function takeHead() {
		const length = head.readUInt32BE()
		const kind = head.readUInt8(lengthBytes)
		if (length < 1 || length > maxFrameBytes) throw new Error(`A frame of ${length} bytes is not ours`)
		const whole = kind === bytesKind ? bytesHeader : lengthBytes + length
		if (head.length < whole) {
			needed = whole
			return
		}
		if (kind === bytesKind) {
			viewer = head.readUInt32BE(headBytes)
			left = length - (bytesHeader - lengthBytes)
		} else taker.message(JSON.parse(head.toString('utf8', headBytes)))
		head = Buffer.alloc(0)
		needed = headBytes
	}

	return {
		push(chunk, free = () => {}) {
			let holders = 1
			const release = () => {
				if (--holders === 0) free()
			}
			for (let at = 0; at < chunk.length; ) {
				const taken = Math.min(left > 0 ? left : needed - head.length, chunk.length - at)
				const piece = chunk.subarray(at, at + taken)
				at += taken
				if (left > 0) {
					left -= taken
					holders++
					taker.bytes(viewer, piece, release)
				} else {
					head = Buffer.concat([head, piece])
					if (head.length === needed) takeHead()
				}
			}
			release()
		},
	}
}
