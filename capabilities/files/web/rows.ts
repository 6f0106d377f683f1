import { filesPerFolder } from '../contract.ts'
import { isFolderKind, isLinkKind, joined, type FolderState, type TreeState } from './tree.ts'

interface Common {
	/** From the working folder; for rows that are no entry, the folder they stand in. */
	path: string
	depth: number
	/** Place among its siblings, from 1. */
	position: number
	siblings: number
}

export type Row =
	| (Common & { kind: 'folder'; name: string; isExpanded: boolean; isLink: boolean })
	| (Common & { kind: 'file'; name: string; isLink: boolean })
	| (Common & { kind: 'more'; hidden: number })
	| (Common & { kind: 'loading' | 'empty' })
	| (Common & { kind: 'error'; message: string })
	| (Common & { kind: 'heading'; title: string })

/** What is selected by it: an entry by its path; the rows that only do something by the folder they stand in. */
export function rowKey(row: Row): string {
	return 'name' in row ? row.path : `${row.path}\0${row.kind}`
}

/** Whether the keyboard stops there. */
export function isStop(row: Row): boolean {
	return row.kind !== 'loading' && row.kind !== 'empty' && row.kind !== 'heading'
}

/** The tree as a flat list, as it is drawn. With a filter: what matches by name, and the folders on the way. */
export function rowsOf(state: TreeState, filter = ''): Row[] {
	const rows: Row[] = []
	addFolder(rows, state, { path: '', depth: 0, filter: filter.trim().toLowerCase() })
	return rows
}

interface Place {
	path: string
	depth: number
	filter: string
}

function addFolder(rows: Row[], state: TreeState, { path, depth, filter }: Place): void {
	const folder = state.folders.get(path)
	const common = { path, depth, position: 1, siblings: 1 }
	if (folder?.error && !folder.content) return void rows.push({ ...common, kind: 'error', message: folder.error.message })
	if (!folder?.content) return void rows.push({ ...common, kind: 'loading' })
	const { names, kinds, total } = folder.content
	if (names.length === 0) {
		if (filter === '') rows.push({ ...common, kind: 'empty' })
		return
	}
	let files = 0
	let hidden = total - names.length
	for (let index = 0; index < names.length; index++) {
		const name = names[index] ?? ''
		const isFolder = isFolderKind(kinds[index])
		const matches = filter === '' || name.toLowerCase().includes(filter)
		// Thousands of files may be hidden: nothing is made for them.
		if (!isFolder && (!matches || (!folder.isWhole && files >= filesPerFolder))) {
			if (matches) hidden++
			continue
		}
		const here = { path: joined(path, name), depth, position: index + 1, siblings: total, name, isLink: isLinkKind(kinds[index]) }
		if (!isFolder) {
			files++
			rows.push({ ...here, kind: 'file' })
			continue
		}
		const isExpanded = state.expanded.has(here.path)
		const mark = rows.length
		rows.push({ ...here, kind: 'folder', isExpanded })
		if (isExpanded) addFolder(rows, state, { path: here.path, depth: depth + 1, filter: matches ? '' : filter })
		// Nothing below it matches either.
		if (!matches && rows.length === mark + 1) rows.pop()
	}
	if (hidden > 0) rows.push({ path, depth, position: total, siblings: total, kind: 'more', hidden })
}

/** One folder as two lists with their headings: its folders, then its files. */
export function listRows(folder: string, content: FolderState['content'], filter: string): Row[] {
	const wanted = filter.trim().toLowerCase()
	const { names = [], kinds = '' } = content ?? {}
	const matching = names.map((name, index) => ({ name, kind: kinds[index] })).filter(({ name }) => name.toLowerCase().includes(wanted))
	return ([true, false] as const).flatMap((isFolder) => {
		const own = matching.filter(({ kind }) => isFolderKind(kind) === isFolder)
		const common = { path: folder, depth: 0, position: 0, siblings: own.length }
		const rows = own.map(({ name, kind }, index): Row => {
			const entry = { ...common, name, path: joined(folder, name), position: index + 1, isLink: isLinkKind(kind) }
			return isFolder ? { ...entry, kind: 'folder', isExpanded: false } : { ...entry, kind: 'file' }
		})
		return [{ ...common, kind: 'heading', title: `${isFolder ? 'Folders' : 'Files'} (${own.length.toLocaleString('en')})` }, ...rows]
	})
}

/** The row that typed letters lead to, going round from the current one. */
export function typedRow(rows: readonly Row[], from: number, typed: string): number {
	const wanted = typed.toLowerCase()
	// A single letter moves on; more letters may stay where they are.
	const first = from + (typed.length === 1 ? 1 : 0)
	for (let step = 0; step < rows.length; step++) {
		const index = (first + step) % rows.length
		const row = rows[index]
		if (row && 'name' in row && row.name.toLowerCase().startsWith(wanted)) return index
	}
	return -1
}
