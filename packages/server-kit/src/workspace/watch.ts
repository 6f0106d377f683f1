import { lstat } from 'node:fs/promises'
import { watch as watchFolder, type FSWatcher } from 'node:fs'
import { anchorToRead } from './anchor.ts'
import { systemCode } from './faults.ts'
import { diskPath, isTemporary } from './names.ts'
import type { Places } from './places.ts'
import type { FileChange, Place, WatchEvent } from './types.ts'

// A save is a burst of events; this is below what a person notices.
const coalesceMs = 40
// Used where the system's watches are used up, and for folders that do not exist (yet) or may not be read (yet).
const pollMs = 2000
// Only expanded folders and open files are watched: more than this is a mistake of the caller.
const pathsLimit = 500
// For one change, more names than this are answered by reading the folder again.
const namesLimit = 200

interface Asked {
	asked: string
	/** Undefined for what lies outside. */
	place: Place | undefined
}

interface Subscription {
	/** The name in the folder that is meant; undefined for the folder itself. */
	name?: string
	tell(names: readonly string[], gone: boolean): void
}

/** What watches one folder for everybody who asked. */
interface Nest {
	subscriptions: Set<Subscription>
	polling: boolean
	close(): void
}

export interface Watcher {
	watch(paths: readonly Asked[], signal: AbortSignal): AsyncIterable<WatchEvent>
	/** How many folders are watched. */
	count(): number
	close(): void
}

/** Watches folders one by one (never a tree: that exhausts the system), each once however many ask for it. */
export function createWatcher(places: Places): Watcher {
	const nests = new Map<string, Promise<Nest>>()

	async function subscribe(folder: Place, subscription: Subscription): Promise<{ polling: boolean; stop(): Promise<void> }> {
		const opening = nests.get(folder.absolute) ?? openNest(places, folder)
		nests.set(folder.absolute, opening)
		const nest = await opening.catch((error: unknown) => {
			nests.delete(folder.absolute)
			throw error
		})
		nest.subscriptions.add(subscription)
		return {
			polling: nest.polling,
			async stop() {
				nest.subscriptions.delete(subscription)
				if (nest.subscriptions.size > 0) return
				if (nests.get(folder.absolute) === opening) nests.delete(folder.absolute)
				nest.close()
			},
		}
	}

	async function* watch(paths: readonly Asked[], signal: AbortSignal): AsyncIterable<WatchEvent> {
		const pending = new Map<string, FileChange>()
		const stops: (() => Promise<void>)[] = []
		const refused = paths.slice(pathsLimit).map(({ asked }) => asked)
		let polling = false
		let wake = () => {}
		const ended = () => wake()
		signal.addEventListener('abort', ended)
		try {
			for (const { asked, place } of paths.slice(0, pathsLimit)) {
				const add = (names: readonly string[], gone: boolean) => {
					const known = pending.get(asked)
					const all = [...new Set([...(known?.names ?? []), ...names])]
					const whole = names.length === 0 || (known !== undefined && known.names.length === 0) || all.length > namesLimit
					pending.set(asked, { path: asked, names: whole ? [] : all, gone })
					wake()
				}
				if (!place) {
					refused.push(asked)
					continue
				}
				try {
					const kind = await lstat(diskPath(place.absolute)).then((info) => (info.isDirectory() ? 'folder' : 'file'), () => 'file')
					const folder = kind === 'folder' ? place : parentOf(place)
					const found = await subscribe(folder, { name: kind === 'folder' ? undefined : place.relative.slice(place.relative.lastIndexOf('/') + 1), tell: add })
					stops.push(found.stop)
					polling ||= found.polling
				} catch {
					refused.push(asked)
				}
			}
			yield { type: 'ready', polling, refused }
			while (!signal.aborted) {
				if (pending.size === 0) await new Promise<void>((resolve) => (wake = resolve))
				if (signal.aborted) return
				await delay(coalesceMs, signal)
				const changes = [...pending.values()]
				pending.clear()
				wake = () => {}
				for (const change of changes) yield { type: 'changed', change }
			}
		} finally {
			signal.removeEventListener('abort', ended)
			await Promise.all(stops.map((stop) => stop()))
		}
	}

	return {
		count: () => nests.size,
		watch,
		close() {
			for (const nest of nests.values()) void nest.then((open) => open.close(), () => undefined)
			nests.clear()
		},
	}
}

