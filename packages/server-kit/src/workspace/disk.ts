import { createHash } from 'node:crypto'
import { constants, type BigIntStats } from 'node:fs'
import { link, lstat, mkdir, open, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import { failpoint } from '../failpoint.ts'
import { anchorToRead, anchorToWrite, openFile, type Anchor } from './anchor.ts'
import { diskFault, notAFile, systemCode, throughLink, tooLarge } from './faults.ts'
import { createKnownListings } from './known-listings.ts'
import { namesIn } from './names-in.ts'
import { diskPath, outside, temporaryName } from './names.ts'
import type { Places } from './places.ts'
import type { FileStat, Listing, Place, State } from './types.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

// A pre-image is kept up to here; a larger file is not overwritten through us, since it could not be taken back.
export const keepLimit = 64 * 2 ** 20

const newFileMode = 0o666

/** What stands at a path right now, with the bytes of a file or the target of a link. */
export interface Found {
	state: State
	bytes?: Buffer
	mode?: number
}

export interface Replacement {
	/** All of them, or how to read them. */
	bytes: Buffer | (() => Readable)
	mode?: number
	/** Default: now. */
	mtimeMs?: number
	id: string
	/** Checked at the last moment before the rename. */
	stillAs?: (found: Found) => void
}

export function hashOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex')
}

/** Confined file operations without any record of who did them; `workspace` and `ledger` are built on it. */
export function createDisk(places: Places) {
	const knownListings = createKnownListings()

	/** The folder of a place, anchored, and the name in it. */
	async function withParent<T>(place: Place, work: (folder: Anchor, name: string) => Promise<T>): Promise<T> {
		const cut = place.absolute.lastIndexOf('/')
		if (place.relative === '') throw new DrydockError(400, 'workspace.is_root', 'The project folder itself cannot be replaced, moved or removed here.')
		const parent: Place = { root: place.root, relative: place.relative.slice(0, Math.max(0, place.relative.lastIndexOf('/'))), absolute: place.absolute.slice(0, cut) || '/' }
		try {
			await using folder = await anchorToWrite(places, parent)
			return await work(folder, place.absolute.slice(cut + 1))
		} catch (error) {
			throw diskFault(error, place.relative)
		}
	}

	async function list(place: Place, { limit, details = false }: { limit: number; details?: boolean }): Promise<Listing> {
		try {
			await using folder = await anchorToRead(places, place)
			const found = await knownListings.of(folder, () => namesIn(folder))
			const entries = found.slice(0, limit)
			return { entries: details ? await Promise.all(entries.map(async (entry) => ({ ...entry, ...(await lookAt(folder, entry.name)) }))) : entries, total: found.length }
		} catch (error) {
			throw diskFault(error, place.relative)
		}
	}

	async function stat(place: Place): Promise<FileStat> {
		try {
			const { handle, info } = await openFile(places, place).catch(async (error: unknown) => {
				if (error instanceof DrydockError && error.code === 'workspace.is_folder') return { handle: undefined, info: undefined }
				throw error
			})
			if (handle) {
				await handle.close()
				return { kind: 'file', size: Number(info.size), mtime: milliseconds(info) }
			}
			await using folder = await anchorToRead(places, place)
			const own = await lstat(folder.self.toString() + '/.')
			return { kind: 'folder', size: 0, mtime: own.mtimeMs }
		} catch (error) {
			throw diskFault(error, place.relative)
		}
	}

	/** Kind, size and time by one look, for lists of what was found by a walk: nothing is opened or followed. */
	async function look(place: Place): Promise<FileStat | undefined> {
		const info = await lstat(diskPath(place.absolute)).catch(() => undefined)
		if (!info) return undefined
		return { kind: info.isFile() ? 'file' : info.isDirectory() ? 'folder' : info.isSymbolicLink() ? 'link' : 'other', size: info.size, mtime: info.mtimeMs }
	}

	/** Reads a whole regular file. */
	async function read(place: Place, maxBytes: number) {
		try {
			const { handle, real, info } = await openFile(places, place)
			await using file = handle
			if (info.size > BigInt(maxBytes)) throw tooLarge(place.relative, Number(info.size), maxBytes)
			// Some files say size 0 and have content (/proc), others grow: read by the end, not by the size.
			const bytes = await file.readFile()
			if (bytes.length > maxBytes) throw tooLarge(place.relative, bytes.length, maxBytes)
			return { bytes, real, mode: Number(info.mode) & 0o7777, mtime: milliseconds(info) }
		} catch (error) {
			throw diskFault(error, place.relative)
		}
	}

	/** What stands at a path, as the ledger sees it; links are not followed. */
	function find(place: Place, maxBytes: number): Promise<Found> {
		return withParent(place, (folder, name) => findIn(folder, name, place.relative, maxBytes)).catch((error: unknown) => {
			// Nor can it be there when its folder is not.
			if (error instanceof DrydockError && error.code === 'workspace.not_found') return { state: undefined }
			throw error
		})
	}

	/** Puts a whole file in place: the old content or the new one, never a part, also when the process is killed. */
	function replace(place: Place, { bytes, mode, mtimeMs, id, stillAs }: Replacement): Promise<void> {
		return withParent(place, async (folder, name) => {
			await failpoint('workspace.write.before-temp')
			const temp = folder.at(temporaryName(id))
			try {
				await using file = await open(temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode ?? newFileMode)
				await file.writeFile(typeof bytes === 'function' ? bytes() : bytes)
				// The umask took bits away that the old file had.
				if (mode !== undefined) await file.chmod(mode)
				if (mtimeMs !== undefined) await file.utimes(mtimeMs / 1000, mtimeMs / 1000)
				await file.sync()
				if (stillAs) stillAs(await findIn(folder, name, place.relative, Number.MAX_SAFE_INTEGER))
				await failpoint('workspace.write.before-rename')
				await folder.check()
				await rename(temp, folder.at(name))
			} catch (error) {
				await unlink(temp).catch(() => undefined)
				throw error
			}
			await failpoint('workspace.write.after-rename')
			await folder.sync()
		})
	}

	/** Makes a folder and those above it; returns the ones that were missing, outermost first. */
	async function makeFolder(place: Place): Promise<string[]> {
		const made: string[] = []
		const names = place.relative === '' ? [] : place.relative.split('/')
		for (let depth = 1; depth <= names.length; depth++) {
			const relative = names.slice(0, depth).join('/')
			const step: Place = { root: place.root, relative, absolute: `${place.root === '/' ? '' : place.root}/${relative}` }
			if (await isFolder(step)) continue
			await withParent(step, async (folder, name) => {
				await mkdir(folder.at(name)).catch(async (error: unknown) => {
					if (systemCode(error) !== 'EEXIST') throw error
					if (!(await lstat(folder.at(name))).isDirectory()) throw error
				})
			})
			made.push(relative)
		}
		return made
	}

	/** Makes a folder, or changes the mode of one. */
	async function makeFolderAs(place: Place, mode: number | undefined): Promise<void> {
		await makeFolder(place)
		if (mode === undefined) return
		await withParent(place, async (folder, name) => {
			await using handle = await open(folder.at(name), O_RDONLY | O_NOFOLLOW | constants.O_DIRECTORY)
			await handle.chmod(mode)
		})
	}

	async function isFolder(place: Place): Promise<boolean> {
		return withParent(place, async (folder, name) => {
			const info = await lstat(folder.at(name)).catch((error: unknown) => {
				if (systemCode(error) === 'ENOENT') return undefined
				throw error
			})
			if (info?.isSymbolicLink()) throw throughLink(place.relative, undefined)
			if (info && !info.isDirectory()) throw new DrydockError(409, 'workspace.exists', `${place.relative} is a file, not a folder.`)
			return info !== undefined
		})
	}

	/** Removes a file, a link (never what it points at) or an empty folder. */
	function remove(place: Place): Promise<void> {
		return withParent(place, async (folder, name) => {
			const info = await lstat(folder.at(name))
			if (info.isDirectory()) await rmdir(folder.at(name))
			else await unlink(folder.at(name))
		})
	}

	/** Moves something; refuses to replace what stands there. */
	function move(from: Place, to: Place): Promise<void> {
		if (from.root !== to.root) throw outside(to.relative, 'Things can only be moved inside one root.')
		return withParent(from, async (folder, name) => {
			await moveHere(folder.at(name), to)
			await folder.sync()
		})
	}

	/** Moves something into a folder of ours. */
	function moveOut(from: Place, to: string): Promise<void> {
		return withParent(from, async (folder, name) => {
			await rename(folder.at(name), to)
			await folder.sync()
		})
	}

	/** Moves what stands at a path of ours to a place where nothing is. */
	function moveHere(source: string | Buffer, to: Place): Promise<void> {
		return withParent(to, async (target, name) => {
			const info = await lstat(source)
			if (info.isFile()) {
				// A hard link fails where a rename would overwrite.
				await link(source, target.at(name)).catch((error: unknown) => {
					throw diskFault(error, to.relative)
				})
				await unlink(source)
			} else {
				if (await exists(target.at(name))) throw new DrydockError(409, 'workspace.exists', `${to.relative} exists already.`, { hint: 'Choose another name.' })
				await rename(source, target.at(name))
			}
			await target.sync()
		})
	}

	function makeLink(place: Place, target: Buffer): Promise<void> {
		return withParent(place, async (folder, name) => symlink(target, folder.at(name)))
	}

	return { list, stat, look, read, find, replace, makeFolder, makeFolderAs, remove, move, moveOut, moveIn: moveHere, makeLink, openFile: (place: Place) => openFile(places, place) }
}

