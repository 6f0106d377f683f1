import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { DrydockError } from '@drydock/contract'
import type { Done, Job } from './worker.ts'

/** Makes small pictures of large ones, one after the other, in a thread that is there only while there is work. */
export interface Codec {
	shrink(bytes: Uint8Array, size: number, signal?: AbortSignal): Promise<Buffer>
	close(): Promise<void>
}

/** The largest real photographs take a second or two here. */
const defaultTimeoutMs = 15_000
/** Its memory is given back when nobody has looked at pictures for a while. */
const idleMs = 20_000
/** Beyond this a folder is scrolled faster than pictures are made; what is asked for again comes then. */
const longestQueue = 500

interface Waiting {
	bytes: Uint8Array
	size: number
	signal?: AbortSignal
	resolve(bytes: Buffer): void
	reject(error: DrydockError): void
}

const unreadable = (why: string) => new DrydockError(422, 'media.thumbnail', 'No small picture can be made of this file', { details: { why } })

export function createCodec({ timeoutMs = defaultTimeoutMs } = {}): Codec {
	const queue: Waiting[] = []
	let worker: Worker | undefined
	let current: Waiting | undefined
	let timer: NodeJS.Timeout | undefined
	let count = 0

	function start(): Worker {
		const started = new Worker(fileURLToPath(import.meta.resolve('@drydock/server-kit/thumbnails/worker.ts')), { resourceLimits: { maxOldGenerationSizeMb: 256 }, stdout: true, stderr: true })
		// The decoders talk about every odd file.
		for (const output of [started.stdout, started.stderr]) output.resume()
		started.on('message', (done: Done) => worker === started && settle(done))
		started.on('error', (error) => worker === started && fail(error.message))
		started.unref()
		return started
	}

	function settle(done: Done) {
		const job = current
		current = undefined
		if ('bytes' in done) job?.resolve(Buffer.from(done.bytes))
		else job?.reject(unreadable(done.problem))
		next()
	}

	/** The thread broke or does not end: it goes, with whatever the picture did to it. */
	function fail(why: string) {
		void worker?.terminate()
		worker = undefined
		const job = current
		current = undefined
		job?.reject(unreadable(why))
		next()
	}

	function next() {
		clearTimeout(timer)
		current = queue.shift()
		// Whoever scrolled on waits for nothing.
		while (current?.signal?.aborted) {
			current.reject(new DrydockError(499, 'media.unwanted', 'Nobody waits for this picture any more'))
			current = queue.shift()
		}
		if (!current) {
			timer = setTimeout(() => void rest(), idleMs).unref()
			return
		}
		worker ??= start()
		timer = setTimeout(() => fail('It took too long'), timeoutMs).unref()
		const { bytes, size } = current
		worker.postMessage({ id: ++count, bytes, size } satisfies Job)
	}

	async function rest() {
		clearTimeout(timer)
		const idle = worker
		worker = undefined
		await idle?.terminate()
	}

	return {
		shrink(bytes, size, signal) {
			return new Promise((resolve, reject) => {
				if (queue.length >= longestQueue) queue.shift()?.reject(new DrydockError(503, 'media.busy', 'Too many pictures at once: ask again'))
				queue.push({ bytes, size, signal, resolve, reject })
				if (!current) next()
			})
		},
		close: rest,
	}
}
