import { constants } from 'node:fs'
import { open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises'
import { DrydockError } from '@drydock/contract'
import { hardLink, notAFile, throughLink } from './faults.ts'
import { diskPath, outside, wirePath } from './names.ts'
import type { Places } from './places.ts'
import type { Place } from './types.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const pinned = process.platform === 'linux'

// A file that is replaced by a rename between finding and opening it is looked for again.
const openTries = 5

/** An open folder: what is done through it happens in exactly that folder, whatever is renamed or swapped for a link meanwhile. */
export interface Anchor extends AsyncDisposable {
	/** The folder's real path. */
	real: string
	/** How to name something in it. */
	at(name: string): string | Buffer
	/** The folder itself, e.g. to list or watch it. */
	self: string | Buffer
	/** Where folders cannot be pinned: fails if the folder was swapped. */
	check(): Promise<void>
	/** Makes renames in it durable. */
	sync(): Promise<void>
}

/** Opens a folder to read in it: links are followed as long as they stay inside. */
export async function anchorToRead(places: Places, place: Place): Promise<Anchor> {
	const { handle, real } = await openReal(places, place, O_DIRECTORY)
	return anchorOf(handle, real, place)
}

/** Opens a folder to write in it: no link anywhere on the way. */
export async function anchorToWrite(places: Places, place: Place): Promise<Anchor> {
	if (!places.allows(place.root, place.absolute)) throw outside(place.relative)
	await places.pulse(place.root)
	const handle = await open(diskPath(place.absolute), O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error: unknown) => {
		if (error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENOTDIR')) return linkOrFault(places, place, error)
		throw error
	})
	const real = await pathOf(handle, place.absolute)
	if (real === place.absolute) return anchorOf(handle, real, place)
	await handle.close()
	throw throughLink(place.relative, insideName(places, place, real))
}

async function linkOrFault(places: Places, place: Place, error: unknown): Promise<never> {
	const real = await realpath(diskPath(place.absolute), 'buffer').then(wirePath, () => undefined)
	if (real === place.absolute) throw error
	throw throughLink(place.relative, real && insideName(places, place, real))
}

function insideName(places: Places, place: Place, real: string): string | undefined {
	return places.allows(place.root, real) ? real.slice(place.root.length + 1) : undefined
}

function anchorOf(handle: FileHandle, real: string, place: Place): Anchor {
	const base = pinned ? `/proc/self/fd/${handle.fd}` : real
	return {
		real,
		self: diskPath(base),
		at: (name) => diskPath(`${base}/${name}`),
		async check() {
			if (!pinned) await sameFile(handle, real, place)
		},
		sync: () => handle.sync(),
		[Symbol.asyncDispose]: () => handle.close(),
	}
}

/** Opens an existing file or folder by its real path, then verifies that this is what was opened. Never waits on a pipe. */
export async function openReal(places: Places, place: Place, flags = 0): Promise<{ handle: FileHandle; real: string }> {
	await places.pulse(place.root)
	for (let left = openTries; left > 0; left--) {
		const real = wirePath(await realpath(diskPath(place.absolute), 'buffer'))
		if (!places.allows(place.root, real)) throw outside(place.relative, 'It is reached through a link.')
		const handle = await open(diskPath(real), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags).catch((error: unknown) => {
			if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return undefined
			throw error
		})
		if (!handle) continue
		try {
			const opened = await pathOf(handle, real, place)
			if (opened === real) return { handle, real }
			if (!opened.endsWith(' (deleted)') && !places.allows(place.root, opened)) throw outside(place.relative, 'It was swapped for a link while it was opened.')
		} catch (error) {
			await handle.close()
			throw error
		}
		await handle.close()
	}
	throw new DrydockError(409, 'workspace.moving', `${place.relative} keeps changing while it is opened.`, { hint: 'Try again.' })
}

/** Opens a regular file for reading. */
export async function openFile(places: Places, place: Place) {
	const { handle, real } = await openReal(places, place)
	try {
		const info = await handle.stat({ bigint: true })
		if (!info.isFile()) throw notAFile(place.relative, info.isDirectory())
		// Package managers link their store into node_modules; anywhere else a second name may be somebody's file outside.
		if (info.nlink > 1n && !real.includes('/node_modules/')) throw hardLink(place.relative)
		return { handle, real, info }
	} catch (error) {
		await handle.close()
		throw error
	}
}

async function pathOf(handle: FileHandle, expected: string, place?: Place): Promise<string> {
	if (pinned) return wirePath(await readlink(`/proc/self/fd/${handle.fd}`, 'buffer'))
	await sameFile(handle, expected, place)
	return wirePath(await realpath(diskPath(expected), 'buffer'))
}

/** Without /proc: what the path names now must be what is open. */
async function sameFile(handle: FileHandle, real: string, place?: Place): Promise<void> {
	const [opened, named] = await Promise.all([handle.stat({ bigint: true }), stat(diskPath(real), { bigint: true })])
	if (opened.dev !== named.dev || opened.ino !== named.ino) throw outside(place?.relative ?? real, 'It was swapped while it was opened.')
}
