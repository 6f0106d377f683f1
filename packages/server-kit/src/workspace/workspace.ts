import { createReadStream, type ReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import type { Blobs } from './blobs.ts'
import { createBulk, type Moved } from './bulk.ts'
import { hashOf, keepLimit, type Disk, type Found } from './disk.ts'
import { diskFault } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Locked } from './locks.ts'
import { visible } from './names.ts'
import type { IndexStatus, PathIndex, Scan, SearchAnswer } from './path-index.ts'
import { contains, type Places } from './places.ts'
import { refuseProtected } from './protection.ts'
import type { Author, Change, FileContent, FileStat, Listing, Place, WatchEvent } from './types.ts'
import type { Trash, TrashItem } from './trash.ts'
import type { Watcher } from './watch.ts'

// 5 MB files are everyday work (spec goal); beyond this a browser editor and a model both stop being useful.
export const readLimit = 8 * 2 ** 20
// What a folder may show at most in one answer.
export const listLimit = 50_000

/** Content that lies in a file of ours and never stands in memory. */
export interface StoredContent {
	file: string
	size: number
	/** SHA-256 of its bytes. */
	hash: string
}

export interface WriteRequest {
	cwd: string
	path: string
	content: string | Uint8Array | StoredContent
	/** The etag that the writer saw, or `absent` for a file that must be new. Left out: whatever stands there is replaced (and kept in the ledger). */
	expected?: string
}

export interface Written {
	etag: string
	/** The ledger's entry; undefined when nothing changed. */
	entry?: string
}

/** The only door to people's files: confined to the roots, whole on every crash, never silently over somebody's change, always recorded. */
export interface Workspace {
	readonly roots: readonly string[]
	resolve(cwd: string, path?: string): Place
	list(cwd: string, path: string, more?: { limit?: number; details?: boolean }): Promise<Listing>
	stat(cwd: string, path: string): Promise<FileStat>
	/** The same without opening anything: quick, links as what they are, undefined for what is gone. */
	look(cwd: string, path: string): Promise<FileStat | undefined>
	read(cwd: string, path: string, more?: { maxBytes?: number }): Promise<FileContent>
	/** A file of any size as a stream of `start..end` (both counted); `pick` sees the size first. Its etag is weak: made of time, size and inode. */
	openRange(cwd: string, path: string, pick: (size: number, etag: string) => { start: number; end: number } | undefined): Promise<{ size: number; mtime: number; etag: string; body?: ReadStream }>
	write(request: WriteRequest, author: Author): Promise<Written>
	makeFolder(cwd: string, path: string, author: Author): Promise<{ entry?: string }>
	/** Removes a file, a link or a folder that is empty. */
	remove(cwd: string, path: string, author: Author, more?: { expected?: string }): Promise<{ entry?: string }>
	/** Never over something else; folders with all that is in them. */
	rename(cwd: string, from: string, to: string, author: Author): Promise<{ entry?: string }>
	/** Several at once into a folder, as one entry of the history; what cannot be moved stays and is named. */
	move(cwd: string, paths: readonly string[], folder: string, author: Author): Promise<Moved>
	/** The same, leaving them where they are; a name that is taken gets a number. */
	copy(cwd: string, paths: readonly string[], folder: string, author: Author): Promise<Moved>
	/** Several at once into the trash, from which they come back as they were. */
	discard(cwd: string, paths: readonly string[], author: Author): Promise<Moved>
	/** What is in the trash, newest first. */
	trash(): Promise<TrashItem[]>
	/** Back to where it was. */
	restore(id: string, author: Author): Promise<{ entry?: string; item: TrashItem }>
	/** Removes from the trash for good. */
	emptyTrash(ids?: readonly string[]): Promise<void>
	/** Tells what changed in these folders and files, beginning with one `ready`: list and read after that and nothing is missed. */
	watch(cwd: string, paths: readonly string[], signal: AbortSignal): AsyncIterable<WatchEvent>
	/** Paths below `cwd` by their letters, best first; what git ignores is left out. */
	search(cwd: string, query: string, more: { limit: number; signal?: AbortSignal }): Promise<SearchAnswer>
	/** Reads the whole project again and says what stands in the way. */
	rescan(cwd: string, signal?: AbortSignal): Promise<Scan>
	/** Which projects are kept in memory for `search`. */
	indexes(): IndexStatus[]
}