async function openNest(places: Places, folder: Place): Promise<Nest> {
	const subscriptions = new Set<Subscription>()
	let current: FSWatcher | undefined
	let inode: number | undefined
	let timer: NodeJS.Timeout | undefined
	let closed = false

	const tell = (names: readonly string[], gone = false) => {
		for (const { name, tell: say } of subscriptions) if (name === undefined || names.length === 0 || names.includes(name)) say(name === undefined ? names : [], gone)
	}

	/** Watches the open folder itself, so that a link swapped in meanwhile shows nothing of another place. */
	async function start(): Promise<'watching' | 'no watches'> {
		await using anchor = await anchorToRead(places, folder)
		const self = String(anchor.self)
		const selfName = self.slice(self.lastIndexOf('/') + 1)
		inode = await inodeOf(folder)
		try {
			current = watchFolder(self, { persistent: false }, (_kind, name) => {
				if (name === null) return tell([])
				if (isTemporary(name)) return
				// Its own deletion or move carries its own name: look whether it is still there.
				if (name === selfName) void restartIfMoved()
				else tell([name])
			})
			current.on('error', () => void restartIfMoved())
			return 'watching'
		} catch (error) {
			if (['ENOSPC', 'EMFILE', 'ENFILE'].includes(systemCode(error) ?? '')) return 'no watches'
			throw error
		}
	}

	async function restartIfMoved(): Promise<void> {
		const now = await inodeOf(folder)
		if (closed) return
		// A file in it may be called like that too.
		if (now !== undefined && now === inode) return tell([])
		current?.close()
		current = undefined
		tell([], true)
		poll()
	}

	let lastSeen = ''
	/** Looks at the time of the folder and of the files asked for; goes back to watching when the folder is there and watches are free. */
	function poll(): void {
		clearTimeout(timer)
		timer = setTimeout(async () => {
			const seen = await fingerprint(folder, [...subscriptions].flatMap(({ name }) => name ?? []))
			if (closed) return
			if (!seen.startsWith('-') && (await start().catch(() => 'locked')) === 'watching') {
				clearTimeout(timer)
				return tell([])
			}
			if (seen !== lastSeen) tell([])
			lastSeen = seen
			if (!closed) poll()
		}, pollMs)
		timer.unref()
	}

	// A folder that nobody may read is tried again until somebody may.
	const isLocked = (error: unknown) => ['EACCES', 'EPERM'].includes(systemCode(error) ?? '')
	const state = await start().catch((error: unknown) => {
		if (!isLocked(error)) throw error
		return 'locked' as const
	})
	if (state !== 'watching') {
		lastSeen = await fingerprint(folder, [])
		poll()
	}
	return {
		subscriptions,
		polling: state === 'no watches',
		close() {
			closed = true
			clearTimeout(timer)
			current?.close()
		},
	}
}

async function inodeOf(folder: Place): Promise<number | undefined> {
	return lstat(diskPath(folder.absolute)).then((info) => info.ino, () => undefined)
}

async function fingerprint(folder: Place, names: readonly string[]): Promise<string> {
	const paths = [folder.absolute, ...names.map((name) => `${folder.absolute}/${name}`)]
	const times = await Promise.all(paths.map((path) => lstat(diskPath(path)).then((info) => `${info.mtimeMs}:${info.size}:${info.ino}`, () => '-')))
	return times.join(' ')
}

function parentOf(place: Place): Place {
	const relative = place.relative.slice(0, Math.max(0, place.relative.lastIndexOf('/')))
	return { root: place.root, relative, absolute: place.absolute.slice(0, place.absolute.lastIndexOf('/')) || '/' }
}

async function delay(ms: number, signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		const done = () => {
			clearTimeout(timer)
			signal.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		signal.addEventListener('abort', done)
	})
}
