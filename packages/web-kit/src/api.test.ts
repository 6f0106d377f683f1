// @vitest-environment happy-dom
import { call, is } from '@drydock/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asFault, createApi } from './api.ts'

const read = call({ method: 'GET', path: '/thing', summary: 'A thing.', reply: is.anything() })
const write = call({ method: 'POST', path: '/thing', summary: 'A thing.', reply: is.anything() })

beforeEach(() => {
	vi.useFakeTimers()
	// No jitter: the middle of what the back-off may choose.
	vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
})

/** A server that only answers so, and the times at which it was asked. */
function answering(status: number) {
	const asked: number[] = []
	const fetch: typeof globalThis.fetch = async () => {
		asked.push(Date.now())
		if (status === 0) throw new TypeError('no network')
		return new Response('{}', { status })
	}
	return { asked, api: createApi('http://127.0.0.1:8000', { fetch }) }
}

test.each([0, 500, 503])('a read that fails with %i is tried again, with growing pauses', async (status) => {
	const { asked, api } = answering(status)
	const failed = api.send(read, {}).catch(asFault)
	await vi.advanceTimersByTimeAsync(10_000)
	expect(await failed).toMatchObject({ status })
	// spec: request attempts
	expect(asked).toHaveLength(3)
	// spec: request retry base
	expect(asked.map((at, index) => at - (asked[index - 1] ?? at))).toEqual([0, 300, 600])
})

test.each([400, 404])('what the server refuses with %i is not asked twice', async (status) => {
	const { asked, api } = answering(status)
	await expect(api.send(read, {})).rejects.toMatchObject({ status, message: 'Request failed' })
	expect(asked).toHaveLength(1)
})

test('what changes something is sent once: a lost answer may hide a done deed', async () => {
	const { asked, api } = answering(0)
	await expect(api.send(write, {})).rejects.toMatchObject({ message: 'Network error' })
	expect(asked).toHaveLength(1)
})