interface Parts {
	places: Places
	disk: Disk
	blobs: Blobs
	journal: Journal
	locked: Locked
	watcher: Watcher
	paths: PathIndex
	trash: Trash
	placeAt(root: string, path: string): Place
	newId: () => string
}

export function createWorkspace({ places, disk, blobs, journal, locked, watcher, paths, trash, placeAt, newId }: Parts): Workspace {
	const { resolve } = places

	async function record<T>(place: Place, author: Author, changes: Change[], work: (id: string) => Promise<T>): Promise<{ entry: string; value: T }> {
		const id = newId()
		await journal.begin({ root: place.root, author, changes }, id)
		try {
			const value = await work(id)
			await journal.settle(id)
			return { entry: id, value }
		} catch (error) {
			await journal.correct(id, [])
			throw error
		}
	}

	async function write({ cwd, path, content, expected }: WriteRequest, author: Author): Promise<Written> {
		const place = resolve(cwd, path)
		refuseProtected(place, author)
		const { bytes, etag, keep } = prepared(content, { path, blobs })
		return locked([place.absolute], async () => {
			const found = await findToReplace(place)
			refuseConflict(found, expected, path)
			if (found.state === etag) return { etag }
			if (found.bytes) await blobs.put(found.bytes)
			await keep()
			const change: Change = { path: place.relative, before: found.state, after: etag, beforeMode: found.mode, afterMode: found.mode }
			const { entry } = await record(place, author, [change], (id) =>
				disk.replace(place, { bytes, mode: found.mode, id, stillAs: (now) => refuseConflict(now, found.state ?? 'absent', path) }),
			)
			return { etag, entry }
		})
	}

	async function findToReplace(place: Place): Promise<Found> {
		const found = await disk.find(place, keepLimit)
		if (found.state === 'folder') throw new DrydockError(400, 'workspace.is_folder', `${visible(place.relative)} is a folder, not a file.`)
		if (found.state?.startsWith('opaque:')) throw new DrydockError(413, 'workspace.too_large', `${visible(place.relative)} is too large to be replaced: its old content could not be kept.`)
		// Replacing a link would turn it into a file, writing through it would change something else: say where it leads instead.
		if (found.state?.startsWith('link:')) await refuseLink(place)
		return found
	}

	async function refuseLink(place: Place): Promise<never> {
		const { handle, real } = await disk.openFile(place).catch((error: unknown) => {
			throw diskFault(error, place.relative)
		})
		await handle.close()
		const target = real.slice(place.root.length + 1)
		throw new DrydockError(403, 'workspace.link', `${visible(place.relative)} is a link.`, { hint: `Open ${visible(target)} itself to change it.`, details: { target } })
	}

	function placeOrNot(cwd: string, path: string): Place | undefined {
		try {
			return resolve(cwd, path)
		} catch {
			// The watch names it among the refused.
			return undefined
		}
	}

	return {
		roots: places.roots,
		resolve,
		list: async (cwd, path, { limit = listLimit, details } = {}) => disk.list(resolve(cwd, path), { limit: Math.min(limit, listLimit), details }),
		stat: async (cwd, path) => disk.stat(resolve(cwd, path)),
		look: async (cwd, path) => disk.look(resolve(cwd, path)),
		async read(cwd, path, { maxBytes = readLimit } = {}) {
			const { bytes, real, mode, mtime } = await disk.read(resolve(cwd, path), maxBytes)
			const base = resolve(cwd).absolute
			return { bytes, text: textOf(bytes), etag: hashOf(bytes), size: bytes.length, mtime, mode, path: contains(base, real) ? real.slice(base.length + 1) : path }
		},
		async openRange(cwd, path, pick) {
			const place = resolve(cwd, path)
			const { handle, info } = await disk.openFile(place).catch((error: unknown) => {
				throw diskFault(error, place.relative)
			})
			const size = Number(info.size)
			const etag = `${info.mtimeNs.toString(36)}-${info.size.toString(36)}-${info.ino.toString(36)}`
			const range = pick(size, etag)
			const found = { size, etag, mtime: Number(info.mtimeNs / 1_000_000n) }
			if (range && range.end >= range.start) return { ...found, body: handle.createReadStream({ start: range.start, end: range.end, highWaterMark: 256 * 1024 }) }
			await handle.close()
			return found
		},
		write,
		async makeFolder(cwd, path, author) {
			const place = resolve(cwd, path)
			refuseProtected(place, author)
			const made = await disk.makeFolder(place)
			if (made.length === 0) return {}
			const entry = await journal.begin({ root: place.root, author, changes: made.map((folder) => ({ path: folder, before: undefined, after: 'folder' })) })
			await journal.settle(entry)
			return { entry }
		},
		async remove(cwd, path, author, { expected } = {}) {
			const place = resolve(cwd, path)
			refuseProtected(place, author)
			return locked([place.absolute], async () => {
				const found = await disk.find(place, keepLimit)
				if (found.state === undefined) throw new DrydockError(404, 'workspace.not_found', `${visible(path)} does not exist.`)
				refuseConflict(found, expected, path)
				if (found.bytes) await blobs.put(found.bytes)
				const change: Change = { path: place.relative, before: found.state, after: undefined, beforeMode: found.mode }
				const { entry } = await record(place, author, [change], () => disk.remove(place))
				return { entry }
			})
		},
		...createBulk({ resolve, disk, blobs, journal, locked, trash, placeAt, newId }),
		search: async (cwd, query, more) => paths.search(resolve(cwd), query, more),
		rescan: async (cwd, signal) => paths.rescan(resolve(cwd), signal),
		indexes: () => paths.status(),
		watch: (cwd, asked, signal) => watcher.watch(asked.map((path) => ({ asked: path, place: placeOrNot(cwd, path) })), signal),
	}
}

