import { DrydockError } from '@drydock/contract'
import type { Blobs } from './blobs.ts'
import { keepLimit, type Disk } from './disk.ts'
import { diskFault } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Locked } from './locks.ts'
import { visible } from './names.ts'
import { refuseProtected } from './protection.ts'
import type { Trash } from './trash.ts'
import type { Author, Change, Place } from './types.ts'

/** What may be copied at once through us: all of it is kept for the way back. Larger things are copied in a terminal. */
export const copyLimits = { entries: 5000, bytes: 256 * 2 ** 20 }
// Names tried before giving up: "a copy 99.txt" says that something else is wrong.
const copyNames = 100

export interface NotMoved {
	/** From the working folder, as it was asked for. */
	path: string
	message: string
}

export interface Moved {
	/** The one entry of the history for all of them. */
	entry?: string
	/** Where they are now, from the working folder; for the trash where they were. */
	done: string[]
	failed: NotMoved[]
}

/** One thing to do: what it records, and how it is done. */
interface Deed {
	path: string
	result: string
	changes: Change[]
	work(): Promise<void>
}

interface Parts {
	resolve(cwd: string, path?: string): Place
	disk: Disk
	blobs: Blobs
	journal: Journal
	locked: Locked
	trash: Trash
	placeAt(root: string, path: string): Place
	newId: () => string
}

