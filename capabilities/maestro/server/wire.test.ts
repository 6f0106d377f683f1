import { expect, test } from 'vitest'
import { manualClock } from '@drydock/server-kit/clock.ts'
import { withHeartbeat, type StatusEvent } from './wire.ts'
import type { Sequenced } from '@drydock/contract'

test('a silent stream carries a heartbeat every 30 seconds, with the number of the last event', async () => {
	const clock = manualClock()
	const { promise: later, resolve: goOn } = Promise.withResolvers<void>()
	async function* slow(): AsyncGenerator<Sequenced<StatusEvent>> {
		yield { seq: 7, type: 'done', data: { summary: 'x' } }
		await later
		yield { seq: 8, type: 'eof', data: {} }
	}
	const events = withHeartbeat(slow(), clock)
	expect((await events.next()).value).toMatchObject({ type: 'done' })
	for (let beat = 0; beat < 2; beat++) {
		const next = events.next()
		clock.advance(30_000)
		expect((await next).value).toMatchObject({ type: 'heartbeat', seq: 7 })
	}
	goOn()
	expect((await events.next()).value).toMatchObject({ type: 'eof', seq: 8 })
	expect((await events.next()).done).toBe(true)
})
