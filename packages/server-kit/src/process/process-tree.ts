import { readFileSync } from 'node:fs'

/** Time between asking a process to end and ending it. */
const graceMs = 2000

/**
 * Ends a process with all it started: first a signal that lets it tidy up, then SIGKILL. Of a wrapper (bubblewrap) the first round
 * leaves out the outer process and its init, since the whole process table inside ends with them. Returns how to call the second off.
 */
export function endTree(pid: number, { signal: first, wrapped }: { signal: 'SIGTERM' | 'SIGHUP'; wrapped: boolean }): () => void {
	const inside = wrapped ? children(pid).flatMap(descendants) : [pid, ...descendants(pid)]
	for (const inner of inside) signal(inner, first)
	if (inside.length === 0) killStarting(pid)
	const timer = setTimeout(() => killTree(pid), graceMs)
	return () => clearTimeout(timer)
}

/** The same for a process that leads a group, where nobody can be asked who started whom. */
export function endGroup(pid: number): () => void {
	signal(-pid, 'SIGTERM')
	const timer = setTimeout(() => killGroup(pid), graceMs)
	return () => clearTimeout(timer)
}

/** Ends a group at once, also when its leader has gone. */
export function killGroup(pid: number) {
	signal(-pid, 'SIGKILL')
}

/** A wrapper that is still starting: its init waits for it and would not notice that it has gone. Held still, it starts no other meanwhile. */
function killStarting(pid: number) {
	signal(pid, 'SIGSTOP')
	killTree(pid)
}

/** Ends a process with all it started, at once. */
export function killTree(pid: number) {
	const below = descendants(pid)
	// It was started as the leader of its own group.
	for (const target of [pid, -pid, ...below]) signal(target, 'SIGKILL')
}

/** Every process below one. */
export function descendants(pid: number): number[] {
	return children(pid).flatMap((child) => [child, ...descendants(child)])
}

function children(pid: number): number[] {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
	} catch {
		// It has ended.
		return []
	}
}

function signal(pid: number, name: NodeJS.Signals) {
	try {
		process.kill(pid, name)
	} catch {
		// It has ended.
	}
}
