import { DrydockError } from '@drydock/contract'
import type { Context, FileReply } from '@drydock/server-kit'
import type { Workspace } from '@drydock/server-kit/workspace/index.ts'
import { realPathHeader } from '../contract.ts'
import { attachmentName, contentType, type ContentType } from './content-type.ts'
import { byteRange } from './ranges.ts'

interface Asked {
	cwd: string
	path: string
	download?: boolean
}

/** Answers `GET /fs/file`: text whole with the etag that a save needs, everything else streamed, always inert in a browser. */
export async function fileReply(workspace: Workspace, asked: Asked, { headers }: Context): Promise<FileReply> {
	const kind = contentType(asked.path)
	const inert = inertHeaders(asked, kind)
	if (!kind.isMedia && headers.range === undefined) {
		const { bytes, etag, mtime, path } = await workspace.read(asked.cwd, asked.path)
		const answer = { ...inert, etag: `"${etag}"`, 'last-modified': new Date(mtime).toUTCString(), [realPathHeader]: encodeURIComponent(path.toWellFormed()) }
		if (headers['if-none-match'] === answer.etag) return { status: 304, body: '', type: kind.type, headers: answer }
		return { body: bytes, type: kind.type, headers: answer }
	}
	return streamed(workspace, asked, { kind, inert, header: headers.range, known: headers['if-none-match'] })
}

async function streamed(workspace: Workspace, { cwd, path }: Asked, { kind, inert, header, known }: { kind: ContentType; inert: Record<string, string>; header?: string; known?: string }): Promise<FileReply> {
	let status = 200
	let range: { start: number; end: number } | undefined
	const { size, mtime, etag, body } = await workspace.openRange(cwd, path, (total, tag) => {
		if (known === `W/"${tag}"`) {
			status = 304
			return undefined
		}
		const found = byteRange(header, total)
		if (found === 'unsatisfiable') {
			status = 416
			return undefined
		}
		if (found) status = 206
		range = found ?? { start: 0, end: total - 1 }
		return range
	})
	const answer: Record<string, string> = { ...inert, 'accept-ranges': 'bytes', etag: `W/"${etag}"`, 'last-modified': new Date(mtime).toUTCString() }
	if (status === 416) throw new DrydockError(416, 'files.range', 'That range lies behind the end of the file.', { details: { size } })
	if (status === 206 && range) answer['content-range'] = `bytes ${range.start}-${range.end}/${size}`
	if (status !== 304) answer['content-length'] = String(range ? range.end - range.start + 1 : 0)
	return { status, body: body ?? '', type: kind.type, headers: answer }
}

/** Nothing that lies in a project may ever run as a page of ours. */
function inertHeaders({ path, download }: Asked, { isActive }: ContentType): Record<string, string> {
	return {
		'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox",
		'x-content-type-options': 'nosniff',
		// The etag decides; without this a browser may show yesterday's file.
		'cache-control': 'private, no-cache',
		...(isActive || download ? { 'content-disposition': attachmentName(path) } : {}),
	}
}
