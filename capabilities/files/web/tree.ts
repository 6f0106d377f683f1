import type { DrydockError, InputOf } from '@drydock/contract'
import { asFault, wait, type Api } from '@drydock/web-kit'
import { listNames, nameKinds, watchFiles } from '../contract.ts'
import { arrivedAhead, askAhead, takeAhead } from './ahead.ts'
import { recallTree, rememberTree } from './remembered-tree.ts'

export interface Names {
	names: readonly string[]
	/** One digit of `nameKinds` for each name. */
	kinds: string
	total: number
}

/** A folder that was opened; `names` stay while it is read again. */
export interface FolderState {
	content?: Names
	error?: DrydockError
	isLoading: boolean
	/** All files stand in the tree, not only the first ones. */
	isWhole: boolean
}

export interface TreeState {
	folders: ReadonlyMap<string, FolderState>
	expanded: ReadonlySet<string>
	/** The system has no watch left; changes show a little later. */
	isPolling: boolean
}

// The watch follows what was expanded last; clicking through folders starts it once.
const watchDelayMs = 120
// What `watchFiles` accepts.
const watchedAtMost = 200
// What is kept for the next start waits until the clicking ends.
const rememberDelayMs = 300
// After the line broke for good, e.g. because a folder of another project was asked for.
const rewatchMs = 5000

/** The tree of one working folder: read lazily, kept current by the watch. Lives outside React, so that a change costs one render. */
export function createTree(api: Api, cwd: string, { alsoWatched = [], onChange }: { alsoWatched?: readonly string[]; onChange?(): void } = {}) {
	const known = recallTree(cwd)
	const first = arrivedAhead(cwd)
	if (first) known.folders = new Map(known.folders).set('', { content: first, isLoading: false, isWhole: false })
	let state: TreeState = { ...known, isPolling: false }
	const listeners = new Set<() => void>()
	let isStarted = false
	let remembering: ReturnType<typeof setTimeout> | undefined
	const reading = new Map<string, Promise<void>>()
	/** Read again once the reading under way is over. */
	const stale = new Set<string>()
	let watched: AbortController | undefined
	let covered = new Set<string>()

	function set(change: Partial<TreeState>) {
		state = { ...state, ...change }
		for (const listener of listeners) listener()
		if (isStarted) remembering ??= setTimeout(remember, rememberDelayMs)
	}

	function remember() {
		clearTimeout(remembering)
		remembering = undefined
		rememberTree(cwd, state)
	}

	function setFolder(path: string, change: Partial<FolderState>) {
		const known = state.folders.get(path) ?? { isLoading: false, isWhole: false }
		set({ folders: new Map(state.folders).set(path, { ...known, ...change }) })
	}

	function load(path: string): Promise<void> {
		const known = reading.get(path)
		if (known) return known
		setFolder(path, { isLoading: true })
		const input: InputOf<typeof listNames> = { cwd, path }
		const work = (takeAhead(cwd, path) ?? api.send(listNames, input)).then(
			(content) => {
				const before = state.folders.get(path)?.content
				setFolder(path, { content: before && sameNames(before, content) ? before : content, error: undefined, isLoading: false })
			},
			(error: unknown) => setFolder(path, { error: asFault(error), isLoading: false }),
		)
		reading.set(path, work)
		return work.finally(() => reading.delete(path))
	}

	/** Something changed: what is being read at this moment may have been read before it. */
	function reload(path: string) {
		const now = reading.get(path)
		if (!now) return void load(path)
		if (stale.has(path)) return
		stale.add(path)
		void now.then(() => {
			stale.delete(path)
			void load(path)
		})
	}

	/** Watches the expanded folders; a newly watched one is read again, since it may have changed before the watch stood. */
	async function watch(): Promise<void> {
		watched?.abort()
		const own = new AbortController()
		watched = own
		try {
			await wait(watchDelayMs, own.signal)
			while (!own.signal.aborted) {
				const paths = [...state.expanded].slice(alsoWatched.length - watchedAtMost)
				let isAgain = false
				for await (const event of api.open(watchFiles, { cwd, path: [...paths, ...alsoWatched] }, { signal: own.signal, endless: true })) {
					if (own.signal.aborted) return
					if (event.type === 'changed') {
						if (!alsoWatched.includes(event.data.path)) reload(event.data.path)
						onChange?.()
					} else {
						onChange?.()
						set({ isPolling: event.data.polling })
						// After a break anything may have changed.
						for (const path of paths) if (isAgain || !covered.has(path)) reload(path)
						covered = new Set(paths)
						isAgain = true
					}
				}
				covered = new Set()
				await wait(rewatchMs, own.signal)
			}
		} catch {
			// Stopped, or refused: Refresh reads again.
			covered = new Set()
		}
	}

	return {
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		get: () => state,
		load,
		/** Reads and watches until stopped. */
		start() {
			isStarted = true
			for (const path of state.expanded) void load(path)
			void watch()
			return () => {
				isStarted = false
				watched?.abort()
				if (remembering !== undefined) remember()
			}
		},
		toggle(path: string, isOpen = !state.expanded.has(path)) {
			if (isOpen === state.expanded.has(path)) return
			const expanded = new Set(state.expanded)
			if (isOpen) expanded.add(path)
			else for (const other of state.expanded) if (other === path || other.startsWith(`${path}/`)) expanded.delete(other)
			set({ expanded })
			if (isOpen) void load(path)
			void watch()
		},
		/** A button goes down on it: until it comes up again, the folder may be here. The watch mends what changed in between. */
		expect(path: string) {
			const isKnown = state.folders.get(path)?.content !== undefined || reading.has(path)
			if (!isKnown) askAhead(api, cwd, path)
		},
		showWhole: (path: string) => setFolder(path, { isWhole: true }),
		refresh: () => Promise.all([...state.expanded].map(load)),
	}
}

export type Tree = ReturnType<typeof createTree>

function sameNames(a: Names, b: Names): boolean {
	return a.kinds === b.kinds && a.names.length === b.names.length && a.names.every((name, index) => name === b.names[index])
}

export function isFolderKind(kind: string | undefined): boolean {
	return Number(kind) === nameKinds.folder || Number(kind) === nameKinds.linkedFolder
}

export function isLinkKind(kind: string | undefined): boolean {
	return Number(kind) >= nameKinds.linkedFile
}

export function joined(folder: string, name: string): string {
	return folder === '' ? name : `${folder}/${name}`
}
