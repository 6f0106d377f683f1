import { spawn } from 'node:child_process'
import { closeSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'

/** What is read at once. A few of these are in use at a time, since flow control bounds what is on its way. */
const readBytes = 64 * 1024

/** A connection to the host of this socket, if one lives; `hear` gets what arrives, in memory that is used again after `free`. */
export function connectHost(socketPath: string, hear: (chunk: Buffer, free: () => void) => void): Promise<Socket | undefined> {
	const spare: Uint8Array[] = []
	let current: Uint8Array = Buffer.allocUnsafeSlow(readBytes)
	const nextBuffer = () => (current = spare.pop() ?? Buffer.allocUnsafeSlow(readBytes))
	return new Promise((resolve) => {
		const socket = connect({
			path: socketPath,
			onread: {
				buffer: nextBuffer,
				callback(length) {
					const full = current
					hear(Buffer.from(full.buffer, full.byteOffset, length), () => void spare.push(full))
					return true
				},
			},
		})
		socket.once('connect', () => resolve(socket))
		socket.once('error', () => resolve(undefined))
	})
}

/** Starts a host of its own session, so that it outlives this process, and waits until it listens. */
export async function startHost(main: string, socketPath: string, env: Record<string, string>): Promise<void> {
	const folder = path.dirname(socketPath)
	mkdirSync(folder, { recursive: true, mode: 0o700 })
	if (process.platform !== 'win32' && lstatSync(folder).uid !== process.getuid?.()) throw new DrydockError(503, 'terminal.host', `${folder} belongs to another user, so terminals stay off`)
	const log = openSync(path.join(folder, 'host.log'), 'a', 0o600)
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, socketPath], { detached: true, env, cwd: folder, stdio: ['ignore', 'pipe', log] })
	closeSync(log)
	const outcome = await new Promise<string | undefined>((resolve) => {
		// The host writes one word when it listens, and never again: the pipe breaks when this process ends.
		child.stdout?.once('data', () => resolve(undefined))
		child.once('error', (error) => resolve(error.message))
		child.once('exit', (code) => resolve(`it ended with code ${code}; see ${path.join(folder, 'host.log')}`))
	})
	child.stdout?.destroy()
	child.unref()
	if (outcome !== undefined) throw new DrydockError(503, 'terminal.host', `The process that owns the terminals did not start: ${outcome}`)
}
