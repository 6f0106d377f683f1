import { stat } from 'node:fs/promises'
import type { Anchor } from './anchor.ts'
import type { ListedEntry } from './types.ts'

/** A smaller folder is read as quickly as it is remembered. */
const leastNames = 1000
/** In all folders together: about 20 MB. */
const mostNames = 200_000
/** A change within the clock's grain may leave the times as they are; no file system's clock is coarser than this (FAT's). */
const grainMs = 2000

interface Known {
	stamp: string
	entries: readonly ListedEntry[]
}

/**
 * What large folders held when they were read last. Whatever is added, removed, renamed or replaced in a folder changes the folder's own
 * times, so as long as those stand still the listing holds: the rule by which git knows an unchanged file.
 */
export function createKnownListings(now: () => number = Date.now) {
	const known = new Map<string, Known>()

	function keep(real: string, listing: Known) {
		known.delete(real)
		known.set(real, listing)
		let names = [...known.values()].reduce((sum, { entries }) => sum + entries.length, 0)
		for (const [oldest, { entries }] of known) {
			if (names <= mostNames) break
			known.delete(oldest)
			names -= entries.length
		}
	}

	return {
		/** The listing of an open folder: as it is known, or read anew. */
		async of(folder: Anchor, read: () => Promise<ListedEntry[]>): Promise<readonly ListedEntry[]> {
			const { dev, ino, mtimeNs, ctimeNs, ctimeMs } = await stat(`${folder.self.toString()}/.`, { bigint: true })
			const stamp = `${dev}:${ino}:${mtimeNs}:${ctimeNs}`
			const before = known.get(folder.real)
			if (before?.stamp === stamp) return before.entries
			const entries = await read()
			// What a link leads to may change without the folder.
			const isSure = now() - Number(ctimeMs) > grainMs && !entries.some(({ link }) => link)
			if (isSure && entries.length >= leastNames) keep(folder.real, { stamp, entries })
			else known.delete(folder.real)
			return entries
		},
	}
}
