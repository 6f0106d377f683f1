import { readdir, readFile, readlink } from 'node:fs/promises'
import { descendants } from './process-tree.ts'

export interface ListeningPort {
	port: number
	pid: number
	/** The program's name, such as `node`. */
	program: string
}

/** `st` of /proc/net/tcp: a socket that waits for connections. */
const listening = '0A'
/** A dev server and its workers; more is a build that opens thousands of files. */
const mostProcesses = 500

/** Ports on which these processes, or what they started, wait for connections. Empty where there is no /proc. */
export async function listeningPorts(pids: readonly number[]): Promise<ListeningPort[]> {
	const owners = new Map<string, number>()
	const family = [...new Set(pids.flatMap((pid) => [pid, ...descendants(pid)]))].slice(0, mostProcesses)
	for (const pid of family) for (const inode of await socketsOf(pid)) owners.set(inode, pid)
	const found = new Map<number, ListeningPort>()
	for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
		const text = await readFile(table, 'utf8').catch(() => '')
		for (const line of text.split('\n').slice(1)) {
			const fields = line.trim().split(/\s+/)
			const [, local = '', , state] = fields
			const pid = owners.get(fields[9] ?? '')
			if (state !== listening || pid === undefined) continue
			const port = Number.parseInt(local.split(':')[1] ?? '', 16)
			if (!found.has(port)) found.set(port, { port, pid, program: await nameOf(pid) })
		}
	}
	return [...found.values()].toSorted((a, b) => a.port - b.port)
}

async function socketsOf(pid: number): Promise<string[]> {
	const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
	const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
	return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [])
}

async function nameOf(pid: number): Promise<string> {
	return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
}
