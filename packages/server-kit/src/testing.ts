import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { sessionHalf } from './auth/session-half.ts'
import type { Clock } from './clock.ts'
import { createKernel, type Kernel } from './kernel.ts'
import type { ServerOptions } from './options.ts'
import type { ServerHalf } from './serve.ts'

export interface TestApp {
	/** Speaks to the app as a signed-in user, without a socket. */
	fetch: typeof globalThis.fetch
	app: FastifyInstance
	kernel: Kernel
	/** The project folder. */
	root: string
	/** Everything the test made: `root`, `data`, `config`. */
	folder: string
	close(): Promise<void>
}

export interface TestAppOptions {
	/** Project files by relative path. */
	files?: Record<string, string>
	clock?: Clock
	options?: Partial<ServerOptions>
}

export const testToken = 'test-token-0123456789abcdef'
export const testAdminKey = 'test-admin-key-0123456789abcdef'

/** A whole server in memory on a temporary folder, made of the halves given and nothing mocked. */
export async function testApp(halves: ServerHalf | readonly ServerHalf[], { files = {}, clock, options }: TestAppOptions = {}): Promise<TestApp> {
	const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'drydock-test-')))
	const root = path.join(folder, 'root')
	await mkdir(root)
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(root, name)), { recursive: true })
		await writeFile(path.join(root, name), text)
	}
	const kernel = await createKernel(
		{
			host: '127.0.0.1',
			port: 8000,
			dataDir: path.join(folder, 'data'),
			configDir: path.join(folder, 'config'),
			roots: [root],
			token: testToken,
			adminKey: testAdminKey,
			logLevel: 'silent',
			version: 'test',
			...options,
		},
		clock,
	)
	const app = await startHalves(kernel, [sessionHalf, ...[halves].flat()])
	return {
		fetch: fetchFrom(app),
		app,
		kernel,
		root,
		folder,
		async close() {
			await app.close()
			await kernel.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Migrates and mounts the halves. */
export async function startHalves(kernel: Kernel, halves: readonly ServerHalf[]): Promise<FastifyInstance> {
	await kernel.store.migrate(halves.flatMap((half) => half.migrations))
	const app = await createApp(kernel, halves)
	await kernel.tasks.recover()
	return app
}

function fetchFrom(app: FastifyInstance): typeof globalThis.fetch {
	return async (input, init = {}) => {
		const { pathname, search } = new URL(String(input instanceof Request ? input.url : input), 'http://127.0.0.1:8000')
		// Aborting before there is an answer would fail a stream that nobody listens to yet.
		const inner = new AbortController()
		const injected = app.inject({
			method: (init.method ?? 'GET') as 'GET',
			url: pathname + search,
			payload: typeof init.body === 'string' ? init.body : undefined,
			headers: { 'x-api-key': testToken, host: '127.0.0.1:8000', ...Object.fromEntries(new Headers(init.headers)) },
			signal: inner.signal,
			payloadAsStream: true,
		})
		const reply = await abortable(injected, init.signal ?? undefined)
		init.signal?.addEventListener('abort', () => inner.abort())
		const body = reply.statusCode === 204 || reply.statusCode === 304 ? null : (Readable.toWeb(reply.stream()) as unknown as ReadableStream)
		return new Response(body, { status: reply.statusCode, headers: reply.headers as Record<string, string> })
	}
}

async function abortable<T extends { stream(): Readable }>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return pending
	const { promise: aborted, reject } = Promise.withResolvers<never>()
	const give = () => reject(signal.reason)
	if (signal.aborted) give()
	signal.addEventListener('abort', give)
	try {
		return await Promise.race([pending, aborted])
	} catch (error) {
		void pending.then((late) => late.stream().on('error', () => {}).destroy(), () => {})
		throw error
	} finally {
		signal.removeEventListener('abort', give)
	}
}
