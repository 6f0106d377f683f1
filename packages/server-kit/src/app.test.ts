import { call, is } from '@drydock/contract'
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
