import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import type { Anchor } from './anchor.ts'
import { isTemporary, mayBeRaw, wirePath } from './names.ts'
import type { ListedEntry } from './types.ts'

// Names compare by locale up to here (a person reads them); beyond it by code, since 10,000 comparisons by locale take longer than reading the folder.
const localeLimit = 1000
const byName = new Intl.Collator('en', { numeric: true }).compare

/** What lies in a folder, as people read it: folders first. */
export async function namesIn(folder: Anchor): Promise<ListedEntry[]> {
	let found = (await readdir(folder.self, { withFileTypes: true })).map((entry) => entryOf(entry.name, entry))
	if (found.some(({ name }) => mayBeRaw(name))) {
		const raw = await readdir(folder.self, { withFileTypes: true, encoding: 'buffer' })
		found = raw.map((entry) => entryOf(wirePath(entry.name), entry))
	}
	// A link shows as what it leads to, if that is inside; opening it judges.
	await Promise.all(found.filter(({ link: isLink }) => isLink).map(async (entry) => Object.assign(entry, await targetOf(folder, entry.name))))
	const compare = found.length > localeLimit ? byCode : byName
	const folders = found.filter((entry) => entry.folder)
	const files = found.filter((entry) => !entry.folder && !isTemporary(entry.name))
	for (const part of [folders, files]) part.sort((a, b) => compare(a.name, b.name))
	return [...folders, ...files]
}

function entryOf(name: string, entry: Dirent<string> | Dirent<Buffer>): ListedEntry {
	return { name, folder: entry.isDirectory(), link: entry.isSymbolicLink() }
}

function byCode(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0
}

async function targetOf(folder: Anchor, name: string) {
	return { folder: await stat(folder.at(name)).then((info) => info.isDirectory(), () => false) }
}
