import type { Context, FileReply } from '@drydock/server-kit'
import { attachmentName, contentType, type ContentType } from '@drydock/server-kit/content/content-type.ts'
import { rangedFile } from '@drydock/server-kit/content/ranged-file.ts'
import type { Workspace } from '@drydock/server-kit/workspace/index.ts'
import { realPathHeader } from '../contract.ts'

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
	const part = await rangedFile(workspace, asked, headers)
	return { status: part.status, body: part.body ?? '', type: kind.type, headers: { ...inert, ...part.headers } }
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
