import { call, DrydockError, is } from '@drydock/contract'
import { expect, test } from 'vitest'
import { listen } from './content/testing.ts'
import { serve } from './serve.ts'
import { testApp, testToken } from './testing.ts'

const wait = call({ method: 'GET', path: '/test/wait', summary: 'Waits until nobody asks any more.', reply: is.object({}) })

test('work that ended because the one who asked left is no failure in the log', async () => {
	const begun = Promise.withResolvers<void>()
	const ended = Promise.withResolvers<void>()
	const half = serve({ wait }, () => ({
		wait: (_, { signal }) =>
			new Promise<object>((_resolve, reject) => {
				signal.addEventListener('abort', () => {
					reject(signal.reason)
					ended.resolve()
				})
				begun.resolve()
			}),
	}))
	const app = await testApp(half, { options: { logLevel: 'error' } })
	const port = await listen(app)
	const leaving = new AbortController()
	const asked = fetch(`http://127.0.0.1:${port}/test/wait`, { headers: { 'x-api-key': testToken }, signal: leaving.signal })
	await begun.promise
	leaving.abort()
	await expect(asked).rejects.toThrow()
	await ended.promise
	await app.close()
	expect(app.kernel.support.log()).toEqual([])
})

test('a change is answered once it is on the disk, and as a failure when the disk does not take it; a question does not wait', async () => {
	const change = call({ method: 'POST', path: '/test/change', summary: 'Changes something.', reply: is.object({}) })
	const ask = call({ method: 'GET', path: '/test/ask', summary: 'Asks something.', reply: is.object({}) })
	const half = serve({ change, ask }, ({ records }) => ({ change: () => records.of('thing', 'thing').add({}), ask: async () => ({}) }))
	const app = await testApp(half)
	let flushed = 0
	const { store } = app.kernel
	const flush = store.flushed
	store.flushed = () => flush().then(() => void flushed++)
	expect([(await app.fetch('/test/change', { method: 'POST' })).status, flushed]).toEqual([200, 1])
	store.flushed = () => Promise.reject(new DrydockError(500, 'store.not_flushed', 'The disk did not take it'))
	expect(await (await app.fetch('/test/change', { method: 'POST' })).json()).toMatchObject({ code: 'store.not_flushed' })
	expect((await app.fetch('/test/ask')).status).toBe(200)
	store.flushed = flush
	await app.close()
})
