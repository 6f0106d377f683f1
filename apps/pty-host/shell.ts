import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endTree } from '@drydock/server-kit/process/process-tree.ts'
import type { Program, Size } from '@drydock/server-kit/pty/protocol.ts'
import { spawn as spawnPty, type IPty } from '@lydell/node-pty'
import { bashStart } from './bash-marks.ts'

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
	/** What the shell's own marks carry; undefined if it makes none. */
	key: string | undefined
	/** Hangs up; what does not end is killed. */
	end(): void
}

/** Starts a program on a terminal; `folder` is for files that only it reads. */
export async function startShell(program: Program, { cols, rows }: Size, folder: string): Promise<Shell> {
	const isIsolated = await isolates()
	const marked = program.isInteractive && path.basename(program.file) === 'bash' ? startWithMarks(program, folder) : undefined
	const { file, args, cwd, env } = marked?.program ?? program
	// No new session: it would take job control and Ctrl-C from the shell.
	const [command, words] = isIsolated ? ['bwrap', [...ownTable, '--chdir', cwd, '--', file, ...args]] : [file, [...args]]
	const pty = spawnPty(command, words, { name: 'xterm-256color', cols, rows, cwd, env, encoding: null })
	let settle = () => {}
	pty.onExit(() => settle())
	if (marked) forgetOnce(pty, marked)
	return { pty, key: marked?.key, end: () => void (settle = endTree(pty.pid, { signal: 'SIGHUP', wrapped: isIsolated })) }
}

function startWithMarks(program: Program, folder: string) {
	const key = randomUUID()
	const startFile = path.join(folder, `start-${randomUUID()}`)
	writeFileSync(startFile, bashStart(key), { mode: 0o600 })
	return { key, startFile, program: { ...program, args: ['--rcfile', startFile, ...program.args] } }
}

/** The shell's first mark says that it has read its start file; what is typed before it is ready is printed earlier. */
function forgetOnce(pty: IPty, { key, startFile }: { key: string; startFile: string }) {
	const forget = () => {
		rmSync(startFile, { force: true })
		for (const listener of listeners) listener.dispose()
	}
	// With `encoding: null` node-pty hands over buffers, which its types do not say.
	const listeners = [pty.onData((data: unknown) => Buffer.isBuffer(data) && data.includes(key) && forget()), pty.onExit(forget)]
}
