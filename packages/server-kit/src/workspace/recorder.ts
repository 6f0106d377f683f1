import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../log.ts'
import type { Blobs } from './blobs.ts'
import { keepLimit, type Disk } from './disk.ts'
import { diskPath, temporaryName } from './names.ts'
import { changedSince, differences, isBelowMoved, noteOf } from './differences.ts'
import type { Journal } from './journal.ts'
import { contains } from './places.ts'
import { isWhole, type Author, type Change, type Place } from './types.ts'
import type { Snapshot, Walker } from './walk.ts'

// What the history may take on disk before its oldest entries are forgotten.
export const historyBytes = 1024 ** 3
// Forgetting makes room for a while, or it would run with every save.
const keptShare = 0.8
// So many entries list and load at once without a pause.
const historyEntries = 20_000

export interface Recorded<T> {
	value: T
	entry?: string
	/** Paths from the root that changed. */
	changed: string[]
	/** What the record does not cover. */
	note?: string
}

export interface Tree {
	/** Paths from the folder. What git ignores as a whole folder is no part of it. */
	paths: ReadonlyMap<string, string>
	/** More files than one look covers: the others are missing. */
	truncated: boolean
}

/** A folder as it was at a moment. Its contents are kept until it is forgotten. */
export interface Look {
	readonly place: Place
	/** What was written through us later has a higher position. */
	readonly since: number
	readonly snapshot: Snapshot
}

interface Parts {
	disk: Disk
	blobs: Blobs
	journal: Journal
	walker: Walker
	log: Log
	/** Where a running command's "before" is kept, so that a crash does not lose it. */
	openDir: string
	resolve(cwd: string): Place
	placeAt(root: string, path: string): Place
	newId: () => string
	isRunning: (task: string) => boolean | Promise<boolean>
	limits?: { bytes: number; entries: number }
	/** Contents that something other than the history refers to. */
	alsoKept?: () => Promise<Set<string>>
}

/** A command's "before", as it is kept on disk while the command runs. */
interface Opened {
	root: string
	base: string
	author: Author
	since: number
	truncated: boolean
	files: [path: string, state: string, mode?: number][]
}

