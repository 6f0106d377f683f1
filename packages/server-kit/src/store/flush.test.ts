import { expect, test } from 'vitest'
import { createFlush } from './flush.ts'

/** A disk that takes its time: each flush ends when it is told to. */
function slowDisk() {
	const running: PromiseWithResolvers<void>[] = []
	let started = 0
	const flush = createFlush('drydock.db-wal', () => {
		started++
		const one = Promise.withResolvers<void>()
		running.push(one)
		return one.promise
	})
	return { flush, started: () => started, end: () => running.shift()?.resolve(), fail: () => running.shift()?.reject(new Error('EIO')) }
}

const state = async (promise: Promise<void>) => Promise.race([promise.then(() => 'flushed'), new Promise((resolve) => setImmediate(resolve, 'waiting'))])

test('nothing is flushed while nothing was committed', async () => {
	const { flush, started } = slowDisk()
	await flush.flushed()
	expect(started()).toBe(0)
})

test('commits during a flush wait for the next one, and share it', async () => {
	const { flush, started, end } = slowDisk()
	flush.changed()
	const first = flush.flushed()
	await expect.poll(started).toBe(1)
	flush.changed()
	const [second, third] = [flush.flushed(), flush.flushed()]
	end()
	expect([await state(first), await state(second), await state(third)]).toEqual(['flushed', 'waiting', 'waiting'])
	expect(started()).toBe(2)
	end()
	await Promise.all([second, third, flush.flushed()])
	expect(started()).toBe(2)
})

test('a disk that fails is told with what to do, and asked again the next time', async () => {
	const { flush, started, end, fail } = slowDisk()
	flush.changed()
	const failed = flush.flushed()
	await expect.poll(started).toBe(1)
	fail()
	await expect(failed).rejects.toMatchObject({ code: 'store.not_flushed', hint: /Check the disk/ })
	const again = flush.flushed()
	await expect.poll(started).toBe(2)
	end()
	await again
})

test('what nobody waits for is flushed within a second', async () => {
	const { flush, started, end } = slowDisk()
	flush.changed()
	await expect.poll(started).toBe(1)
	end()
	flush.close()
})
