import { manualClock } from '@drydock/server-kit/clock.ts'
import { beforeEach, expect, test } from 'vitest'
import { createReadAhead } from './read-ahead.ts'

const clock = manualClock()
let stop: AbortController
let asked: string[]
let reads: { folder: string; done(): void }[]

beforeEach(() => {
	stop = new AbortController()
	asked = []
	reads = []
})

function start() {
	return createReadAhead({
		signal: stop.signal,
		after: clock.after,
		read: (folder) =>
			new Promise<void>((done) => {
				asked.push(folder)
				reads.push({ folder, done })
			}),
	})
}

/** Ends the reading that is going on, and lets the next one begin. */
async function finish() {
	reads.at(-1)?.done()
	await new Promise(setImmediate)
}

test('folders in sight are read one after the other, after a moment, and each only once', async () => {
	const show = start()
	show(['a', 'b'])
	expect(asked).toEqual([])
	clock.advance(1000)
	expect(asked).toEqual(['a'])
	await finish()
	expect(asked).toEqual(['a', 'b'])
	await finish()
	show(['b', 'c'])
	clock.advance(1000)
	expect(asked).toEqual(['a', 'b', 'c'])
})

test('what is shown next replaces what was not yet read', async () => {
	const show = start()
	show(['a', 'b'])
	clock.advance(1000)
	show(['c'])
	await finish()
	clock.advance(1000)
	expect(asked).toEqual(['a', 'c'])
})

test('a folder that cannot be read stops nothing; the end of the server does', async () => {
	const seen: string[] = []
	const show = createReadAhead({
		signal: stop.signal,
		after: clock.after,
		read: async (folder) => {
			seen.push(folder)
			if (folder === 'b') stop.abort()
			throw new Error('may not')
		},
	})
	show(['a', 'b', 'c'])
	clock.advance(1000)
	await new Promise(setImmediate)
	expect(seen).toEqual(['a', 'b'])
})

test('of a folder with thousands of folders only those of a screen are read', async () => {
	const seen: string[] = []
	const show = createReadAhead({ signal: stop.signal, after: clock.after, read: async (folder) => void seen.push(folder) })
	show(Array.from({ length: 3000 }, (_, index) => `folder-${index}`))
	clock.advance(1000)
	await new Promise(setImmediate)
	expect(seen).toHaveLength(40)
})