export function createRecorder({ disk, blobs, journal, walker, log, openDir, resolve, placeAt, newId, isRunning, limits = { bytes: historyBytes, entries: historyEntries }, alsoKept = async () => new Set() }: Parts) {
	let running = 0
	const commands = new Set<{ place: Place; author: Author }>()
	const looks = new Set<Look>()

	async function around<T>({ cwd, author, signal }: { cwd: string; author: Author; signal?: AbortSignal }, run: () => Promise<T>): Promise<Recorded<T>> {
		const place = resolve(cwd)
		const command = { place, author }
		commands.add(command)
		running++
		try {
			const { since, snapshot } = await see(place, signal)
			const opened: Opened = {
				root: place.root,
				base: place.relative,
				author,
				since,
				truncated: snapshot.truncated,
				files: [...snapshot.files].map(([name, { state, mode }]) => [name, state, mode]),
			}
			const file = await keep(opened)
			let value: T
			let record: Omit<Recorded<T>, 'value'> = { changed: [] }
			try {
				value = await run()
			} finally {
				// The command may have been stopped by the same signal: what it did so far is recorded all the same.
				record = await close(opened)
				await unlink(file)
			}
			return { value, ...record }
		} finally {
			running--
			commands.delete(command)
		}
	}

	/** What is written during the walk counts as written after it: the walk may have been there already. */
	async function see(place: Place, signal?: AbortSignal): Promise<Look> {
		const since = journal.nextPosition()
		return { place, since, snapshot: await walker.snapshot(place.absolute, { signal }) }
	}

	async function look(cwd: string, signal?: AbortSignal): Promise<Look> {
		const place = resolve(cwd)
		return holding(async () => {
			const seen = await see(place, signal)
			looks.add(seen)
			return seen
		})
	}

	/** `began`: files that were last changed before (epoch milliseconds) are somebody else's. */
	async function between(before: Look, after: Look, { author, began }: { author: Author; began: number }): Promise<Omit<Recorded<unknown>, 'value'> | { missed: string }> {
		const { place } = after
		if (before.snapshot.truncated || after.snapshot.truncated) return { missed: 'The project has more files than one look covers.' }
		const other = [...commands].find((command) => contains(command.place.absolute, place.absolute) || contains(place.absolute, command.place.absolute))
		if (other) return { missed: `“${other.author.label}” is running too, and whose changes are whose cannot be told.` }
		return holding(async () => {
			const changes = differences({ base: place.relative, before: before.snapshot.files, truncated: false }, after.snapshot)
			const own = changedSince(began, changes, { base: place.relative, after: after.snapshot })
			const older = changes.length - own.length
			const note = older === 0 ? undefined : `${older} ${older === 1 ? 'change was' : 'changes were'} made before it began and ${older === 1 ? 'is' : 'are'} not listed.`
			return write({ root: place.root, since: before.since, author, note }, own, after.snapshot)
		})
	}

	async function keep(opened: Opened): Promise<string> {
		await mkdir(openDir, { recursive: true, mode: 0o700 })
		const file = path.join(openDir, `${newId()}.json`)
		await writeFile(`${file}.part`, JSON.stringify(opened), { mode: 0o600 })
		await rename(`${file}.part`, file)
		return file
	}

	/** Compares with now and writes the entry. */
	async function close(opened: Opened): Promise<Omit<Recorded<unknown>, 'value'>> {
		const place = placeAt(opened.root, opened.base)
		const after = await walker.snapshot(place.absolute)
		const before = new Map(opened.files.map(([name, state, mode]) => [name, { state, mode }]))
		return write(opened, differences({ base: opened.base, before, truncated: opened.truncated }, after), after)
	}

	/** Writes the entry, without what others wrote. */
	async function write({ root, since, author, note: first }: { root: string; since: number; author: Author; note?: string }, changes: readonly Change[], after: Snapshot): Promise<Omit<Recorded<unknown>, 'value'>> {
		const own = await withoutOthers({ root, since }, changes)
		const note = [first, noteOf(after, own)].filter((each) => each !== undefined).join(' ') || undefined
		if (own.length === 0) return { changed: [], note }
		const entry = await journal.begin({ root, author, changes: own, note })
		await journal.settle(entry)
		return { entry, changed: own.map((change) => change.path), note }
	}

	/** What somebody else wrote through us while the command ran is not the command's. */
	async function withoutOthers({ root, since }: { root: string; since: number }, changes: readonly Change[]): Promise<Change[]> {
		const latest = new Map<string, Change>()
		for (const entry of await journal.find({ since, oldestFirst: true, limit: historyEntries })) {
			if (entry.root === root) for (const change of entry.changes) latest.set(change.path, change)
		}
		return changes.flatMap((change) => {
			const other = latest.get(change.path)
			if (!other) return isBelowMoved(change, latest) ? [] : [change]
			return other.after === change.after || (isWhole(other.after) && change.after === 'folder') ? [] : [{ ...change, before: other.after, beforeMode: other.afterMode }]
		})
	}

	async function recover(): Promise<void> {
		for (const { id, root, changes } of await journal.find({ state: 'open' })) {
			const kept: Change[] = []
			for (const change of changes) {
				const place = placeAt(root, change.path)
				const found = await disk.find(place, change.after?.startsWith('opaque:') ? keepLimit : Number.MAX_SAFE_INTEGER).catch(() => undefined)
				// What came as a whole shows only that something is there.
				if (!found || found.state === change.after || (isWhole(change.after) && found.state !== undefined)) kept.push(change)
				await unlink(diskPath(place.absolute.slice(0, place.absolute.lastIndexOf('/') + 1) + temporaryName(id))).catch(() => undefined)
			}
			await journal.correct(id, kept)
			log.info('A write that was cut off was looked at', { entry: id, happened: kept.length, planned: changes.length })
		}
		for (const name of await readdir(openDir).catch(() => [])) {
			const file = path.join(openDir, name)
			if (name.endsWith('.json')) {
				const opened = JSON.parse(await readFile(file, 'utf8')) as Opened
				await close(opened).catch((error: unknown) => log.warn('What a cut-off command changed could not be recorded', { error }))
			}
			await unlink(file)
		}
	}

	async function collect(): Promise<void> {
		// A running command's "before" refers to contents that no entry names yet.
		if (running > 0) return
		const sizes = new Map<string, number>()
		let total = 0
		for await (const { hash, size } of blobs.all()) {
			sizes.set(hash, size)
			total += size
		}
		const entries = await journal.find({ limit: Number.MAX_SAFE_INTEGER })
		if (total <= limits.bytes && entries.length <= limits.entries) return
		const kept = await alsoKept()
		for (const { snapshot } of looks) for (const { state } of snapshot.files.values()) kept.add(state.replace(/^link:/, ''))
		let bytes = 0
		for (const [index, entry] of entries.entries()) {
			const hashes = entry.changes.flatMap(({ before, after }) => [before, after]).flatMap((state) => (state ? [state.replace(/^link:/, '')] : []))
			const more = hashes.filter((hash) => !kept.has(hash)).reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0)
			const fits = bytes + more <= limits.bytes * keptShare && index < limits.entries
			if (fits || (entry.author.task !== undefined && (await isRunning(entry.author.task)))) {
				bytes += more
				for (const hash of hashes) kept.add(hash)
			} else await journal.db().deleteFrom('ledger_entry').where('id', '=', entry.id).execute()
		}
		for (const hash of sizes.keys()) if (!kept.has(hash)) await blobs.remove(hash)
		walker.forget()
		log.info('Old history was forgotten', { before: total, after: bytes })
	}

	/** Nothing is forgotten while this runs. */
	async function holding<T>(work: () => Promise<T>): Promise<T> {
		running++
		try {
			return await work()
		} finally {
			running--
		}
	}

	/** Every path below a folder with what stands there; two looks that are equal saw the same files. */
	async function tree(cwd: string, signal?: AbortSignal): Promise<Tree> {
		const { files, truncated } = await walker.snapshot(resolve(cwd).absolute, { signal })
		return { paths: new Map([...files].map(([name, { state, mode }]) => [name, mode === undefined ? state : `${state} ${mode}`])), truncated }
	}

	return { around, look, between, forget: (seen: Look) => void looks.delete(seen), recover, collect, holding, tree }
}

export type Recorder = ReturnType<typeof createRecorder>
