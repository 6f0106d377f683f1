import { lstat, readdir, realpath } from 'node:fs/promises'
import type { Clock } from '../clock.ts'
import { anchorToRead } from './anchor.ts'
import { diskFault } from './faults.ts'
import { candidateOf, match, patternOf, rankOf, type Candidate, type Match } from './fuzzy.ts'
import { ignored, rulesIn, skippedFolders, type Rules } from './ignore-rules.ts'
import { diskPath, isTemporary, mayBeRaw, wirePath } from './names.ts'
import type { Places } from './places.ts'
import type { Place } from './types.ts'

// A project four times as large as the ones that we promise to be quick with.
export const indexLimit = 200_000
// Folders in folders: nobody nests deeper, and opening each costs as much as its path is long.
const deepest = 100
// So many projects stay in memory; a person works in one or two.
const indexesLimit = 4
// An index that nobody asked for is forgotten; making it anew takes a second.
const forgetMs = 10 * 60_000
// A look at the times of all folders costs some milliseconds: not for every key.
const freshMs = 1500
// How long an answer waits for that look; whatever it still finds is in the next answer.
const patienceMs = 25
// Reads at a time: more only fills the thread pool's queue.
const readsAtOnce = 16
const looksAtOnce = 64
// A time this close to the look may stand for a change after it: such a folder is read again.
const clockTickMs = 50
// Only the most promising ones are matched exactly.
const matchedExactly = 256
// Files are looked for more often than folders.
const folderMalus = 5

export interface FoundPath extends Match {
	/** From the folder that was searched. */
	path: string
	isFolder: boolean
}

export interface SearchAnswer {
	found: FoundPath[]
	/** How many match. */
	total: number
	/** The project has more paths than are searched. */
	truncated: boolean
}

/** Something that a person may want to mend. */
export interface PathIssue {
	kind: 'unreadable' | 'broken_link' | 'outside_link' | 'limit'
	path: string
	message: string
}

export interface Scan {
	files: number
	folders: number
	issues: PathIssue[]
	truncated: boolean
	durationMs: number
}

export interface IndexStatus {
	folder: string
	files: number
	folders: number
	truncated: boolean
	/** Epoch milliseconds. */
	lookedAt: number
	buildMs: number
}

interface Entry extends Candidate {
	isFolder: boolean
}

interface Folder {
	/** When it was last changed; NaN if that is not sure. */
	mtime: number
	entries: Entry[]
	/** What holds inside it, outermost first. */
	rules: readonly Rules[]
	/** The time of its own `.gitignore`. */
	rulesTime: number | undefined
}

interface Index {
	base: Place
	folders: Map<string, Folder>
	count: number
	truncated: boolean
	issues: PathIssue[]
	buildMs: number
	lookedAt: number
	usedAt: number
	looking?: Promise<void>
}

/** The paths of a project, in memory, so that searching by name answers at the speed of typing. */
export interface PathIndex {
	search(place: Place, query: string, more: { limit: number; signal?: AbortSignal }): Promise<SearchAnswer>
	/** Reads everything again and says what it found. */
	rescan(place: Place, signal?: AbortSignal): Promise<Scan>
	status(): IndexStatus[]
	close(): void
}

