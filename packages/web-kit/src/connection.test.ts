// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { followConnection, retryNow, setConnection } from './connection.ts'
import { waitOrWake } from './wait.ts'

afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('while the server does not answer it is looked for, ever more seldom; once it does, what waits goes on at once', async () => {
	vi.useFakeTimers()
	vi.spyOn(Math, 'random').mockReturnValue(0.5)
	const asked: number[] = []
	let isUp = false
	vi.stubGlobal('fetch', async () => {
		asked.push(Date.now())
		if (!isUp) throw new TypeError('refused')
		return new Response('{}')
	})
	const begin = Date.now()
	const stop = followConnection('')
	setConnection('offline')
	await vi.advanceTimersByTimeAsync(15_500)
	const looks = [...new Set(asked)].map((at) => at - begin)
	expect(looks).toEqual([1000, 3000, 7000, 15_000])
	const woken: string[] = []
	void waitOrWake(60_000).then(() => woken.push('woken'))
	isUp = true
	retryNow()
	await vi.advanceTimersByTimeAsync(0)
	expect(woken).toEqual(['woken'])
	const times = asked.length
	await vi.advanceTimersByTimeAsync(120_000)
	expect(asked).toHaveLength(times)
	stop()
})
