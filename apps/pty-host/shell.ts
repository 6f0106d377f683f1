import { spawn } from 'node:child_process'
import { endTree } from '@drydock/server-kit/process/process-tree.ts'
import type { Program, Size } from '@drydock/server-kit/pty/protocol.ts'
import { spawn as spawnPty, type IPty } from '@lydell/node-pty'

/** The person's own machine, but a process table of its own: when it goes, everything that was started in it goes. */
const ownTable = ['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--die-with-parent']

let canIsolate: Promise<boolean> | undefined

function isolates(): Promise<boolean> {
	return (canIsolate ??= new Promise((resolve) => {
		if (process.platform !== 'linux') return resolve(false)
		const child = spawn('bwrap', [...ownTable, '--', 'true'], { stdio: 'ignore' })
		child.once('error', () => resolve(false))
		child.once('exit', (code) => resolve(code === 0))
	}))
}

export interface Shell {
	pty: IPty
	/** Hangs up; what does not end is killed. */
	end(): void
}

/** Starts a program on a terminal. */
export async function startShell({ file, args, cwd, env }: Program, { cols, rows }: Size): Promise<Shell> {
	const isIsolated = await isolates()
	// No new session: it would take job control and Ctrl-C from the shell.
	const [program, words] = isIsolated ? ['bwrap', [...ownTable, '--chdir', cwd, '--', file, ...args]] : [file, [...args]]
	const pty = spawnPty(program, words, { name: 'xterm-256color', cols, rows, cwd, env, encoding: null })
	let settle = () => {}
	pty.onExit(() => settle())
	return { pty, end: () => void (settle = endTree(pty.pid, { signal: 'SIGHUP', wrapped: isIsolated })) }
}