/** Moving, copying and deleting several things, each as one entry of the ledger. */
export function createBulk({ resolve, disk, blobs, journal, locked, trash, placeAt, newId }: Parts) {
	/** Records first, does it, then leaves in the record what really happened. */
	async function perform(root: string, author: Author, deeds: readonly Deed[], failed: NotMoved[]): Promise<Moved> {
		const id = newId()
		const done: Deed[] = []
		if (deeds.length > 0) await journal.begin({ root, author, changes: deeds.flatMap(({ changes }) => changes) }, id)
		try {
			for (const deed of deeds) {
				try {
					await deed.work()
					done.push(deed)
				} catch (error) {
					failed.push({ path: deed.path, message: sentenceOf(error, deed.path) })
				}
			}
		} finally {
			if (deeds.length > 0) await journal.correct(id, done.flatMap(({ changes }) => changes))
		}
		return { entry: done.length > 0 ? id : undefined, done: done.map(({ result }) => result), failed }
	}

	async function planned<T>(paths: readonly string[], failed: NotMoved[], plan: (path: string) => Promise<T>): Promise<T[]> {
		const found: T[] = []
		for (const path of outermost(paths)) {
			try {
				found.push(await plan(path))
			} catch (error) {
				failed.push({ path, message: sentenceOf(error, path) })
			}
		}
		return found
	}

	async function moving(source: Place, target: Place, path: string, result: string): Promise<Deed> {
		const found = await disk.find(source, keepLimit)
		if (found.state === undefined) throw new DrydockError(404, 'workspace.not_found', `${visible(path)} does not exist.`)
		if (`${target.absolute}/`.startsWith(`${source.absolute}/`)) throw new DrydockError(400, 'workspace.into_itself', `${visible(path)} cannot be moved into itself.`)
		if (found.bytes) await blobs.put(found.bytes)
		const isWhole = found.state === 'folder' || found.state.startsWith('opaque:')
		return {
			path,
			result,
			changes: [
				{ path: source.relative, before: isWhole ? `moved:${target.relative}` : found.state, after: undefined, beforeMode: found.mode },
				{ path: target.relative, before: undefined, after: isWhole ? `moved:${source.relative}` : found.state, afterMode: found.mode },
			],
			work: () => disk.move(source, target),
		}
	}

	/** A name that is free in a folder: "a.txt", "a copy.txt", "a copy 2.txt". */
	async function freeName(folder: Place, name: string, taken: ReadonlySet<string>): Promise<string> {
		const dot = name.lastIndexOf('.')
		const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
		for (let number = 0; number < copyNames; number++) {
			const tried = number === 0 ? name : `${stem} copy${number === 1 ? '' : ` ${number}`}${extension}`
			if (!taken.has(tried) && !(await disk.look(inside(folder, tried)))) return tried
		}
		throw new DrydockError(409, 'workspace.exists', `${visible(name)} exists already, and so do ${copyNames} copies of it.`)
	}

	/** All that is in a thing, outermost first, with the contents kept. */
	async function contentsOf(source: Place, target: Place, room: { entries: number; bytes: number }): Promise<Change[]> {
		if (--room.entries < 0) throw tooMuch()
		const found = await disk.find(source, keepLimit)
		if (found.state === undefined) throw new DrydockError(404, 'workspace.not_found', `${visible(source.relative)} does not exist.`)
		if (found.state.startsWith('opaque:') || (room.bytes -= found.bytes?.length ?? 0) < 0) throw tooMuch()
		if (found.bytes) await blobs.put(found.bytes)
		const own: Change = { path: target.relative, before: undefined, after: found.state, afterMode: found.mode }
		if (found.state !== 'folder') return [own]
		const { entries } = await disk.list(source, { limit: copyLimits.entries + 1 })
		const changes = [own]
		for (const { name } of entries) changes.push(...(await contentsOf(inside(source, name), inside(target, name), room)))
		return changes
	}

	async function write(root: string, { path, after, afterMode }: Change): Promise<void> {
		const place = placeAt(root, path)
		if (after === 'folder') return void (await disk.makeFolder(place))
		const bytes = await blobs.get(after?.replace(/^link:/, '') ?? '')
		if (!bytes) throw new DrydockError(500, 'workspace.disk_error', `${visible(path)} could not be read again while it was copied.`, { hint: 'Try again.' })
		if (after?.startsWith('link:')) return disk.makeLink(place, bytes)
		await disk.replace(place, {
			bytes,
			mode: afterMode,
			id: newId(),
			stillAs(found) {
				if (found.state !== undefined) throw new DrydockError(409, 'workspace.exists', `${visible(path)} exists already.`)
			},
		})
	}

	/** All of it or nothing: what cannot be finished is cleared away. */
	async function writeAll(root: string, changes: readonly Change[]): Promise<void> {
		const made: Place[] = []
		try {
			for (const change of changes) {
				await write(root, change)
				made.unshift(placeAt(root, change.path))
			}
		} catch (error) {
			for (const place of made) await disk.remove(place).catch(() => undefined)
			throw error
		}
	}

	return {
		async rename(cwd: string, from: string, to: string, author: Author) {
			const [source, target] = [resolve(cwd, from), resolve(cwd, to)]
			refuseProtected(source, author)
			refuseProtected(target, author)
			return locked([source.absolute, target.absolute], async () => {
				if (source.relative === target.relative) return {}
				const { changes, work } = await moving(source, target, from, to)
				const id = await journal.begin({ root: source.root, author, changes })
				try {
					await work()
					await journal.settle(id)
				} catch (error) {
					await journal.correct(id, [])
					throw error
				}
				return { entry: id }
			})
		},
		async move(cwd: string, paths: readonly string[], folder: string, author: Author): Promise<Moved> {
			const goal = resolve(cwd, folder)
			const pairs = outermost(paths).map((path) => ({ path, source: resolve(cwd, path), target: inside(goal, lastOf(path)) }))
			for (const { source, target } of pairs) {
				refuseProtected(source, author)
				refuseProtected(target, author)
			}
			return locked(pairs.flatMap(({ source, target }) => [source.absolute, target.absolute]), async () => {
				const failed: NotMoved[] = []
				const elsewhere = pairs.filter(({ source, target }) => source.absolute !== target.absolute)
				const deeds = await planned(elsewhere.map(({ path }) => path), failed, (path) => moving(resolve(cwd, path), inside(goal, lastOf(path)), path, joined(folder, lastOf(path))))
				return perform(goal.root, author, deeds, failed)
			})
		},
		async copy(cwd: string, paths: readonly string[], folder: string, author: Author): Promise<Moved> {
			const goal = resolve(cwd, folder)
			const failed: NotMoved[] = []
			const taken = new Set<string>()
			const room = { ...copyLimits }
			return locked([goal.absolute], async () => {
				const deeds = await planned(paths, failed, async (path) => {
					const source = resolve(cwd, path)
					const name = await freeName(goal, lastOf(path), taken)
					taken.add(name)
					const target = inside(goal, name)
					refuseProtected(target, author)
					if (`${goal.absolute}/`.startsWith(`${source.absolute}/`)) throw new DrydockError(400, 'workspace.into_itself', `${visible(path)} cannot be copied into itself.`)
					const changes = await contentsOf(source, target, room)
					return {
						path,
						result: joined(folder, name),
						changes,
						work: () => writeAll(goal.root, changes),
					}
				})
				return perform(goal.root, author, deeds, failed)
			})
		},
		async discard(cwd: string, paths: readonly string[], author: Author): Promise<Moved> {
			const root = resolve(cwd).root
			for (const path of paths) refuseProtected(resolve(cwd, path), author)
			return locked(paths.map((path) => resolve(cwd, path).absolute), async () => {
				const failed: NotMoved[] = []
				const deeds = await planned(paths, failed, async (path): Promise<Deed> => {
					const place = resolve(cwd, path)
					const id = newId()
					return { path, result: path, changes: [{ path: place.relative, before: `trash:${id}`, after: undefined }], work: () => trash.put(place, id) }
				})
				return perform(root, author, deeds, failed)
			})
		},
		trash: trash.list,
		async restore(id: string, author: Author) {
			const item = await trash.find(id)
			if (!item) throw new DrydockError(404, 'workspace.not_in_trash', 'That is no longer in the trash.', { hint: 'It was restored, emptied, or too old to keep.' })
			const place = resolve(item.root, item.path)
			return locked([place.absolute], async () => {
				await disk.makeFolder(placeAt(place.root, place.relative.split('/').slice(0, -1).join('/')))
				const { entry, failed } = await perform(place.root, author, [{ path: item.path, result: item.path, changes: [{ path: place.relative, before: undefined, after: `trash:${id}` }], work: () => trash.restore(id, place) }], [])
				if (failed[0]) throw new DrydockError(409, 'workspace.exists', failed[0].message)
				return { entry, item }
			})
		},
		emptyTrash: trash.empty,
	}
}

/** Without what lies inside another one of them. */
function outermost(paths: readonly string[]): string[] {
	const all = new Set(paths)
	return [...all].filter((path) => !path.split('/').some((_, depth, names) => depth > 0 && all.has(names.slice(0, depth).join('/'))))
}

function inside(folder: Place, name: string): Place {
	return { root: folder.root, relative: joined(folder.relative, name), absolute: `${folder.absolute === '/' ? '' : folder.absolute}/${name}` }
}

function joined(folder: string, name: string): string {
	return folder === '' || folder === '.' ? name : `${folder}/${name}`
}

function lastOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}

function tooMuch(): DrydockError {
	return new DrydockError(413, 'workspace.too_large', `That is too much to copy here: at most ${copyLimits.entries.toLocaleString('en')} files and ${copyLimits.bytes / 2 ** 20} MiB.`, { hint: 'Copy it in a terminal.' })
}

function sentenceOf(error: unknown, path: string): string {
	const fault = diskFault(error, path)
	if (fault instanceof DrydockError) return fault.message
	throw error
}
