// @vitest-environment happy-dom
import { DrydockError } from '@drydock/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { followEvents, reconnect, restAfterMs, type Connect } from './events.ts'

afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
})

type Line = { seq: number; type: string; data: unknown }

const text = (seq: number) => `id: ${seq}\nevent: line\ndata: {"n":${seq}}\n\n`

/** A server that answers each connection with the next script: chunks of text, then a quiet end or a cut. */
function scripted(scripts: { chunks: string[]; isCut?: boolean; status?: number }[]) {
	const asked: number[] = []
	const connect: Connect = async (lastEventId) => {
		asked.push(lastEventId)
		const script = scripts.shift()
		if (!script) throw new DrydockError(410, 'gone', 'No more')
		if (script.status) return new Response(null, { status: script.status })
		const chunks = script.chunks.map((chunk) => new TextEncoder().encode(chunk))
		return new Response(
			new ReadableStream({
				pull(controller) {
					const chunk = chunks.shift()
					if (chunk) controller.enqueue(chunk)
					else if (script.isCut) controller.error(new TypeError('network'))
					else controller.close()
				},
			}),
		)
	}
	return { connect, asked }
}

const seqs = async (events: AsyncIterable<Line>) => (await Array.fromAsync(events)).map((event) => event.seq)

test('a cut stream is resumed after the last event that was seen', async () => {
	const { connect, asked } = scripted([{ chunks: [text(1), text(2)], isCut: true }, { chunks: [text(3)] }])
	expect(await seqs(followEvents<Line>(connect, { isLast: (event) => event.seq === 3 }))).toEqual([1, 2, 3])
	expect(asked).toEqual([0, 2])
})

test('events that a server repeats are told once', async () => {
	const { connect } = scripted([{ chunks: [text(1), text(2)], isCut: true }, { chunks: [text(1), text(2), text(3)] }])
	expect(await seqs(followEvents<Line>(connect, { isLast: (event) => event.seq === 3 }))).toEqual([1, 2, 3])
})

test('an event cut in the middle of its bytes is read whole', async () => {
	const whole = text(1)
	const { connect } = scripted([{ chunks: [': ping\n\n', whole.slice(0, 9), whole.slice(9)] }])
	expect(await seqs(followEvents<Line>(connect, { isLast: () => true }))).toEqual([1])
})

test('a resumed stream that ends without a word is over', async () => {
	const { connect, asked } = scripted([{ chunks: [text(1)] }, { chunks: [] }])
	expect(await seqs(followEvents<Line>(connect, {}))).toEqual([1])
	expect(asked).toEqual([0, 1])
})

test('no content means that there is nothing more to come', async () => {
	const { connect } = scripted([{ chunks: [text(1)] }, { chunks: [], status: 204 }])
	expect(await seqs(followEvents<Line>(connect, { endless: true }))).toEqual([1])
})

test('a refusal ends the stream and is told', async () => {
	const { connect } = scripted([{ chunks: [text(1)], isCut: true }])
	await expect(seqs(followEvents<Line>(connect, {}))).rejects.toMatchObject({ code: 'gone' })
})

test('a server that breaks off says why', async () => {
	const { connect } = scripted([{ chunks: ['event: error\ndata: {"ok":false,"code":"workspace.outside","error":"Outside"}\n\n'] }])
	await expect(seqs(followEvents<Line>(connect, {}))).rejects.toMatchObject({ code: 'workspace.outside', message: 'Outside' })
})

test('what is not safe to ask twice is not asked again', async () => {
	const { connect, asked } = scripted([{ chunks: [text(1)], isCut: true }, { chunks: [text(2)] }])
	await expect(seqs(followEvents<Line>(connect, { canResume: false }))).rejects.toThrow('network')
	expect(asked).toEqual([0])
})

test('an abort ends it with the reason', async () => {
	const stop = new AbortController()
	const { connect } = scripted([{ chunks: [text(1)], isCut: true }])
	const events = followEvents<Line>(connect, { signal: stop.signal })
	await events.next()
	stop.abort(new Error('enough'))
	await expect(events.next()).rejects.toThrow('enough')
})

test('a server that stays away is looked for after 1 s, then half as often each time, at last every 30 s', async () => {
	vi.useFakeTimers()
	vi.spyOn(Math, 'random').mockReturnValue(0.5)
	const asked: number[] = []
	const connect: Connect = async () => {
		asked.push(Date.now())
		throw new DrydockError(0, 'network', 'Network error')
	}
	const stop = new AbortController()
	const ended = seqs(followEvents<Line>(connect, { signal: stop.signal })).catch((error: unknown) => error)
	await vi.advanceTimersByTimeAsync(100_000)
	stop.abort(new Error('enough'))
	expect(await ended).toEqual(new Error('enough'))
	// spec: status reconnect
	expect(reconnect).toEqual({ firstMs: 1000, longestMs: 30_000 })
	expect(asked.slice(1).map((at, index) => (at - (asked[index] ?? 0)) / 1000)).toEqual([1, 2, 4, 8, 16, 30, 30])
})