export type Disk = ReturnType<typeof createDisk>

async function findIn(folder: Anchor, name: string, shown: string, maxBytes: number): Promise<Found> {
	const info = await lstat(folder.at(name)).catch((error: unknown) => {
		if (systemCode(error) === 'ENOENT') return undefined
		throw error
	})
	if (!info) return { state: undefined }
	if (info.isDirectory()) return { state: 'folder', mode: info.mode & 0o7777 }
	if (info.isSymbolicLink()) {
		const bytes = await readlink(folder.at(name), 'buffer')
		return { state: `link:${hashOf(bytes)}`, bytes }
	}
	if (!info.isFile()) throw notAFile(shown, false)
	if (info.size > maxBytes) return { state: `opaque:${info.size}:${info.mtimeMs}`, mode: info.mode & 0o7777 }
	await using file = await open(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
	const opened = await file.stat()
	if (!opened.isFile()) throw notAFile(shown, false)
	const bytes = await file.readFile()
	return { state: hashOf(bytes), bytes, mode: opened.mode & 0o7777 }
}

async function lookAt(folder: Anchor, name: string) {
	const info = await lstat(folder.at(name)).catch(() => undefined)
	return info && { size: info.size, mtime: info.mtimeMs }
}

async function exists(path: string | Buffer): Promise<boolean> {
	return lstat(path).then(() => true, () => false)
}

function milliseconds(info: BigIntStats): number {
	return Number(info.mtimeNs / 1_000_000n)
}
