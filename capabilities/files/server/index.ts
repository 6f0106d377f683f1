import { DrydockError } from '@drydock/contract'
import { serve, type Kernel } from '@drydock/server-kit'
import { indexLimit, type Author, type ListedEntry, type Listing, type Moved } from '@drydock/server-kit/workspace/index.ts'
import * as contract from '../contract.ts'
import { fileReply } from './file-reply.ts'
import { readGitStatus } from './git-status.ts'
import { join, lastOf, parentOf } from './names.ts'
import { confirmProtected, you } from './protected.ts'
import { createReadAhead } from './read-ahead.ts'
import { upload } from './upload.ts'
import { warm } from './warm.ts'

// Looking at each entry costs more than listing them all: beyond this, sizes are asked for as they come into view.
const detailsLimit = contract.treeLimit

export default serve(contract, (kernel) => {
	const { workspace } = kernel
	const showFolders = createReadAhead({
		after: kernel.clock.after,
		signal: kernel.stopping,
		read: (folder) => workspace.list(folder, '', { limit: 1 }),
	})
	return {
		children: ({ cwd, path, limit }) => listed(kernel, cwd, path, limit),
		listFolder: ({ cwd, path }) => listed(kernel, cwd, path, contract.listLimit),
		async listNames({ cwd, path, limit }) {
			const { entries, total } = await workspace.list(cwd, path, { limit })
			showFolders(entries.filter(({ folder, link }) => folder && !link).map(({ name }) => join(cwd, join(path, name))))
			return { names: entries.map(({ name }) => name), kinds: entries.map(kindOf).join(''), total }
		},
		async details({ cwd, path, names }) {
			const found = await Promise.all(names.map((name) => workspace.stat(cwd, join(path, name)).catch(() => undefined)))
			return { details: found.map((stat) => (stat ? { size: stat.size, mtime: stat.mtime } : null)) }
		},
		searchFiles: (input, { signal }) => searched(kernel, input, signal),
		async node({ cwd, path }) {
			const { kind, size, mtime } = await workspace.stat(cwd, path)
			const isFolder = kind === 'folder'
			return { ok: true, exists: true, name: path.split('/').at(-1) ?? '', path, is_dir: isFolder, type: isFolder ? 'dir' : 'file', size: isFolder ? null : size, mtime }
		},
		readFile: (input, context) => fileReply(workspace, input, context),
		async writeFile({ cwd, path, content, expected, confirm }) {
			confirmProtected(kernel, { cwd, paths: [path], does: 'Save', word: confirm })
			const { etag, entry } = await workspace.write({ cwd, path, content, expected }, you)
			return { ok: true, etag, entry: entry ?? null }
		},
		async renameFile({ cwd, path, to, confirm }) {
			confirmProtected(kernel, { cwd, paths: [path, to], does: 'Rename', word: confirm })
			const { entry } = await workspace.rename(cwd, path, to, you)
			return { ok: true, entry: entry ?? null }
		},
		async moveFiles({ cwd, paths, folder, confirm }) {
			confirmProtected(kernel, { cwd, paths: paths.flatMap((path) => [path, join(folder, lastOf(path))]), does: 'Move', word: confirm })
			return moved(await workspace.move(cwd, paths, folder, you))
		},
		async copyFiles({ cwd, paths, folder, confirm }) {
			confirmProtected(kernel, { cwd, paths: paths.map((path) => join(folder, lastOf(path))), does: 'Copy', word: confirm })
			return moved(await workspace.copy(cwd, paths, folder, you))
		},
		async discardFiles({ cwd, paths, confirm }) {
			confirmProtected(kernel, { cwd, paths, does: 'Delete', word: confirm })
			return moved(await workspace.discard(cwd, paths, you))
		},
		listTrash: async () => ({ items: (await workspace.trash()).map(({ id, root, path, at, bytes, isFolder }) => ({ id, root, path, at, size: bytes, is_dir: isFolder })) }),
		async restoreTrash({ id }) {
			const { item, entry } = await workspace.restore(id, you)
			return { ok: true, root: item.root, path: item.path, entry: entry ?? null }
		},
		async emptyTrash({ ids }) {
			await workspace.emptyTrash(ids)
			return { ok: true }
		},
		uploadFile: (input) => upload(kernel, input),
		async rescan({ cwd }, { signal }) {
			const { files, folders, issues, truncated } = await workspace.rescan(cwd, signal)
			return { ok: true, files, dirs: folders, errors: issues, truncated }
		},
		warmup: ({ cwd, paths, budget_ms }, { signal }) => warm(kernel, { cwd, paths, budgetMs: budget_ms, signal }),
		async cacheStatus() {
			const trash = await workspace.trash()
			return {
				ok: true,
				indexes: workspace.indexes().map(({ lookedAt, buildMs, ...rest }) => ({ ...rest, looked_at: lookedAt, build_ms: buildMs })),
				limit: indexLimit,
				trash: { items: trash.length, bytes: trash.reduce((sum, { bytes }) => sum + bytes, 0) },
			}
		},
		gitStatus: ({ cwd }, { signal }) => readGitStatus(kernel, workspace.resolve(cwd).absolute, signal),
		async scaffold({ cwd, dirs, files, confirm }) {
			// Every path is judged before the first one is made.
			for (const path of [...dirs, ...files.map((file) => file.path)]) workspace.resolve(cwd, path)
			confirmProtected(kernel, { cwd, paths: [...dirs, ...files.map(({ path }) => path)], does: 'Make', word: confirm })
			const author: Author = { kind: 'scaffold', label: 'New files' }
			const [created, skipped]: [string[], string[]] = [[], []]
			for (const path of ['', ...dirs]) if ((await workspace.makeFolder(cwd, path, author)).entry) created.push(path)
			for (const { path, content } of files) {
				await workspace.makeFolder(cwd, path.split('/').slice(0, -1).join('/'), author)
				const isNew = await workspace.write({ cwd, path, content, expected: 'absent' }, author).then(() => true, isThere)
				if (isNew) created.push(path)
				else skipped.push(path)
			}
			return { ok: true, created, skipped }
		},
		async *watchFiles({ cwd, path }, { signal, resumeAfter }) {
			// Nothing is told again: after a break the reader looks for itself, and must not take these events for old ones.
			let seq = resumeAfter
			for await (const event of workspace.watch(cwd, path, signal)) {
				seq++
				if (event.type === 'ready') yield { seq, type: 'ready', data: { polling: event.polling, refused: event.refused } }
				else yield { seq, type: 'changed', data: event.change }
			}
		},
	}
})

