import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { testFiles, you } from './testing.ts'
import type { WatchEvent } from './types.ts'

async function changesOf(events: AsyncIterable<WatchEvent>) {
	const iterator = events[Symbol.asyncIterator]()
	const ready = (await iterator.next()).value as WatchEvent
	return {
		ready,
		/** Waits until a change fits. */
		async until(fits: (path: string, names: string[]) => boolean) {
			for (;;) {
				const { value, done } = await iterator.next()
				if (done) throw new Error('The watch ended')
				if (value.type === 'changed' && fits(value.change.path, value.change.names)) return value.change
			}
		},
	}
}

test('new, changed, renamed and removed files in a folder are told, once for a burst', async () => {
	await using files = await testFiles({ 'dir/a.txt': 'a' })
	const stop = new AbortController()
	const watched = await changesOf(files.workspace.watch(files.root, ['dir', 'dir/a.txt', ''], stop.signal))
	expect(watched.ready).toEqual({ type: 'ready', polling: false, refused: [] })
	await writeFile(path.join(files.root, 'dir/new.txt'), 'x')
	await watched.until((asked, names) => asked === 'dir' && names.includes('new.txt'))
	await files.workspace.write({ cwd: files.root, path: 'dir/a.txt', content: 'b' }, you)
	await watched.until((asked) => asked === 'dir/a.txt')
	await rename(path.join(files.root, 'dir/new.txt'), path.join(files.root, 'dir/other.txt'))
	await watched.until((asked, names) => asked === 'dir' && names.includes('other.txt'))
	await rm(path.join(files.root, 'dir/other.txt'))
	await watched.until((asked, names) => asked === 'dir' && names.includes('other.txt'))
	await Promise.all(Array.from({ length: 500 }, (_, index) => writeFile(path.join(files.root, `dir/burst-${index}`), '')))
	await watched.until((asked, names) => asked === 'dir' && names.length === 0)
	stop.abort()
})

test('a storm of changes is told as a few, and the server goes on meanwhile', async () => {
	await using files = await testFiles({ 'dir/a.txt': 'a' })
	const stop = new AbortController()
	const told: WatchEvent[] = []
	const over = Promise.withResolvers<void>()
	let isOver = false
	// Each turn makes several events.
	const storm = fork(path.join(import.meta.dirname, 'cases', 'storm.ts'), [path.join(files.root, 'dir'), '1500'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
	const watching = (async () => {
		for await (const event of files.workspace.watch(files.root, ['dir'], stop.signal)) {
			told.push(event)
			if (event.type === 'ready') storm.send('go')
			if (isOver) over.resolve()
		}
	})()
	const loop = monitorEventLoopDelay({ resolution: 5 })
	loop.enable()
	const began = performance.now()
	await once(storm, 'exit')
	const lastedMs = performance.now() - began
	isOver = true
	await writeFile(path.join(files.root, 'dir/last'), '')
	await over.promise
	loop.disable()
	// At most one for every pause, with few names or none: look for yourself.
	expect(told.length).toBeLessThan(lastedMs / 40 + 5)
	expect(Math.max(...told.map((event) => (event.type === 'changed' ? event.change.names.length : 0)))).toBeLessThanOrEqual(200)
	expect(loop.percentile(99) / 1e6).toBeLessThan(1500)
	stop.abort()
	await watching
})

test('a folder that is removed and made again is watched again', async () => {
	await using files = await testFiles({ 'dir/a.txt': 'a' })
	const stop = new AbortController()
	const watched = await changesOf(files.workspace.watch(files.root, ['dir'], stop.signal))
	await rm(path.join(files.root, 'dir'), { recursive: true })
	await watched.until((asked) => asked === 'dir')
	await mkdir(path.join(files.root, 'dir'))
	await watched.until((asked) => asked === 'dir')
	await writeFile(path.join(files.root, 'dir/b.txt'), '')
	await watched.until((asked) => asked === 'dir')
	stop.abort()
})

test('where the system has no watch left, it looks by itself and says so', async ({ skip }) => {
	await using files = await testFiles({ 'a.txt': 'a' })
	const noWatches = ['unshare', '--user', '--map-root-user', 'sh', '-c', 'echo 0 > /proc/sys/user/max_inotify_watches && exec "$0" "$@"']
	skip(spawnSync('unshare', [...noWatches.slice(1), 'true']).status !== 0, 'this machine lets nobody lower its limits')
	const [program = '', ...rest] = [...noWatches, process.execPath, path.join(import.meta.dirname, 'cases', 'watch-one.ts'), files.root, 'a.txt']
	const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
	const next = async (): Promise<WatchEvent> => JSON.parse(String((await lines.next()).value))
	expect(await next()).toMatchObject({ type: 'ready', polling: true })
	await writeFile(path.join(files.root, 'a.txt'), 'changed')
	expect(await next()).toMatchObject({ type: 'changed', change: { path: 'a.txt' } })
	child.kill()
	await once(child, 'exit')
})

test('a folder that nobody may read is told as soon as it may be read', async ({ skip }) => {
	const weak = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : ['env']
	skip(spawnSync(weak[0] ?? '', [...weak.slice(1), 'true']).status !== 0, 'root cannot give up its rights here')
	await using files = await testFiles({ 'locked/a.txt': 'a' })
	await chmod(path.join(files.root, 'locked'), 0o000)
	const [program = '', ...rest] = [...weak, process.execPath, path.join(import.meta.dirname, 'cases', 'watch-one.ts'), files.root, 'locked']
	const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
	const next = async (): Promise<WatchEvent> => JSON.parse(String((await lines.next()).value))
	expect(await next()).toEqual({ type: 'ready', polling: false, refused: [] })
	await chmod(path.join(files.root, 'locked'), 0o700)
	expect(await next()).toMatchObject({ type: 'changed', change: { path: 'locked', names: [] } })
	await writeFile(path.join(files.root, 'locked/b.txt'), '')
	expect(await next()).toMatchObject({ type: 'changed', change: { path: 'locked' } })
	child.kill()
	await once(child, 'exit')
})

test('what lies outside is refused, the rest is watched', async () => {
	await using files = await testFiles({ 'a.txt': 'a' })
	const stop = new AbortController()
	const watched = await changesOf(files.workspace.watch(files.root, ['../data', '/etc', 'a.txt'], stop.signal))
	expect(watched.ready).toEqual({ type: 'ready', polling: false, refused: ['../data', '/etc'] })
	await writeFile(path.join(files.root, 'a.txt'), 'b')
	await watched.until((asked) => asked === 'a.txt')
	stop.abort()
})
