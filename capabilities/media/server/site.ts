import { DrydockError } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { contentType } from '@drydock/server-kit/content/content-type.ts'
import type { Here, Site } from '@drydock/server-kit/content/index.ts'
import { rangedFile } from '@drydock/server-kit/content/ranged-file.ts'
import { send, type Answer } from '@drydock/server-kit/content/replies.ts'
import { mediaKind } from '../contract.ts'

/** Sizes that are made; any number would fill the store. */
const sizes = [160, 320, 640]
/** A file may be a page too: whatever it holds, it is nothing but a picture, a film or a sound. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

/** The media of one folder, for elements that send no header. */
export function mediaSite(kernel: Kernel, cwd: string): Site {
	return {
		embeds: ['image', 'video', 'audio', 'track'],
		async answer(request, reply, { url }) {
			const gone = new AbortController()
			reply.on('close', () => gone.abort())
			const path = url.searchParams.get('path') ?? ''
			if (url.pathname === '/fs/file') return send(request, reply, await file(kernel, { cwd, path }, request.headers))
			if (url.pathname === '/fs/thumbnail') return send(request, reply, await thumbnail(kernel, { cwd, path }, { url, known: request.headers['if-none-match'], signal: gone.signal }))
			throw new DrydockError(404, 'not_found', 'There is nothing here')
		},
	}
}

async function file({ workspace }: Kernel, asked: { cwd: string; path: string }, headers: Parameters<typeof rangedFile>[2]): Promise<Answer> {
	if (!mediaKind(asked.path)) throw new DrydockError(403, 'media.other', 'This name shows pictures, films and sounds only')
	const answer = await rangedFile(workspace, asked, headers)
	return { ...answer, headers: { ...answer.headers, 'content-type': contentType(asked.path).type, 'content-security-policy': inert, 'cache-control': 'private, no-cache' } }
}

async function thumbnail({ thumbnails }: Kernel, asked: { cwd: string; path: string }, { url, known, signal }: { url: Here['url']; known: string | undefined; signal: AbortSignal }): Promise<Answer> {
	const wanted = Number(url.searchParams.get('size'))
	const size = sizes.find((each) => each >= wanted) ?? 640
	if (mediaKind(asked.path) !== 'image') throw new DrydockError(403, 'media.other', 'Only pictures are made smaller')
	const { bytes, etag } = await thumbnails.of(asked, size, signal)
	// With a version in the address it never changes.
	const caching = url.searchParams.has('v') ? 'private, max-age=31536000, immutable' : 'private, no-cache'
	const headers = { etag, 'cache-control': caching, 'content-type': 'image/webp', 'content-security-policy': inert }
	if (known === etag) return { status: 304, headers }
	return { headers: { ...headers, 'content-length': String(bytes.length) }, body: bytes }
}
