import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'
import { testFiles, you } from './testing.ts'
import type { WatchEvent } from './types.ts'
import { createWatcher } from './watch.ts'

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

test('a folder that is removed and made again is watched again', { timeout: 15_000 }, async () => {
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

test('where the system has no watch left, it looks by itself and says so', { timeout: 15_000 }, async () => {
	await using files = await testFiles({ 'a.txt': 'a' })
	const places = createPlaces({ roots: [files.root], sandbox: path.join(files.data, 'sandbox'), hidden: [files.data] })
	const full = () => {
		throw Object.assign(new Error('no watch left'), { code: 'ENOSPC' })
	}
	const watcher = createWatcher(places, { startWatch: full })
	const stop = new AbortController()
	const watched = await changesOf(watcher.watch([{ asked: 'a.txt', place: places.resolve(files.root, 'a.txt') }], stop.signal))
	expect(watched.ready).toMatchObject({ polling: true })
	await writeFile(path.join(files.root, 'a.txt'), 'changed')
	await watched.until((asked) => asked === 'a.txt')
	stop.abort()
	watcher.close()
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
