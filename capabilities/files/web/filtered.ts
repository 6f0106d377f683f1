import { isFolderKind, joined, type TreeState } from './tree.ts'
import { parentOf } from './folders.ts'
import { rowsOf, type Row } from './rows.ts'

/** Something that a search of the whole project found. */
export interface FoundPath {
	path: string
	isFolder: boolean
	isLink: boolean
}

interface Node {
	name: string
	isFolder: boolean
	isLink: boolean
}

const byName = new Intl.Collator('en', { numeric: true }).compare

/** The rows that match: what stands in open folders at once, what a search found in closed ones with the way to it. */
export function filteredRows(state: TreeState, filter: string, found: readonly FoundPath[]): Row[] {
	const rows = rowsOf(state, filter)
	const known = new Set(rows.flatMap((row) => ('name' in row ? row.path : [])))
	const words = filter.trim().toLowerCase().split(/\s+/)
	// A filter hides; letters anywhere in a path, as when one looks for something, would hide too little.
	const further = found.filter(({ path }) => !known.has(path) && words.every((word) => path.toLowerCase().includes(word)))
	if (further.length === 0) return rows
	const tree = new Map<string, Map<string, Node>>()
	const add = (path: string, isFolder: boolean, isLink: boolean) => {
		const folder = parentOf(path)
		if (folder !== '' && !tree.get(parentOf(folder))?.has(nameIn(folder))) add(folder, true, false)
		const nodes = tree.get(folder) ?? new Map<string, Node>()
		tree.set(folder, nodes.set(nameIn(path), { name: nameIn(path), isFolder, isLink }))
	}
	for (const row of rows) if ('name' in row) add(row.path, row.kind === 'folder', row.isLink)
	for (const { path, isFolder, isLink } of further) add(path, isFolder, isLink)
	const notes = Map.groupBy(rows.filter((row) => row.kind === 'more' || row.kind === 'error'), ({ path }) => path)
	const result: Row[] = []
	const emit = (folder: string, depth: number) => {
		const nodes = [...(tree.get(folder)?.values() ?? [])].sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || byName(a.name, b.name))
		for (const [index, { name, isFolder, isLink }] of nodes.entries()) {
			const path = joined(folder, name)
			const common = { path, depth, position: index + 1, siblings: nodes.length, name, isLink }
			if (!isFolder) result.push({ ...common, kind: 'file' })
			else {
				result.push({ ...common, kind: 'folder', isExpanded: tree.has(path) || state.expanded.has(path) })
				emit(path, depth + 1)
			}
		}
		result.push(...(notes.get(folder) ?? []))
	}
	emit('', 0)
	return result
}

function nameIn(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}

/** The kind of something in an open folder. */
export function isFolderAt(state: TreeState, path: string): boolean {
	if (path === '' || state.expanded.has(path)) return true
	const parent = state.folders.get(parentOf(path))?.content
	return isFolderKind(parent?.kinds[parent.names.indexOf(nameIn(path))])
}
