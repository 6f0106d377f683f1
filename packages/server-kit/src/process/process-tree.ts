import { readFileSync } from 'node:fs'

/** Time between asking a process to end and ending it. */
const graceMs = 2000

/**
 * Ends a sandbox: first SIGTERM to what runs inside, so that it can tidy up, then SIGKILL. The outer bubblewrap and its init are
 * left out of the first round, since the whole process table inside ends with them.
 */
export function endTree(pid: number): () => void {
	const inside = children(pid).flatMap(descendants)
	for (const inner of inside) signal(inner, 'SIGTERM')
	if (inside.length === 0) signal(pid, 'SIGKILL')
	const timer = setTimeout(() => killGroup(pid), graceMs)
	return () => clearTimeout(timer)
}

function killGroup(pid: number) {
	signal(pid, 'SIGKILL')
	// The process was started as the leader of its own group.
	signal(-pid, 'SIGKILL')
}

function descendants(pid: number): number[] {
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
