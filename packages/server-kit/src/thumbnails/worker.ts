// Decodes pictures of strangers: WebAssembly in a thread of its own, so that neither a broken decoder nor an endless picture reaches the server.
import { parentPort } from 'node:worker_threads'
import Vips from 'wasm-vips'

export interface Job {
	id: number
	bytes: Uint8Array
	size: number
}
export type Done = { id: number; bytes: Uint8Array } | { id: number; problem: string }

/** A picture of today's best cameras; more is a bomb. Decoded it takes at most 4 bytes for each. */
const mostPixels = 64_000_000
const quality = 78

const vips = await Vips({ dynamicLibraries: ['vips-heif.wasm'], print: () => {}, printErr: () => {} })
vips.concurrency(1)
// Each picture is seen once.
vips.Cache.max(0)
// Only decoders that are fuzzed by their makers.
vips.blockUntrusted(true)

parentPort?.on('message', (job: Job) => parentPort?.postMessage(done(job)))

function done({ id, bytes, size }: Job): Done {
	try {
		return { id, bytes: shrunk(bytes, size) }
	} catch (error) {
		return { id, problem: error instanceof Error ? error.message.slice(0, 300) : 'The picture cannot be read' }
	} finally {
		vips.deletionQueue.splice(0)
	}
}

function shrunk(bytes: Uint8Array, size: number): Uint8Array {
	using head = disposable(vips.Image.newFromBuffer(bytes))
	if (head.image.width * head.image.height > mostPixels) throw new Error('The picture has too many pixels')
	using small = disposable(vips.Image.thumbnailBuffer(bytes, size, { height: size, size: 'down' }))
	// A copy of its own: what the codec returns lies in its memory.
	return new Uint8Array(small.image.writeToBuffer('.webp', { Q: quality }))
}

/** The codec's objects are outside of the collector's reach. */
function disposable(image: Vips.Image) {
	return { image, [Symbol.dispose]: () => image.delete() }
}
