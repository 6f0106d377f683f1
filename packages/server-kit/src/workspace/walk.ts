import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { constants, type BigIntStats } from 'node:fs'
import type { Blobs } from './blobs.ts'
import { hashOf } from './disk.ts'
import { ignored, rulesIn, skippedFolders, type Rules } from './ignore-rules.ts'
import { diskPath, isTemporary, mayBeRaw, wirePath } from './names.ts'

/** What a walk may cost; what lies beyond is named in the ledger's entry, never silently left out. */
export interface WalkLimits {
	files: number
	bytesPerFile: number
	bytes: number
}

// A first walk reads everything once; 20,000 files or 256 MiB take a few seconds, later walks only look at times.
export const walkLimits: WalkLimits = { files: 20_000, bytesPerFile: 4 * 2 ** 20, bytes: 256 * 2 ** 20 }

// A link or a pipe swapped in meanwhile is neither followed nor waited for.
const plainFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
// Reads at a time: more only fills the thread pool's queue.
const readsAtOnce = 16
// What the stat cache may remember: two large projects.
const cacheLimit = 50_000

export interface Seen {
	state: string
	mode?: number
	/** Size, times and inode: the same means the same content. */
	stamp: string
	/** When anything about it was last changed, in epoch milliseconds; not known of folders. */
	changedMs?: number
}

export interface Snapshot {
	files: Map<string, Seen>
	/** Paths (folders end in /) that are not covered. */
	skipped: string[]
	truncated: boolean
}

/** Looks at a project: what is unchanged since the last walk is only looked at, what is new or changed is read and kept. */
export function createWalker(blobs: Blobs, limits: WalkLimits = walkLimits) {
	const cache = new Map<string, Seen>()

	async function snapshot(root: string, { signal }: { signal?: AbortSignal } = {}): Promise<Snapshot> {
		const found: Snapshot = { files: new Map(), skipped: [], truncated: false }
		const unread: { path: string; info: BigIntStats }[] = []
		await collect(root, '', [], { found, unread, limits, signal })
		let left = limits.bytes
		for (let at = 0; at < unread.length; at += readsAtOnce) {
			signal?.throwIfAborted()
			await Promise.all(unread.slice(at, at + readsAtOnce).map(async ({ path, info }) => {
				const key = `${root}/${path}`
				const stamp = stampOf(info)
				const known = cache.get(key)
				if (known?.stamp === stamp) return void found.files.set(path, known)
				const seen = await look(key, info, stamp, { limits, left })
				if (!seen) return
				if (!seen.state.startsWith('opaque:')) left -= Number(info.size)
				found.files.set(path, seen)
				// Only what can't have changed within its own clock tick is remembered.
				if (Date.now() - Number(info.mtimeNs / 1_000_000n) > 50) remember(key, seen)
			}))
		}
		return found
	}

	async function look(key: string, info: BigIntStats, stamp: string, { limits, left }: { limits: WalkLimits; left: number }): Promise<Seen | undefined> {
		const changedMs = Number(info.ctimeNs / 1_000_000n)
		try {
			if (info.isSymbolicLink()) {
				const target = await readlink(diskPath(key), 'buffer')
				await blobs.put(target)
				return { state: `link:${hashOf(target)}`, stamp, changedMs }
			}
			const mode = Number(info.mode) & 0o7777
			if (info.size > BigInt(limits.bytesPerFile) || Number(info.size) > left) return { state: `opaque:${info.size}:${info.mtimeNs}`, mode, stamp, changedMs }
			return { state: await blobs.put(await readFile(diskPath(key), { flag: plainFile })), mode, stamp, changedMs }
		} catch {
			// Gone or not readable: the next walk sees it.
			return undefined
		}
	}

	function remember(key: string, seen: Seen): void {
		if (cache.size >= cacheLimit) cache.clear()
		cache.set(key, seen)
	}

	return { snapshot, forget: () => cache.clear() }
}

export type Walker = ReturnType<typeof createWalker>

interface Walk {
	found: Snapshot
	unread: { path: string; info: BigIntStats }[]
	limits: WalkLimits
	signal?: AbortSignal
}

async function collect(root: string, folder: string, above: readonly Rules[], walk: Walk): Promise<void> {
	walk.signal?.throwIfAborted()
	const at = folder === '' ? root : `${root}/${folder}`
	const entries = await readdir(diskPath(at), { withFileTypes: true, encoding: 'buffer' }).catch(() => undefined)
	if (!entries) return void walk.found.skipped.push(`${folder}/`)
	const prefix = folder === '' ? '' : `${folder}/`
	const own = entries.some((entry) => entry.name.toString() === '.gitignore' && entry.isFile()) ? await rulesIn(at, prefix) : undefined
	const rules = own ? [...above, own] : above
	const folders: string[] = []
	const files: string[] = []
	for (const entry of entries) {
		const name = mayBeRaw(entry.name.toString()) ? wirePath(entry.name) : entry.name.toString()
		const path = prefix + name
		if (entry.isDirectory()) {
			if (skippedFolders.has(name) || ignored(rules, `${path}/`)) walk.found.skipped.push(`${path}/`)
			else folders.push(path)
		} else if ((entry.isFile() || entry.isSymbolicLink()) && !isTemporary(name)) {
			// An ignored single file (.env, a log) is kept all the same: it is small and people miss it most.
			files.push(path)
		}
	}
	for (let start = 0; start < files.length; start += readsAtOnce) {
		await Promise.all(files.slice(start, start + readsAtOnce).map(async (path) => {
			if (walk.unread.length >= walk.limits.files) return void (walk.found.truncated = true)
			const info = await lstat(diskPath(`${root}/${path}`), { bigint: true }).catch(() => undefined)
			if (info && (info.isFile() || info.isSymbolicLink())) walk.unread.push({ path, info })
		}))
	}
	for (const path of folders) {
		walk.found.files.set(path, { state: 'folder', stamp: '' })
		await collect(root, path, rules, walk)
	}
}

function stampOf(info: BigIntStats): string {
	return `${info.size}:${info.mtimeNs}:${info.ctimeNs}:${info.ino}:${info.mode}`
}
