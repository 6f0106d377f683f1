import type { Workspace } from '@drydock/server-kit/workspace/index.ts'

/** Which files a page has loaded, so that one question tells whether any of them has changed. */
export interface UsedFiles {
	/** A page was sent. */
	page(cwd: string, page: string): void
	/** A file was asked for by a page, or by a file that the page uses. */
	add(cwd: string, path: string, by: string): Promise<void>
	/** Its etag stays the same while a page only goes on loading. */
	state(cwd: string, page: string): Promise<{ etag: string; mtime: number }>
}

/** Files of one page that are watched. */
const mostFiles = 200
/** Pages that are previewed at a time. */
const mostPages = 100

interface Page {
	cwd: string
	page: string
	/** What each file was when it was last looked at. */
	files: Map<string, string>
	/** How often one of them turned out to be another. */
	changes: number
}

export function createUsedFiles(workspace: Workspace): UsedFiles {
	const pages = new Map<string, Page>()
	const keyOf = (cwd: string, page: string) => JSON.stringify([cwd, page])

	async function markOf(cwd: string, path: string): Promise<string> {
		const stat = await workspace.look(cwd, path).catch(() => undefined)
		return stat ? `${stat.mtime}.${stat.size}` : 'none'
	}

	function note(known: Page, path: string, mark: string) {
		const before = known.files.get(path)
		if (before !== undefined && before !== mark) known.changes++
		if (before !== undefined || known.files.size < mostFiles) known.files.set(path, mark)
	}

	return {
		page(cwd, page) {
			const key = keyOf(cwd, page)
			const known = pages.get(key) ?? { cwd, page, files: new Map(), changes: 0 }
			pages.delete(key)
			pages.set(key, known)
			for (const old of pages.keys()) if (pages.size > mostPages) pages.delete(old)
		},
		async add(cwd, path, by) {
			const users = [...pages.values()].filter((each) => each.cwd === cwd && (each.page === by || each.files.has(by)))
			if (users.length === 0) return
			const mark = await markOf(cwd, path)
			for (const known of users) note(known, path, mark)
		},
		async state(cwd, page) {
			const { etag, mtime } = await workspace.openRange(cwd, page, () => undefined)
			const known = pages.get(keyOf(cwd, page))
			if (known) await Promise.all([...known.files.keys()].map(async (path) => note(known, path, await markOf(cwd, path))))
			return { etag: `W/"${etag}-${known?.changes ?? 0}"`, mtime }
		},
	}
}
