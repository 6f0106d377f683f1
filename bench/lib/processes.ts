import { readdir, readFile } from 'node:fs/promises'

/** Proportional and plain resident memory in MiB. */
export interface Memory {
	pss: number
	rss: number
}

/** Memory of one process, as the kernel counts it; only Linux tells. */
export async function memoryOf(pid: number): Promise<Memory> {
	const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
	const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? Number.NaN) / 1024
	return { pss: field('Pss'), rss: field('Rss') }
}

/** Memory of a process and everything it started. */
export async function memoryOfTree(pid: number): Promise<Memory> {
	const all = await Promise.all([pid, ...(await descendants(pid))].map((each) => memoryOf(each).catch(() => ({ pss: 0, rss: 0 }))))
	return all.reduce((sum, { pss, rss }) => ({ pss: sum.pss + pss, rss: sum.rss + rss }))
}

/** Every process below one, with its command line. */
export async function descendants(pid: number): Promise<number[]> {
	const parents = new Map<number, number>()
	for (const name of await readdir('/proc')) {
		const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined) : undefined
		// The name in brackets may hold spaces; what follows is the state and the parent.
		if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
	}
	const below = (parent: number): number[] => [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)])
	return below(pid)
}

export async function commandLine(pid: number): Promise<string> {
	return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
}