/** Text or bytes at hand, or a file of ours that is read piece by piece. */
function prepared(content: WriteRequest['content'], { path, blobs }: { path: string; blobs: Blobs }): { bytes: Buffer | (() => Readable); etag: string; keep(): Promise<unknown> } {
	const stored = typeof content === 'string' || content instanceof Uint8Array ? Buffer.from(content) : content
	const size = Buffer.isBuffer(stored) ? stored.length : stored.size
	if (size > keepLimit) throw new DrydockError(413, 'workspace.too_large', `${visible(path)} is too large to be saved here.`, { hint: `At most ${keepLimit / 2 ** 20} MiB.` })
	if (Buffer.isBuffer(stored)) return { bytes: stored, etag: hashOf(stored), keep: () => blobs.put(stored) }
	const { file, hash } = stored
	return { bytes: () => createReadStream(file), etag: hash, keep: () => blobs.putFile(file, hash) }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of bytes that come back unchanged when it is saved; undefined for anything else. */
export function textOf(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined
	try {
		return strict.decode(bytes)
	} catch {
		return undefined
	}
}

/** The writer saw something else than what stands there: nothing is written, both versions are shown. */
function refuseConflict(found: Found, expected: string | undefined, path: string): void {
	if (expected === undefined || (found.state ?? 'absent') === expected) return
	const content = found.bytes && textOf(found.bytes)
	throw new DrydockError(409, 'conflict', `${visible(path)} changed on disk since it was opened.`, {
		hint: 'Compare both versions, then keep yours or take the one on disk.',
		details: { etag: found.state ?? null, content: content ?? null },
	})
}
