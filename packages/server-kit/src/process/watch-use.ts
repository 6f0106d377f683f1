import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Exceeded, Limits } from './limits.ts'
import { descendants } from './process-tree.ts'

/** What grows faster than this is bounded by the limits of single processes. */
const everyMs = 250

interface Watched {
	pid: number
	/** The folder whose disk must not fill up. */
	folder: string
	limits: Limits
	/** False where a control group counts memory and processes already. */
	counts: boolean
	onExceeded(what: Exceeded): void
}

/** Looks at what a command uses while it runs: the disk always, memory and processes where the kernel does not count them together. Returns how to stop. */
export function watchUse({ pid, folder, limits, counts, onExceeded }: Watched): () => void {
	let filesLeft: number | undefined
	void look()
	const timer = setInterval(() => {
		void look().then((what) => {
			if (what === undefined) return
			clearInterval(timer)
			onExceeded(what)
		})
	}, everyMs)

	async function look(): Promise<Exceeded | undefined> {
		const disk = await statfs(folder).catch(() => undefined)
		filesLeft ??= disk?.ffree
		if (disk && (disk.bavail * disk.bsize < limits.freeBytes || (filesLeft ?? 0) - disk.ffree > limits.newFiles)) return 'disk'
		if (!counts) return undefined
		const family = descendants(pid)
		if (family.length > limits.processes) return 'processes'
		return memoryOf(family) > limits.memoryBytes ? 'memory' : undefined
	}

	return () => clearInterval(timer)
}

/** What processes have in memory, in bytes; what they share in memory is the same for all, so the largest share counts. */
function memoryOf(pids: readonly number[]): number {
	const each = pids.map(readMemory)
	return each.reduce((sum, { own }) => sum + own, Math.max(0, ...each.map(({ shared }) => shared)))
}

function readMemory(pid: number): { own: number; shared: number } {
	try {
		const text = readFileSync(`/proc/${pid}/status`, 'utf8')
		const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0)
		return { own: kilobytes('RssAnon') * 1024, shared: kilobytes('RssShmem') * 1024 }
	} catch {
		// It has ended.
		return { own: 0, shared: 0 }
	}
}
