import { isStop, rowKey, type Row } from './rows.ts'

/** What is chosen in the tree, by row keys. */
export interface Selection {
	/** Where the keyboard is. */
	active: string
	/** Where a range begins. */
	anchor: string
	keys: ReadonlySet<string>
}

export function only(key: string): Selection {
	return { active: key, anchor: key, keys: new Set(key === '' ? [] : [key]) }
}

/** Ctrl and a click: one more, or one less. */
export function toggled({ keys }: Selection, key: string): Selection {
	const next = new Set(keys)
	if (!next.delete(key)) next.add(key)
	return { active: key, anchor: key, keys: next }
}

/** Shift and a click or an arrow: everything from the anchor to there. */
export function extended({ anchor }: Selection, rows: readonly Row[], key: string): Selection {
	const [from, to] = [anchor, key].map((wanted) => rows.findIndex((row) => rowKey(row) === wanted))
	if (from === undefined || to === undefined || from < 0 || to < 0) return only(key)
	const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
	return { active: key, anchor, keys: new Set(between.filter(isStop).map(rowKey)) }
}

export function everything({ active, anchor }: Selection, rows: readonly Row[]): Selection {
	return { active, anchor, keys: new Set(rows.filter((row) => 'name' in row).map(rowKey)) }
}

/** The files and folders that an action is about: what is chosen and in sight of the tree. */
export function chosenPaths({ keys }: Selection, rows: readonly Row[]): string[] {
	return rows.flatMap((row) => ('name' in row && keys.has(row.path) ? row.path : []))
}
