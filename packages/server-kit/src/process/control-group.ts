import { execFile } from 'node:child_process'
import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Limits } from './limits.ts'

const mounted = '/sys/fs/cgroup'
/** The kernel gives a group up some milliseconds after its last process. */
const removals = 40
const removalMs = 25
/** The processes of a group; who is written to it joins. */
const members = 'cgroup.procs'

/** One command's group: what it uses is counted together. */
export interface ControlGroup {
	/** Files into which the command writes its own number before it becomes bubblewrap. */
	joins: readonly string[]
	/** Whether the kernel ended one of its processes for memory. */
	isOutOfMemory(): Promise<boolean>
	remove(): Promise<void>
}

export type ControlGroups = (limits: Pick<Limits, 'memoryBytes' | 'processes'>) => Promise<ControlGroup>

interface Layout {
	memory: string
	pids: string
	memoryFile: string
	/** Counts what was ended for memory. */
	killedFile: string
	/** Our own group: who is in it. */
	own: string
}

let made = 0

/** Groups of the kernel below our own, version 2 or 1; undefined where we may not make them (containers, most ordinary users). */
export async function findControlGroups(): Promise<ControlGroups | undefined> {
	const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '')
	for (const layout of layouts(own)) {
		const groups = groupsIn(layout)
		try {
			const group = await groups({ memoryBytes: 2 ** 30, processes: 64 })
			try {
				// Being allowed to make one is not being allowed to enter it.
				await promisify(execFile)('/bin/sh', [...joinWords(group), '/bin/true'], { env: {} })
				// Nobody waits for it.
				removeOld(layout).catch(() => undefined)
				return groups
			} finally {
				await group.remove()
			}
		} catch {
			// The next layout, or none.
		}
	}
	return undefined
}

/** Arguments of sh: enters the groups and becomes what follows. */
export function joinWords({ joins }: ControlGroup): string[] {
	return ['-c', 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 125; shift; done; shift; exec "$@"', 'sh', ...joins, '--']
}

function layouts(own: string): Layout[] {
	const unified = /^0::(.*)$/m.exec(own)?.[1]
	const found: Layout[] = []
	// Where processes are there can be no groups with limits, so ours stand beside our own.
	if (unified !== undefined) {
		const beside = path.join(mounted, path.dirname(unified))
		found.push({ memory: beside, pids: beside, memoryFile: 'memory.max', killedFile: 'memory.events', own: path.join(mounted, unified, members) })
	}
	const [memory, pids] = ['memory', 'pids'].map((name) => new RegExp(`^\\d+:(?:[^:]*,)?${name}(?:,[^:]*)?:(.*)$`, 'm').exec(own)?.[1])
	if (memory !== undefined && pids !== undefined) found.push({ memory: path.join(mounted, 'memory', memory), pids: path.join(mounted, 'pids', pids), memoryFile: 'memory.limit_in_bytes', killedFile: 'memory.oom_control', own: path.join(mounted, 'memory', memory, members) })
	return found
}

function groupsIn({ memory, pids, memoryFile, killedFile, own }: Layout): ControlGroups {
	return async ({ memoryBytes, processes }) => {
		const name = `drydock-${process.pid}-${++made}`
		const folders = [...new Set([path.join(memory, name), path.join(pids, name)])]
		const [inMemory = '', inPids = inMemory] = folders
		const remove = async () => {
			for (const folder of folders) await removeGroup(folder)
		}
		try {
			for (const folder of folders) await mkdir(folder)
			hurry(own)
			await setTo(path.join(inMemory, memoryFile), memoryBytes)
			await setTo(path.join(inPids, 'pids.max'), processes)
			// Not every kernel counts swap.
			await setTo(path.join(inMemory, 'memory.swap.max'), 0).catch(() => undefined)
		} catch (error) {
			await remove()
			throw error
		}
		return {
			joins: folders.map((folder) => path.join(folder, members)),
			remove,
			isOutOfMemory: async () => /^oom_kill [1-9]/m.test(await readFile(path.join(inMemory, killedFile), 'utf8').catch(() => '')),
		}
	}
}

/**
 * The kernel lets the first join of a while wait some milliseconds for all processors, and those that follow at once not. Joining
 * where we are changes nothing, and that time passes while the command's shell starts. No group can be made meanwhile.
 */
function hurry(own: string): void {
	writeFile(own, String(process.pid), { flag: 'r+' }).catch(() => undefined)
}

/** A folder that is no group has no such file, and gets none. */
function setTo(file: string, value: number): Promise<void> {
	return writeFile(file, String(value), { flag: 'r+' })
}

/** What servers that were killed left behind: a sandbox whose starter was killed while it was being set up waits for ever. */
async function removeOld({ memory, pids }: Layout): Promise<void> {
	for (const folder of new Set([pids, memory])) {
		const names = await readdir(folder)
		await Promise.all(names.map(async (name) => {
			const owner = /^drydock-(\d+)-\d+$/.exec(name)?.[1]
			if (owner === undefined || (await isRunning(owner))) return
			const group = path.join(folder, name)
			// Then nothing starts any more, and whoever is listed is everybody.
			await setTo(path.join(group, 'pids.max'), 0).catch(() => undefined)
			for (const line of (await readFile(path.join(group, members), 'utf8')).split('\n')) end(Number(line))
			await removeGroup(group)
		}))
	}
}

function end(pid: number) {
	// What cannot be seen from here is listed as 0, which would mean ourselves.
	if (pid <= 0) return
	try {
		process.kill(pid, 'SIGKILL')
	} catch {
		// It has ended; the others have not.
	}
}

const isRunning = (pid: string) => access(`/proc/${pid}`).then(() => true, () => false)

async function removeGroup(folder: string) {
	for (let tries = 0; tries < removals; tries++) {
		try {
			return await rmdir(folder)
		} catch (error) {
			if (!(error instanceof Error && 'code' in error && error.code === 'EBUSY')) return
			await new Promise((resolve) => setTimeout(resolve, removalMs))
		}
	}
}
