import { lstat, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Anchor } from './anchor.ts'
import { createKnownListings } from './known-listings.ts'
import { testFiles } from './testing.ts'

/** A folder of so many names, and how often it was really read. */
async function setUp(root: string, { count = 1200, now = later } = {}) {
	const real = path.join(root, 'large')
	await mkdir(real)
	await Promise.all(Array.from({ length: count }, (_, index) => writeFile(path.join(real, `f${index}`), '')))
	const listings = createKnownListings(now)
	const anchor: Anchor = { real, self: real, at: (name) => path.join(real, name), check: async () => {}, sync: async () => {}, [Symbol.asyncDispose]: async () => {} }
	const entry = (name: string, link = false) => ({ name, folder: false, link })
	let reads = 0
	const list = (names = [entry('a')]) => listings.of(anchor, async () => {
		reads++
		return [...names, ...Array.from({ length: count }, (_, index) => entry(`f${index}`))]
	})
	return { real, list, entry, reads: () => reads }
}

const later = () => Date.now() + 10_000

test('a large folder that stands still is read once', async () => {
	await using files = await testFiles()
	const { list, reads } = await setUp(files.root)
	const first = await list()
	expect(await list()).toBe(first)
	expect(reads()).toBe(1)
})

test('whatever changes in it, it is read again', async () => {
	await using files = await testFiles()
	const { real, list, reads } = await setUp(files.root)
	const changes = [
		() => writeFile(path.join(real, 'new'), ''),
		() => rename(path.join(real, 'new'), path.join(real, 'newer')),
		() => rm(path.join(real, 'newer')),
		() => mkdir(path.join(real, 'folder')),
		() => symlink('f1', path.join(real, 'link')),
		// Its time is put back: the time of that cannot be.
		async () => {
			const { atime, mtime } = await lstat(real)
			await writeFile(path.join(real, 'hidden'), '')
			await utimes(real, atime, mtime)
		},
	]
	await list()
	for (const [index, change] of changes.entries()) {
		await change()
		await list()
		expect(reads(), `change ${index}`).toBe(index + 2)
	}
})

test.each([
	['one that changed just now', { now: Date.now }, false],
	['one with links', {}, true],
	['a small one', { count: 10 }, false],
])('%s is read each time', async (_, options, hasLink) => {
	await using files = await testFiles()
	const { list, entry, reads } = await setUp(files.root, options)
	for (let time = 0; time < 2; time++) await list([entry('first', hasLink)])
	expect(reads()).toBe(2)
})
