import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

export interface Ended {
	code: number
	output: string
}

/** Where servers of one test are started as processes; `as` is what runs them, such as `setpriv …`. */
export async function serverFolder() {
	const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'drydock-start-')))
	const children: ChildProcess[] = []

	/** Starts the server; `ended` resolves when it exits, `listening` with its address when it serves. */
	function start(args: string[], { env = {}, as = [] }: { env?: Record<string, string>; as?: string[] } = {}) {
		const [command = '', ...rest] = [...as, process.execPath, main, '--port', '0', '--no-open', ...args]
		const child = spawn(command, rest, {
			env: { PATH: process.env['PATH'], HOME: folder, DRYDOCK_DATA: path.join(folder, 'data'), DRYDOCK_CONFIG: path.join(folder, 'config'), ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		})
		children.push(child)
		let output = ''
		const listening = new Promise<string>((resolve) => {
			const read = (chunk: Buffer) => {
				output += chunk.toString()
				const url = /drydock listening on (\S+)\n.*#code=/.exec(output)?.[1]
				if (url) resolve(url)
			}
			child.stdout.on('data', read)
			child.stderr.on('data', read)
		})
		const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, output })))
		return { child, listening, ended, output: () => output }
	}

	return {
		folder,
		start,
		async cleanUp() {
			for (const child of children) child.kill('SIGKILL')
			await rm(folder, { recursive: true, force: true, maxRetries: 3 })
		},
	}
}
