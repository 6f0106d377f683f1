import type { FileStat, Workspace } from '@drydock/server-kit/workspace/index.ts'
import { extensionOf, extensions, mediaKind, mediaLimit, type MediaKind } from '../contract.ts'

interface Asked {
	cwd: string
	path: string
	kind: MediaKind | 'all'
}

/** Looked at side by side: more gains nothing on any disk. */
const atOnce = 64

/** The media of a folder, newest first. */
export async function listed(workspace: Workspace, { cwd, path, kind }: Asked) {
	const { entries } = await workspace.list(cwd, path)
	const folders = entries.filter(({ folder, name }) => folder && !name.startsWith('.')).map(({ name }) => name)
	const wanted = entries.flatMap(({ folder, name }) => {
		const found = folder ? undefined : kindIn(name, kind)
		return found ? [{ name, path: path === '' ? name : `${path.replace(/\/+$/, '')}/${name}`, kind: found }] : []
	})
	const items: (typeof wanted[number] & { size: number; mtime: number })[] = []
	for (let start = 0; start < wanted.length; start += atOnce) {
		const some = wanted.slice(start, start + atOnce)
		const stats = await Promise.all(some.map((item) => statOf(workspace, cwd, item.path)))
		items.push(...some.flatMap((item, index) => (stats[index] ? [{ ...item, size: stats[index].size, mtime: stats[index].mtime }] : [])))
	}
	items.sort((a, b) => b.mtime - a.mtime || (a.name < b.name ? -1 : 1))
	return { ok: true, folders, items: items.slice(0, mediaLimit), total: items.length }
}

/** What a file counts as: in a list of one kind everything that may be of that kind. */
function kindIn(name: string, wanted: MediaKind | 'all'): MediaKind | undefined {
	const kind = mediaKind(name)
	if (wanted === 'all' || kind === undefined) return kind
	return extensions[wanted].includes(extensionOf(name)) ? wanted : undefined
}

/** Undefined for what is gone or leads out of the project. */
async function statOf(workspace: Workspace, cwd: string, path: string): Promise<FileStat | undefined> {
	const found = await workspace.look(cwd, path)
	const stat = found?.kind === 'link' ? await workspace.stat(cwd, path).catch(() => undefined) : found
	return stat?.kind === 'file' ? stat : undefined
}
