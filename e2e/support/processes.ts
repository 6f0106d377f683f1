import { readdir, readFile } from 'node:fs/promises'

interface Process {
	pid: number
	parent: number
	command: string
}

async function all(): Promise<Process[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
	const found = await Promise.all(pids.map(read))
	return found.filter((process) => process !== undefined)
}

async function read(pid: number): Promise<Process | undefined> {
	try {
		const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		if (state === 'Z') return undefined
		const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
		return { pid, parent: Number(parent), command }
	} catch {
		return undefined
	}
}

/** Processes whose command line names a text, with everything below them. */
export async function familyOf(text: string): Promise<Process[]> {
	const processes = await all()
	const family = processes.filter(({ pid, command }) => pid !== process.pid && command.includes(text))
	for (let index = 0; index < family.length; index++) family.push(...processes.filter(({ pid, parent }) => parent === family[index]?.pid && !family.some((known) => known.pid === pid)))
	return family
}

/** Which of these processes still run. */
export async function alive(pids: readonly number[]): Promise<number[]> {
	const running = new Set((await all()).map(({ pid }) => pid))
	return pids.filter((pid) => running.has(pid))
}