/** Made by one walk that leaves out what git ignores; kept current by the times of folders, since a watch on every folder uses up the system's. */
export function createPathIndex(places: Places, clock: Clock): PathIndex {
	const indexes = new Map<string, Promise<Index>>()
	const ready = new Map<string, Index>()
	let callOff = clock.after(forgetMs, forget)

	function forget(): void {
		for (const [key, { usedAt }] of ready) if (usedAt < clock.now() - forgetMs) drop(key)
		callOff = clock.after(forgetMs, forget)
	}

	function drop(key: string): void {
		indexes.delete(key)
		ready.delete(key)
	}

	function build(place: Place): Promise<Index> {
		const key = place.absolute
		const building = (async () => {
			const index: Index = { base: place, folders: new Map(), count: 0, truncated: false, issues: [], buildMs: 0, lookedAt: clock.now(), usedAt: clock.now() }
			const begun = performance.now()
			const above = await rulesAbove(place)
			await readFolder(index, '', above, true)
			await walk(index, [''])
			index.buildMs = Math.round(performance.now() - begun)
			return index
		})()
		indexes.set(key, building)
		const isCurrent = () => indexes.get(key) === building
		building.then((index) => isCurrent() && ready.set(key, index), () => isCurrent() && drop(key))
		for (const oldest of [...indexes.keys()].slice(0, Math.max(0, indexes.size - indexesLimit))) drop(oldest)
		return building
	}

	/** Reads below folders that are already read, level by level. */
	async function walk(index: Index, from: readonly string[]): Promise<void> {
		let level = from.flatMap((path) => foldersIn(index, path))
		while (level.length > 0) {
			const tooDeep = level.find((path) => path.split('/').length > deepest)
			if (tooDeep !== undefined) return noteLimit(index, parentOf(tooDeep), `What lies deeper than ${deepest} folders is not searched.`)
			const next: string[] = []
			for (let at = 0; at < level.length; at += readsAtOnce) {
				const part = level.slice(at, at + readsAtOnce)
				await Promise.all(part.map((path) => readFolder(index, path, index.folders.get(parentOf(path))?.rules ?? [])))
				for (const path of part) next.push(...foldersIn(index, path))
			}
			level = next
		}
	}

	async function readFolder(index: Index, path: string, above: readonly Rules[], isBase = false): Promise<void> {
		forgetEntries(index, path)
		const place = placeIn(index.base, path)
		try {
			await using folder = await anchorToRead(places, place)
			// The time first: what changes while the folder is read is seen by the next look.
			const info = await lstat(`${folder.self}/.`)
			const own = await readdir(folder.self, { withFileTypes: true })
			const names = own.some(({ name }) => mayBeRaw(name)) ? (await readdir(folder.self, { withFileTypes: true, encoding: 'buffer' })).map((entry) => ({ name: wirePath(entry.name), entry })) : own.map((entry) => ({ name: entry.name, entry }))
			const hasRules = own.some((entry) => entry.name === '.gitignore' && entry.isFile())
			const mine = hasRules ? await rulesIn(folder.self.toString(), place.relative === '' ? '' : `${place.relative}/`) : undefined
			const rules = mine ? [...above, mine] : above
			const entries: Entry[] = []
			for (const { name, entry } of names) {
				const isFolder = entry.isDirectory()
				if ((isFolder && skippedFolders.has(name)) || isTemporary(name)) continue
				if (rules.length > 0 && ignored(rules, `${joined(place.relative, name)}${isFolder ? '/' : ''}`)) continue
				if (index.count + entries.length >= indexLimit) {
					noteLimit(index, path, `Only the first ${indexLimit.toLocaleString('en')} paths are searched.`)
					break
				}
				if (entry.isSymbolicLink()) await judgeLink(index, place, name)
				entries.push({ ...candidateOf(joined(path, name)), isFolder })
			}
			index.count += entries.length
			index.folders.set(path, { mtime: sureTime(info.mtimeMs), entries, rules, rulesTime: hasRules ? await timeOf(`${place.absolute}/.gitignore`) : undefined })
		} catch (error) {
			const fault = diskFault(error, path)
			if (isBase) throw fault
			index.issues.push({ kind: 'unreadable', path, message: fault instanceof Error ? fault.message : String(fault) })
			index.folders.set(path, { mtime: await timeOf(place.absolute).then((time) => time ?? Number.NaN), entries: [], rules: above, rulesTime: undefined })
		}
	}

	async function judgeLink(index: Index, folder: Place, name: string): Promise<void> {
		const link = placeIn(folder, name)
		const path = link.relative.slice(index.base.relative === '' ? 0 : index.base.relative.length + 1)
		const real = await realOf(link)
		if (real === undefined) index.issues.push({ kind: 'broken_link', path, message: 'The link leads nowhere.' })
		else if (!places.allows(link.root, real)) index.issues.push({ kind: 'outside_link', path, message: 'The link leads out of the project and is not followed.' })
	}

	function look(index: Index): Promise<void> {
		return (index.looking ??= lookAgain(index).finally(() => (index.looking = undefined)))
	}

	/** Reads again what changed since the last look. */
	async function lookAgain(index: Index): Promise<void> {
		const changed: string[] = []
		const paths = [...index.folders.keys()]
		for (let at = 0; at < paths.length; at += looksAtOnce) {
			const stale = await Promise.all(paths.slice(at, at + looksAtOnce).map((path) => isStale(index, path)))
			for (const [offset, word] of stale.entries()) {
				if (word === 'rules') return startOver(index)
				if (word === 'entries') changed.push(paths[at + offset] ?? '')
			}
		}
		for (const path of changed) {
			if (!index.folders.has(path)) continue
			const before = new Set(foldersIn(index, path))
			const rulesBefore = index.folders.get(path)?.rulesTime
			await readFolder(index, path, path === '' ? await rulesAbove(index.base) : (index.folders.get(parentOf(path))?.rules ?? [])).catch(() => undefined)
			if (index.folders.get(path)?.rulesTime !== rulesBefore) return startOver(index)
			const now = foldersIn(index, path)
			for (const gone of before) if (!now.includes(gone)) forgetBelow(index, gone)
			const added = now.filter((folder) => !before.has(folder))
			for (const folder of added) await readFolder(index, folder, index.folders.get(path)?.rules ?? [])
			await walk(index, added)
		}
		index.lookedAt = clock.now()
	}

	/** Other rules change what is below them everywhere. */
	async function startOver({ base }: Index): Promise<void> {
		drop(base.absolute)
		await build(base)
	}

	async function isStale({ base, folders }: Index, path: string): Promise<'no' | 'entries' | 'rules'> {
		const known = folders.get(path)
		if (!known) return 'no'
		const { absolute } = placeIn(base, path)
		if (known.rulesTime !== undefined && (await timeOf(`${absolute}/.gitignore`)) !== known.rulesTime) return 'rules'
		return (await timeOf(absolute)) === known.mtime ? 'no' : 'entries'
	}

	async function current(place: Place): Promise<Index> {
		const known = ready.get(place.absolute)
		if (!known) return (await indexes.get(place.absolute)) ?? build(place)
		if (clock.now() - known.lookedAt > freshMs) await Promise.race([look(known), new Promise<void>((resolve) => void clock.after(patienceMs, resolve))])
		return ready.get(place.absolute) ?? known
	}

	return {
		async search(place, query, { limit, signal }) {
			const pattern = patternOf(query)
			const index = await current(place)
			signal?.throwIfAborted()
			index.usedAt = clock.now()
			if (!pattern) return { found: [], total: 0, truncated: index.truncated }
			const best = bestOf(Math.max(matchedExactly, limit))
			for (const { entries } of index.folders.values()) for (const entry of entries) best.add(entry, rankOf(pattern, entry))
			const found = best.list().flatMap(({ isFolder, ...candidate }) => {
				const result = match(pattern, candidate)
				return result ? [{ path: candidate.path, isFolder, ...result, score: isFolder ? result.score - folderMalus : result.score }] : []
			})
			found.sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
			return { found: found.slice(0, limit), total: best.total(), truncated: index.truncated }
		},
		async rescan(place, signal) {
			drop(place.absolute)
			const index = await build(place)
			signal?.throwIfAborted()
			const { folders } = statusOf(index)
			return { files: index.count - folders, folders, issues: index.issues, truncated: index.truncated, durationMs: index.buildMs }
		},
		status: () => [...ready.values()].map(statusOf),
		close() {
			callOff()
			indexes.clear()
			ready.clear()
		},
	}
}