test('fifty streams of a server that was away for ten seconds come back one after the other, each after its last event', async () => {
	vi.useFakeTimers()
	const from = Date.now()
	const back: { at: number; after: number }[] = []
	const follow = (seen: number) => {
		let isFirst = true
		const connect: Connect = async (after) => {
			if (isFirst) {
				isFirst = false
				return scripted([{ chunks: [text(seen)], isCut: true }]).connect(0, new AbortController().signal)
			}
			if (Date.now() - from < 10_000) throw new DrydockError(0, 'network', 'Network error')
			back.push({ at: Date.now() - from, after })
			return new Response(text(seen + 1))
		}
		return seqs(followEvents<Line>(connect, { isLast: ({ seq }) => seq === seen + 1 }))
	}
	const all = Promise.all(Array.from({ length: 50 }, (_, at) => follow(at + 1)))
	await vi.advanceTimersByTimeAsync(60_000)
	expect(await all).toEqual(Array.from({ length: 50 }, (_, at) => [at + 1, at + 2]))
	expect(back.map(({ after }) => after).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
	const times = back.map(({ at }) => at).toSorted((a, b) => a - b)
	expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2000)
	// At no moment comes a crowd.
	for (const time of times) expect(times.filter((other) => other >= time && other < time + 250).length).toBeLessThan(20)
})

test('an awakening network is tried at once, not after the delay', async () => {
	const failing: Connect = async () => {
		if (tries++ < 5) throw new DrydockError(0, 'network', 'Network error')
		return new Response(text(1))
	}
	let tries = 0
	const events = followEvents<Line>(failing, { onState: () => setTimeout(() => window.dispatchEvent(new Event('online'))), isLast: () => true })
	const before = performance.now()
	expect(await seqs(events)).toEqual([1])
	expect(performance.now() - before).toBeLessThan(4000)
})

/** Answers with a line that stays open until it is let go. */
function standing() {
	const lines: { after: number; isOpen: boolean }[] = []
	const connect: Connect = async (after, signal) => {
		const line = { after, isOpen: true }
		lines.push(line)
		return new Response(
			new ReadableStream({
				start(controller) {
					controller.enqueue(new TextEncoder().encode(text(after + 1)))
					signal.addEventListener('abort', () => {
						line.isOpen = false
						controller.error(signal.reason)
					})
				},
			}),
		)
	}
	return { connect, lines }
}

function look(state: DocumentVisibilityState) {
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
	document.dispatchEvent(new Event('visibilitychange'))
}

test('an endless line is let go when nobody has looked for a while, and goes on when somebody does', async () => {
	vi.useFakeTimers()
	const { connect, lines } = standing()
	const stop = new AbortController()
	const seen: number[] = []
	const ended = (async () => {
		for await (const { seq } of followEvents<Line>(connect, { endless: true, signal: stop.signal })) seen.push(seq)
	})().catch(() => {})
	await vi.advanceTimersByTimeAsync(1)
	look('hidden')
	await vi.advanceTimersByTimeAsync(restAfterMs - 1)
	look('visible')
	await vi.advanceTimersByTimeAsync(restAfterMs)
	expect(lines).toEqual([{ after: 0, isOpen: true }])

	look('hidden')
	await vi.advanceTimersByTimeAsync(60_000)
	expect(lines).toEqual([{ after: 0, isOpen: false }])
	look('visible')
	await vi.advanceTimersByTimeAsync(1)
	expect(lines).toEqual([{ after: 0, isOpen: false }, { after: 1, isOpen: true }])
	expect(seen).toEqual([1, 2])
	stop.abort()
	await ended
})

test('who has stopped already does not wait for somebody to look', async () => {
	const { connect, lines } = standing()
	look('hidden')
	await expect(seqs(followEvents<Line>(connect, { endless: true, signal: AbortSignal.abort(new Error('enough')) }))).rejects.toThrow('enough')
	expect(lines).toEqual([])
})

test('a line that has an end is held also while nobody looks: what it tells is awaited', async () => {
	vi.useFakeTimers()
	const { connect, lines } = standing()
	const stop = new AbortController()
	const ended = seqs(followEvents<Line>(connect, { isLast: () => false, signal: stop.signal })).catch(() => {})
	await vi.advanceTimersByTimeAsync(1)
	look('hidden')
	await vi.advanceTimersByTimeAsync(60_000)
	expect(lines).toEqual([{ after: 0, isOpen: true }])
	stop.abort()
	await ended
})
