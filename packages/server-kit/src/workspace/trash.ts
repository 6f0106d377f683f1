import { rmSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { Disk } from './disk.ts'
import { systemCode } from './faults.ts'
import { diskPath, visible } from './names.ts'
import type { Place } from './types.ts'

/** What the trash may hold before its oldest items go for good: more than a working day's clearing up. */
export interface TrashLimits {
	bytes: number
	items: number
	days: number
}
export const trashLimits: TrashLimits = { bytes: 2 * 1024 ** 3, items: 500, days: 30 }

// Counting the bytes of a huge folder would take longer than moving it: what lies beyond counts nothing.
const countedEntries = 20_000
const dayMs = 24 * 60 * 60_000

export interface TrashItem {
	id: string
	root: string
	/** From the root. */
	path: string
	/** Epoch milliseconds. */
	at: number
	bytes: number
	isFolder: boolean
	/** On another disk than the data folder it waits inside its project. */
	inProject: boolean
}

/** Where deleted things wait: moved there as a whole, so that a folder of any size goes and comes back in an instant. */
export interface Trash {
	put(place: Place, id: string): Promise<void>
	/** Moves it back; fails when something else stands there by now. */
	restore(id: string, place: Place): Promise<void>
	find(id: string): Promise<TrashItem | undefined>
	/** Newest first. */
	list(): Promise<TrashItem[]>
	/** Removes for good; without ids: everything. */
	empty(ids?: readonly string[]): Promise<void>
}

interface Parts {
	dir: string
	disk: Disk
	clock: Clock
	placeAt(root: string, path: string): Place
	limits?: TrashLimits
}

export function createTrash({ dir, disk, clock, placeAt, limits = trashLimits }: Parts): Trash {
	const folderOf = (id: string) => path.join(dir, id)
	const itemOf = (id: string) => path.join(dir, id, 'item')
	const insideOf = (root: string, id: string) => placeAt(root, `.drydock/trash/${id}`)

	async function note(item: TrashItem): Promise<void> {
		await writeFile(path.join(folderOf(item.id), 'meta.json'), JSON.stringify(item), { mode: 0o600 })
	}

	async function find(id: string): Promise<TrashItem | undefined> {
		if (!/^[\w-]+$/.test(id)) return undefined
		const text = await readFile(path.join(folderOf(id), 'meta.json'), 'utf8').catch(() => undefined)
		const item = text === undefined ? undefined : readItem(text)
		return item && (await isThere(item.inProject ? insideOf(item.root, id).absolute : itemOf(id))) ? item : undefined
	}

	async function list(): Promise<TrashItem[]> {
		const names = await readdir(dir).catch(() => [])
		const found = await Promise.all(names.map(find))
		return found.filter((item) => item !== undefined).sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
	}

	async function remove({ id, root, inProject }: TrashItem): Promise<void> {
		if (inProject) await removeAll(insideOf(root, id).absolute)
		await removeAll(folderOf(id))
	}

	async function tidy(): Promise<void> {
		let bytes = 0
		for (const [index, item] of (await list()).entries()) {
			bytes += item.bytes
			const isKept = index === 0 || (index < limits.items && bytes <= limits.bytes && item.at > clock.now() - limits.days * dayMs)
			if (!isKept) await remove(item)
		}
	}

	return {
		find,
		list,
		async put(place, id) {
			const source = await lstat(diskPath(place.absolute)).catch(() => undefined)
			if (!source) throw new DrydockError(404, 'workspace.not_found', `${visible(place.relative)} does not exist.`)
			const item: TrashItem = { id, root: place.root, path: place.relative, at: clock.now(), bytes: source.size, isFolder: source.isDirectory(), inProject: false }
			await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
			await note(item)
			try {
				await disk.moveOut(place, itemOf(id)).catch(async (error: unknown) => {
					if (!(error instanceof DrydockError) || error.code !== 'workspace.other_disk') throw error
					await note({ ...item, inProject: true })
					await disk.makeFolder(placeAt(place.root, '.drydock/trash'))
					await disk.move(place, insideOf(place.root, id))
					item.inProject = true
				})
			} catch (error) {
				await rm(folderOf(id), { recursive: true, force: true })
				throw error
			}
			if (item.isFolder) await note({ ...item, bytes: await sizeOf(item.inProject ? insideOf(place.root, id).absolute : itemOf(id)) })
			await tidy()
		},
		async restore(id, place) {
			const item = await find(id)
			if (!item) throw new DrydockError(404, 'workspace.not_in_trash', `${visible(place.relative)} is no longer in the trash.`)
			if (item.inProject) await disk.move(insideOf(item.root, id), place)
			else await disk.moveIn(itemOf(id), place)
			await rm(folderOf(id), { recursive: true, force: true })
		},
		async empty(ids) {
			for (const item of await list()) if (ids === undefined || ids.includes(item.id)) await remove(item)
		},
	}
}

async function removeAll(folder: string): Promise<void> {
	await rm(diskPath(folder), { recursive: true, force: true }).catch((error: unknown) => {
		if (systemCode(error) !== 'ENAMETOOLONG') throw error
		// Nested deeper than any path is long: only the one that waits goes down step by step.
		rmSync(diskPath(folder), { recursive: true, force: true })
	})
}

function readItem(text: string): TrashItem | undefined {
	try {
		return JSON.parse(text) as TrashItem
	} catch {
		// Cut off while it was written: nothing had been moved yet.
		return undefined
	}
}

async function sizeOf(folder: string): Promise<number> {
	let [bytes, left] = [0, countedEntries]
	const folders = [folder]
	for (let next = folders.pop(); next !== undefined && left > 0; next = folders.pop()) {
		for (const entry of await readdir(next, { withFileTypes: true, encoding: 'buffer' }).catch(() => [])) {
			if (left-- <= 0) break
			const inside = Buffer.concat([Buffer.from(`${next}/`), entry.name])
			if (entry.isDirectory()) folders.push(inside.toString())
			else bytes += await lstat(inside).then(({ size }) => size, () => 0)
		}
	}
	return bytes
}

async function isThere(file: string): Promise<boolean> {
	return lstat(diskPath(file)).then(() => true, () => false)
}