function noteLimit(index: Index, path: string, message: string): void {
	if (!index.truncated) index.issues.push({ kind: 'limit', path, message })
	index.truncated = true
}

function statusOf({ base, folders, count, truncated, lookedAt, buildMs }: Index): IndexStatus {
	const inside = folders.size - 1
	return { folder: base.absolute, files: count - inside, folders: inside, truncated, lookedAt, buildMs }
}

/** The most promising of many, without sorting them all. */
function bestOf(count: number) {
	let kept: { entry: Entry; rank: number }[] = []
	let least = Number.NEGATIVE_INFINITY
	let total = 0

	function cut(): void {
		kept = kept.sort((a, b) => b.rank - a.rank).slice(0, count)
		if (kept.length === count) least = kept.at(-1)?.rank ?? least
	}

	return {
		add(entry: Entry, rank: number | undefined) {
			if (rank === undefined) return
			total++
			if (rank <= least) return
			kept.push({ entry, rank })
			if (kept.length >= 4 * count) cut()
		},
		list() {
			cut()
			return kept.map(({ entry }) => entry)
		},
		total: () => total,
	}
}

/** The rules of the folders above, as far as the Git folder that they belong to. */
async function rulesAbove({ root, relative }: Place): Promise<readonly Rules[]> {
	const names = relative.split('/').filter(Boolean)
	const found: Rules[] = []
	for (let depth = names.length; depth >= 0; depth--) {
		const base = names.slice(0, depth).join('/')
		const folder = base === '' ? root : `${root}/${base}`
		const prefix = base === '' ? '' : `${base}/`
		// The folder itself brings its own when it is read.
		const own = depth < names.length ? await rulesIn(folder, prefix) : undefined
		if (own) found.unshift(own)
		if (await isThere(`${folder}/.git`)) {
			const local = await rulesIn(`${folder}/.git/info`, prefix, 'exclude')
			return local ? [local, ...found] : found
		}
	}
	// No Git folder: its rules mean nothing beyond the folder they stand in.
	return []
}

function foldersIn({ folders }: Index, path: string): string[] {
	return (folders.get(path)?.entries ?? []).filter(({ isFolder }) => isFolder).map((entry) => entry.path)
}

function forgetEntries(index: Index, path: string): void {
	index.count -= index.folders.get(path)?.entries.length ?? 0
	index.folders.delete(path)
}

function forgetBelow(index: Index, path: string): void {
	for (const folder of foldersIn(index, path)) forgetBelow(index, folder)
	forgetEntries(index, path)
}

function placeIn(base: Place, path: string): Place {
	return path === '' ? base : { root: base.root, relative: joined(base.relative, path), absolute: `${base.absolute === '/' ? '' : base.absolute}/${path}` }
}

function joined(folder: string, name: string): string {
	return folder === '' ? name : `${folder}/${name}`
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function sureTime(mtime: number): number {
	return Date.now() - mtime < clockTickMs ? Number.NaN : mtime
}

async function timeOf(path: string): Promise<number | undefined> {
	return lstat(diskPath(path)).then((info) => info.mtimeMs, () => undefined)
}

const isThere = async (path: string) => (await timeOf(path)) !== undefined

async function realOf({ absolute }: Place): Promise<string | undefined> {
	return realpath(diskPath(absolute), 'buffer').then(wirePath, () => undefined)
}