async function searched({ workspace }: Kernel, { cwd, query, q, limit }: { cwd: string; query: string; q?: string; limit: number }, signal: AbortSignal) {
	const { found, total, truncated } = await workspace.search(cwd, q ?? query, { limit, signal })
	const results = await Promise.all(
		found.map(async ({ path, isFolder, score, ranges }) => {
			const stat = await workspace.look(cwd, path)
			return { ...shown(parentOf(path), { name: path.slice(path.lastIndexOf('/') + 1), folder: isFolder, link: stat?.kind === 'link', size: stat?.size, mtime: stat?.mtime }), score, ranges }
		}),
	)
	return { ok: true, results, total, truncated }
}

async function listed({ workspace }: Kernel, cwd: string, path: string, limit: number) {
	const listing = await workspace.list(cwd, path, { limit, details: limit <= detailsLimit })
	return { ok: true, entries: listing.entries.map((entry) => shown(path, entry)), total: listing.total, truncated: isCut(listing) }
}

function shown(folder: string, { name, folder: isFolder, link, size, mtime }: ListedEntry) {
	return { name, path: join(folder, name), is_dir: isFolder, type: isFolder ? ('dir' as const) : ('file' as const), link, size: isFolder ? null : (size ?? null), mtime: mtime ?? null }
}

function isCut({ entries, total }: Listing): boolean {
	return total > entries.length
}

function moved({ entry, done, failed }: Moved) {
	return { ok: failed.length === 0, entry: entry ?? null, done, failed }
}

function kindOf({ folder, link }: ListedEntry): number {
	return (folder ? 1 : 0) + (link ? 2 : 0)
}


function isThere(error: unknown): false {
	if (error instanceof DrydockError && (error.code === 'conflict' || error.code === 'workspace.is_folder')) return false
	throw error
}
