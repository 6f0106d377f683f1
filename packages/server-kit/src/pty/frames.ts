/**
 * The wire between a server and the PTY host: length (4 bytes, of what follows), kind (1 byte), then JSON, or the number of a
 * viewer (4 bytes) and raw terminal bytes.
 */
export type Frame = { kind: 'message'; message: unknown } | { kind: 'bytes'; viewer: number; bytes: Buffer }

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

/** Turns arriving chunks into frames; throws on nonsense. */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
	let rest: Buffer = Buffer.alloc(0)
	return (chunk) => {
		rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
		while (rest.length >= lengthBytes) {
			const length = rest.readUInt32BE()
			if (length < 1 || length > maxFrameBytes) throw new Error(`A frame of ${length} bytes is not ours`)
			if (rest.length < lengthBytes + length) return
			const frame = rest.subarray(lengthBytes, lengthBytes + length)
			rest = rest.subarray(lengthBytes + length)
			onFrame(readFrame(frame))
		}
	}
}

function readFrame(frame: Buffer): Frame {
	if (frame.readUInt8() === bytesKind) return { kind: 'bytes', viewer: frame.readUInt32BE(1), bytes: frame.subarray(5) }
	return { kind: 'message', message: JSON.parse(frame.toString('utf8', 1)) }
}
