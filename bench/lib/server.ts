import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startServer, token } from '../../e2e/support/drydock.ts'
import type { Side, Work } from './measure.ts'

const home = new URL('../../', import.meta.url)

/** A server of either side. */
export interface Running {
	/** `http://127.0.0.1:PORT`. */
	url: string
	/** Where a browser enters. */
	link: string
	/** What a program sends with each request. */
	headers: Record<string, string>
	pid: number
	stop(): Promise<void>
}

/** Runs a server for as long as `use` takes; the product's data folder is new unless `folder` names one. */
export async function withServer<T>(side: Side, work: Work, use: (server: Running) => Promise<T>, { folder }: { folder?: string } = {}): Promise<T> {
	const own = folder ?? (await mkdtemp(path.join(work.scratch, 'data-')))
	const server = side === 'product' ? await startProduct(work, own) : await startFloor('server', [work.fixtures.root], { HOME: work.fixtures.home })
	try {
		return await use(server)
	} finally {
		await server.stop()
		if (folder === undefined) await rm(own, { recursive: true, force: true, maxRetries: 3 })
	}
}

/** The built server, started as `npm start` starts it. */
export async function startProduct(work: Work, folder: string): Promise<Running> {
	const server = await startServer({ roots: [work.fixtures.root], folder, env: { HOME: work.fixtures.home } })
	return { url: server.url, link: server.link, headers: { 'x-api-key': token }, pid: server.process.pid ?? 0, stop: async () => void (await server.stop()) }
}

/** A bare program of `floor/`. */
export function startFloor(name: 'start' | 'server', args: readonly string[] = [], env: Record<string, string> = {}): Promise<Running> {
	return spawnServer(fileURLToPath(new URL(`dist/bench/${name}.js`, home)), args, env)
}

/** A program that prints its address when it listens. */
export async function spawnServer(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Running> {
	const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LANG: 'C.UTF-8', TERM: 'xterm-256color', ...env } })
	for await (const line of createInterface({ input: child.stdout })) {
		child.stdout.resume()
		return { url: line, link: `${line}/`, headers: {}, pid: child.pid ?? 0, stop: () => ended(child) }
	}
	throw new Error(`${file} did not start`)
}

async function ended(child: ChildProcess) {
	const exit = new Promise((resolve) => child.once('exit', resolve))
	child.kill('SIGTERM')
	await exit
}

/** One request with as little client as possible. */
export function request(server: Running, target: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}): Promise<string> {
	return new Promise((resolve, reject) => {
		const headers = { ...server.headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
		const sent = http.request(server.url + target, { method, headers }, (reply) => {
			const chunks: Buffer[] = []
			reply.on('data', (chunk: Buffer) => chunks.push(chunk))
			reply.on('end', () => {
				const text = Buffer.concat(chunks).toString()
				if (reply.statusCode && reply.statusCode < 300) resolve(text)
				else reject(new Error(`${method} ${target}: ${reply.statusCode} ${text.slice(0, 200)}`))
			})
		})
		sent.on('error', reject)
		sent.end(body === undefined ? undefined : JSON.stringify(body))
	})
}
