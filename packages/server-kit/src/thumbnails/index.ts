import type { Readable } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import type { Workspace } from '../workspace/index.ts'
import { createCache } from './cache.ts'
import { createCodec } from './codec.ts'

/** Small pictures of the user's, made once. */
export interface Thumbnails {
	/** A WebP of at most `size` pixels each way. 415 for what is no picture, 422 for a picture that cannot be read. */
	of(file: { cwd: string; path: string }, size: number, signal?: AbortSignal): Promise<{ bytes: Buffer; etag: string }>
	close(): Promise<void>
}

/** Larger files are no pictures that one looks at in a list. */
const mostBytes = 48 * 2 ** 20
/** Pictures that could not be read, so that nobody tries again and again. */
const mostKnownBad = 1000

export function createThumbnails({ workspace, folder }: { workspace: Workspace; folder: string }): Thumbnails {
	const codec = createCodec()
	const cache = createCache(folder)
	const bad = new Map<string, DrydockError>()

	async function make(file: { cwd: string; path: string }, size: number, signal?: AbortSignal): Promise<Buffer> {
		const { body } = await workspace.openRange(file.cwd, file.path, (total) => {
			if (total > mostBytes) throw new DrydockError(413, 'media.too_large', 'This picture is too large to be made smaller')
			return { start: 0, end: total - 1 }
		})
		const picture = body ? await bytesOf(body) : Buffer.alloc(0)
		if (!isPicture(picture)) throw new DrydockError(415, 'media.no_picture', 'This file is no picture that can be made smaller')
		return codec.shrink(picture, size, signal)
	}

	function remember(key: string, error: unknown) {
		if (!(error instanceof DrydockError) || error.status >= 500 || error.status === 499) return
		bad.set(key, error)
		for (const old of bad.keys()) if (bad.size > mostKnownBad) bad.delete(old)
	}

	return {
		async of(file, size, signal) {
			const { absolute } = workspace.resolve(file.cwd, file.path)
			const { etag } = await workspace.openRange(file.cwd, file.path, () => undefined)
			// The etag changes with the file, so an old picture is never shown for a new one.
			const key = JSON.stringify([absolute, etag, size])
			const failure = bad.get(key)
			if (failure) throw failure
			const found = await cache.get(key)
			if (found) return { bytes: found, etag: `"${etag}-${size}"` }
			try {
				const bytes = await make(file, size, signal)
				await cache.put(key, bytes)
				return { bytes, etag: `"${etag}-${size}"` }
			} catch (error) {
				remember(key, error)
				throw error
			}
		},
		close: codec.close,
	}
}

async function bytesOf(body: Readable): Promise<Buffer> {
	const chunks: Buffer[] = []
	for await (const chunk of body) chunks.push(chunk)
	return Buffer.concat(chunks)
}

/** By its first bytes and never by its name: the decoder is only shown what it is meant for. */
function isPicture(bytes: Buffer): boolean {
	const head = bytes.toString('latin1', 0, 16)
	return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') || /^GIF8[79]a/.test(head) || /^RIFF....WEBP/s.test(head) || /^....ftyp(avif|avis|mif1|heic)/s.test(head)
}
