import { spawn } from 'node:child_process'
import { access, constants, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DrydockError } from '@drydock/contract'
import { createApp, createKernel, sessionHalf, type Kernel } from '@drydock/server-kit'
import { loadServerHalves } from './capabilities.ts'
import { readOptions, usage, UsageError, type StartOptions } from './options.ts'
import { servePage } from './static.ts'

/** How long open requests may take to end once the server is told to stop. */
const drainMs = 5_000

try {
	await main()
} catch (error) {
	const message = error instanceof UsageError ? error.message : error instanceof DrydockError ? [error.message, error.hint].filter(Boolean).join('. ') : undefined
	console.error(message ? `drydock: ${message}` : error)
	process.exit(error instanceof UsageError ? 2 : 1)
}

async function main() {
	// The bundle in dist/server lies as deep as this source.
	const home = new URL('../../', import.meta.url)
	const { version } = JSON.parse(await readFile(new URL('package.json', home), 'utf8')) as { version: string }
	const options = readOptions(process.argv.slice(2), process.env, version)
	if (options === 'help') return console.log(usage)
	await checkFolders(options)

	const kernel = await createKernel({ ...options, home: fileURLToPath(home) })
	const halves = [sessionHalf, ...(await loadServerHalves())]
	await kernel.store.migrate(halves.flatMap((half) => half.migrations))
	const app = await createApp(kernel, halves)
	await kernel.tasks.recover()
	await servePage(app, kernel, fileURLToPath(new URL('apps/web/dist', home)))
	await listen(app, options)
	const { port } = app.server.address() as { port: number }
	kernel.setAddress({ host: options.host, port })
	await announce(kernel, options, port)

	const stop = async () => {
		process.off('SIGTERM', stop).off('SIGINT', stop)
		setTimeout(() => process.exit(0), drainMs).unref()
		await kernel.close({ beforeStore: () => app.close() })
		await rm(path.join(options.dataDir, 'server.json'), { force: true })
		process.exit(0)
	}
	process.on('SIGTERM', stop).on('SIGINT', stop)
}

async function checkFolders({ roots, dataDir }: StartOptions) {
	for (const root of roots) {
		const info = await stat(root).catch((cause: unknown) => {
			throw new UsageError(`The folder ${root} ${(cause as NodeJS.ErrnoException).code === 'EACCES' ? 'may not be read by this user' : 'does not exist'}`)
		})
		if (!info.isDirectory()) throw new UsageError(`${root} is a file, not a folder`)
		await access(root, constants.R_OK | constants.X_OK).catch(() => {
			throw new UsageError(`The folder ${root} may not be read by this user`)
		})
	}
	try {
		await mkdir(dataDir, { recursive: true, mode: 0o700 })
		await access(dataDir, constants.W_OK)
	} catch (cause) {
		throw new UsageError(`The data folder ${dataDir} cannot be written (${(cause as NodeJS.ErrnoException).code}): choose another one with --data`)
	}
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: StartOptions) {
	try {
		await app.listen({ host, port })
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new UsageError(`Port ${port} is taken: stop what uses it, or start with --port 0 for a free one`)
		throw cause
	}
}

async function announce(kernel: Kernel, options: StartOptions, port: number) {
	const link = kernel.signInLink()
	await writeFile(path.join(options.dataDir, 'server.json'), JSON.stringify({ pid: process.pid, url: `http://127.0.0.1:${port}` }), { mode: 0o600 })
	console.log(`drydock listening on http://127.0.0.1:${port}`)
	console.log(`Sign in at ${link}`)
	if (options.open && process.stdout.isTTY) openBrowser(link)
}

function openBrowser(link: string) {
	const opener = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
	spawn(opener, [link], { stdio: 'ignore', detached: true })
		.on('error', () => {})
		.unref()
}
