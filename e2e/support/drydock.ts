import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('../../', import.meta.url))
export const token = 'e2e-token-0123456789abcdef'

export interface Server {
	/** `http://127.0.0.1:PORT`, where programs call. */
	url: string
	port: number
	/** The one-time link that it printed. */
	link: string
	process: ChildProcess
	/** Everything it wrote so far, on both outputs. */
	said(): string
	/** SIGTERM; resolves with the exit code. */
	stop(): Promise<number>
	/** SIGKILL: no clean-up at all. */
	kill(): Promise<void>
	/** Resolves when it ended by itself. */
	exited: Promise<number>
}

export interface StartOptions {
	roots: readonly string[]
	/** Data and configuration live here; kept between starts. */
	folder: string
	port?: number
	env?: Record<string, string>
	log?: 'debug' | 'warn'
	/** A command that runs the server, such as one that takes rights away: `['setpriv', …]`. */
	under?: readonly string[]
}

/** A folder for one test; removed by `cleanUp`. */
export async function temporaryFolder(): Promise<{ folder: string; cleanUp(): Promise<void> }> {
	const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'drydock-e2e-')))
	return { folder, cleanUp: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Starts the built server as `npm start` does and waits until it listens. */
export async function startServer({ roots, folder, port = 0, env = {}, log = 'warn', under = [] }: StartOptions): Promise<Server> {
	const [program = process.execPath, ...rest] = [...under, process.execPath, 'dist/server/main.js', ...roots, '--port', String(port), '--no-open', '--log', log]
	const child = spawn(program, rest, {
		cwd: home,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			PATH: process.env['PATH'],
			// Without the start files of whoever runs the tests: a shell would wait for them.
			HOME: folder,
			LANG: 'C.UTF-8',
			NODE_COMPILE_CACHE: path.join(home, '.cache/node'),
			DRYDOCK_DATA: path.join(folder, 'data'),
			DRYDOCK_CONFIG: path.join(folder, 'config'),
			DRYDOCK_TOKEN: token,
			...env,
		},
	})
	let said = ''
	for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()))
	const exited = new Promise<number>((resolve) => child.on('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1))))
	const lines = createInterface({ input: child.stdout })
	let url: string | undefined
	for await (const line of lines) {
		url ??= /^drydock listening on (\S+)/.exec(line)?.[1]
		const link = /^Sign in at (\S+)/.exec(line)?.[1]
		if (!url || !link) continue
		child.stdout.resume()
		return {
			url,
			port: Number(new URL(url).port),
			link,
			process: child,
			said: () => said,
			exited,
			stop() {
				child.kill('SIGTERM')
				return exited
			},
			async kill() {
				child.kill('SIGKILL')
				await exited
			},
		}
	}
	throw new Error(`The server did not start (exit ${await exited}): ${said}`)
}

/** A call as a program makes it. */
export async function callServer<T>(server: Server, method: string, target: string, body?: unknown, signal?: AbortSignal): Promise<{ status: number; body: T }> {
	const reply = await fetch(server.url + target, {
		method,
		signal,
		headers: { 'x-api-key': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
		body: body === undefined ? undefined : JSON.stringify(body),
	})
	const text = await reply.text()
	return { status: reply.status, body: (text ? JSON.parse(text) : undefined) as T }
}
