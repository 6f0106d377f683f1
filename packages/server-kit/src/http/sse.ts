import type { ServerResponse } from 'node:http'
import { DrydockError, faultBody } from '@drydock/contract'
import { toFault } from './faults.ts'

/** An event as a handler yields it; `json` is its data already serialised, so that a hundred watchers share one string. */
export interface SseEvent {
	seq: number
	type: string
	data: unknown
	json?: string
}

/** Proxies drop a silent connection after about a minute. */
const pingMs = 15_000
/** A reader that takes nothing for so long is let go: it comes back with the number of its last event, and nothing is held for it meanwhile. */
const stalledMs = 30_000

/** Writes events until they end or the client leaves. The headers go out at once: a quiet stream is not a hanging request. */
export async function writeEvents(raw: ServerResponse, headers: Record<string, string>, events: AsyncIterable<SseEvent>, signal: AbortSignal, times = { pingMs, stalledMs }): Promise<void> {
	// The stream ends with its connection, so each event is one plain write instead of a chunk with head and tail, which shows with a hundred streams.
	raw.useChunkedEncodingByDefault = false
	raw.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
	raw.write(': open\n\n')
	const ping = setInterval(() => raw.writableNeedDrain || raw.write(': ping\n\n'), times.pingMs)
	try {
		for await (const event of events) {
			if (signal.aborted) break
			if (!raw.write(textOf(event)) && !(await drained(raw, signal, times.stalledMs))) raw.destroy()
			if (raw.destroyed) break
		}
	} catch (error) {
		if (!signal.aborted) raw.write(`event: error\ndata: ${JSON.stringify(faultBody(toFault(error)))}\n\n`)
		if (!(error instanceof DrydockError) && !signal.aborted) throw error
	} finally {
		clearInterval(ping)
		raw.end()
	}
}

const texts = new WeakMap<SseEvent, string>()

function textOf(event: SseEvent): string {
	const known = texts.get(event)
	if (known !== undefined) return known
	const text = `id: ${event.seq}\nevent: ${event.type}\ndata: ${event.json ?? JSON.stringify(event.data)}\n\n`
	texts.set(event, text)
	return text
}

/** Whether it can take more; false when it took nothing for too long. */
function drained(raw: ServerResponse, signal: AbortSignal, mostMs: number): Promise<boolean> {
	return new Promise((resolve) => {
		const settle = (isDrained: boolean) => {
			clearTimeout(timer)
			raw.off('drain', done)
			raw.off('close', done)
			signal.removeEventListener('abort', done)
			resolve(isDrained)
		}
		const done = () => settle(true)
		const timer = setTimeout(() => settle(false), mostMs)
		raw.on('drain', done)
		raw.on('close', done)
		signal.addEventListener('abort', done)
	})
}
