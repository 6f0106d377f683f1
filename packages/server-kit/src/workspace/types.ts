/** Where something lies: `root` is real (links resolved), `relative` is from the root, `absolute` is lexical. */
export interface Place {
	root: string
	relative: string
	absolute: string
}

/** Who writes. Every change on disk carries one, so that it can be shown and taken back. */
export interface Author {
	kind: 'user' | 'agent' | 'command' | 'scaffold' | 'restore'
	/** Shown to people, e.g. "You" or "Maestro". */
	label: string
	task?: string
	call?: string
}

export interface FileStat {
	kind: 'file' | 'folder' | 'link' | 'other'
	size: number
	/** Epoch milliseconds. */
	mtime: number
}

export interface ListedEntry {
	name: string
	folder: boolean
	link: boolean
	size?: number
	mtime?: number
}

export interface Listing {
	entries: ListedEntry[]
	/** How many there are; more than `entries` when a limit cut them. */
	total: number
}

export interface FileContent {
	/** The text when the bytes are UTF-8 without NUL, else undefined: such a file is never offered for editing, so that it round-trips. */
	text?: string
	bytes: Buffer
	etag: string
	size: number
	mtime: number
	mode: number
	/** The path from `cwd` after links were resolved, when that stays under `cwd`. */
	path: string
}

export interface FileChange {
	/** As asked for in `watch`. */
	path: string
	/** Names in it that changed, for a folder. Empty when it has to be read again as a whole. */
	names: string[]
	gone: boolean
}

export type WatchEvent = { type: 'ready'; polling: boolean; refused: string[] } | { type: 'changed'; change: FileChange }

/**
 * What stands at a path: absent, `folder`, `link:HASH`, `opaque:…` (too large to keep) or the hash of a file's bytes. What went or came as a
 * whole says where from or to: `trash:ID`, `moved:PATH` (from the root).
 */
export type State = string | undefined

/** Whether a state names something that moves as a whole, with all that is in it. */
export function isWhole(state: State): state is `trash:${string}` | `moved:${string}` {
	return state !== undefined && (state.startsWith('trash:') || state.startsWith('moved:'))
}

export interface Change {
	/** From the root. */
	path: string
	before: State
	after: State
	beforeMode?: number
	afterMode?: number
}

export interface Entry {
	id: string
	/** Epoch milliseconds. */
	at: number
	root: string
	author: Author
	changes: Change[]
	/** What the record does not cover, in a sentence. */
	note?: string
	/** The entry or task that this one took back. */
	undoes?: string
}
