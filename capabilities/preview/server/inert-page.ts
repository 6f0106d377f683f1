import type { Context, FileReply } from '@drydock/server-kit'
import { rangedFile } from '@drydock/server-kit/content/ranged-file.ts'
import type { Workspace } from '@drydock/server-kit/workspace/index.ts'
import { pagePath, resolvePage } from './page-path.ts'
import { pageType } from './page-type.ts'
import type { UsedFiles } from './used-files.ts'

/** Under the product's own name a page is shown to programs only, and could run nothing. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

export async function inertPage(workspace: Workspace, used: UsedFiles, asked: { cwd: string; path: string }, { headers }: Context): Promise<FileReply> {
	const { path } = await resolvePage(workspace, asked.cwd, pagePath(asked.path))
	const { etag, mtime } = await used.state(asked.cwd, path)
	const answer = { 'content-security-policy': inert, 'cache-control': 'private, no-cache', etag, 'last-modified': new Date(mtime).toUTCString() }
	if (headers['if-none-match'] === etag) return { status: 304, body: '', type: pageType(path), headers: answer }
	const part = await rangedFile(workspace, { cwd: asked.cwd, path }, { range: headers.range })
	return { status: part.status, body: part.body ?? '', type: pageType(path), headers: { ...part.headers, ...answer } }
}
