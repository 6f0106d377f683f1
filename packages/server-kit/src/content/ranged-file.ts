import { DrydockError } from '@drydock/contract'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Workspace } from '../workspace/index.ts'
import { byteRange } from './ranges.ts'

/** A file of any size as HTTP wants it: whole, a part of it, or nothing new. */
export async function rangedFile(workspace: Workspace, { cwd, path }: { cwd: string; path: string }, asked: IncomingHttpHeaders): Promise<{ status: number; headers: Record<string, string>; body?: Readable }> {
	let status = 200
	let range: { start: number; end: number } | undefined
	const { size, mtime, etag, body } = await workspace.openRange(cwd, path, (total, tag) => {
		if (asked['if-none-match'] === `W/"${tag}"`) {
			status = 304
			return undefined
		}
		// A weak etag proves no equality of bytes, so a part is never added to one of another version.
		const found = asked['if-range'] === undefined ? byteRange(asked.range, total) : undefined
		if (found === 'unsatisfiable') {
			status = 416
			return undefined
		}
		if (found) status = 206
		range = found ?? { start: 0, end: total - 1 }
		return range
	})
	const headers: Record<string, string> = { 'accept-ranges': 'bytes', etag: `W/"${etag}"`, 'last-modified': new Date(mtime).toUTCString() }
	if (status === 416) throw new DrydockError(416, 'files.range', 'That range lies behind the end of the file.', { details: { size } })
	if (status === 206 && range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
	if (status !== 304) headers['content-length'] = String(range ? range.end - range.start + 1 : 0)
	return { status, headers, body }
}
