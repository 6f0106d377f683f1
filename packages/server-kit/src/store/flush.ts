import { open } from 'node:fs/promises'
import { DrydockError } from '@drydock/contract'

/** What nobody waits for is on the disk this soon after its commit. */
const laterMs = 1000

export interface Flush {
	/** Something was committed. */
	changed(): void
	/** When all that was committed before is on the disk; at once when it is already. */
	flushed(): Promise<void>
	close(): void
}

/**
 * Brings commits to the disk beside the server's own work: SQLite itself syncs its log only now and then (`synchronous=NORMAL`), and would
 * hold up everything while it did so with each commit. Commits that come while one flush runs share the next.
 */
export function createFlush(file: string, flush: (file: string) => Promise<void> = flushFile): Flush {
	let present = Promise.resolve()
	let next: Promise<void> | undefined
	let timer: NodeJS.Timeout | undefined
	let isDirty = false

	function start(): Promise<void> {
		next = undefined
		isDirty = false
		clearTimeout(timer)
		timer = undefined
		return (present = flush(file).catch((cause: unknown) => {
			isDirty = true
			throw new DrydockError(500, 'store.not_flushed', 'The disk with the data folder did not take the last change: a loss of power may undo it', { cause, hint: 'Check the disk, then do it again.' })
		}))
	}
	const flushed = () => (isDirty ? (next ??= present.then(start, start)) : present)

	return {
		flushed,
		changed() {
			isDirty = true
			// A disk that fails is told to whoever waits for it.
			timer ??= setTimeout(() => void flushed().catch(() => {}), laterMs).unref()
		},
		close: () => clearTimeout(timer),
	}
}

async function flushFile(file: string) {
	// Opened anew: SQLite makes a new log when it likes.
	const handle = await open(file, 'r+').catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
	})
	await handle?.datasync().finally(() => handle.close())
}
