// @vitest-environment happy-dom
import { call, is } from '@drydock/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePoll } from './hooks.ts'
import { act, renderPane, screen } from './testing.tsx'

const status = call({ method: 'GET', path: '/status', reply: is.object({ n: is.integer() }) })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Shown({ enabled = true }: { enabled?: boolean }) {
	const { data, error, retryAt } = usePoll(status, {}, { everyMs: 5000, retryMs: { base: 2000, cap: 60_000 }, enabled })
	return <output>{error ? `retry at ${retryAt}` : `answer ${data?.n}`}</output>
}

const settle = (ms = 50) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.getByRole('status').textContent
const left = () => Number(shown()?.replace('retry at ', '')) - Date.now()

// spec: provider back-off
test('a poll that fails waits 2 s, doubles with jitter up to 60 s, and starts over after a success', async () => {
	let isUp = false
	let asked = 0
	const fetch = async () => {
		asked++
		if (!isUp) throw new TypeError('network')
		return Response.json({ n: asked })
	}
	renderPane(<Shown />, { fetch })
	await settle()
	for (const expected of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]) {
		const delay = left()
		expect(delay).toBeGreaterThan(expected * 0.75 - 150)
		expect(delay).toBeLessThanOrEqual(Math.min(expected * 1.25, 60_000))
		const before = asked
		await settle(delay - 10)
		expect(asked).toBe(before)
		await settle(120)
		expect(asked).toBe(before + 1)
	}
	isUp = true
	await settle(60_100)
	expect(shown()).toMatch(/^answer/)
	// spec: provider refresh
	const before = asked
	await settle(5000)
	expect(asked).toBe(before + 1)
	isUp = false
	for (let waited = 0; waited < 60 && shown()?.startsWith('answer'); waited++) await settle(100)
	expect(left()).toBeLessThanOrEqual(2500)
})

test('a poll that nobody sees asks nothing', async () => {
	const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ n: 1 }))
	renderPane(<Shown enabled={false} />, { fetch })
	await settle(30_000)
	expect(fetch).not.toHaveBeenCalled()
})
