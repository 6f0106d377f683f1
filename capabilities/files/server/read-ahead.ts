/** After a listing the shown rows, their git colours and a terminal are on their way first. */
const delayMs = 150
/** In one folder: what fits on a screen. */
const mostFolders = 40
/** Folders that were read ahead once are not again; the oldest are forgotten. */
const mostKnown = 5000

interface Parts {
	read(folder: string): Promise<unknown>
	after(ms: number, work: () => void): () => void
	/** Ends it. */
	signal: AbortSignal
}

/**
 * Reads the folders in a folder that is shown, one after the other, before somebody opens them: their first reading is the slow one,
 * on a disk that is not yet in memory far slower. Only the last folder that was shown counts.
 */
export function createReadAhead({ read, after, signal }: Parts) {
	const known = new Set<string>()
	let round = 0

	async function readAll(folders: readonly string[], own: number): Promise<void> {
		for (const folder of folders) {
			if (own !== round || signal.aborted) return
			known.delete(folder)
			known.add(folder)
			// Opening it will say why it cannot be read.
			await read(folder).catch(() => {})
		}
		for (const oldest of known) {
			if (known.size <= mostKnown) break
			known.delete(oldest)
		}
	}

	/** Says that these folders are in sight. */
	return (folders: readonly string[]): void => {
		const wanted = folders.slice(0, mostFolders).filter((folder) => !known.has(folder))
		if (wanted.length === 0) return
		const own = ++round
		after(delayMs, () => void readAll(wanted, own))
	}
}
