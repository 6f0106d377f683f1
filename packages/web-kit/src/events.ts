// The one SSE client: reads with headers, resumes where it stopped, backs off, wakes with the machine.
import { DrydockError, faultFrom } from '@drydock/contract'
import { isSeen, untilSeen, watchSeen } from './seen.ts'
import { readEvents, type RawEvent } from './sse.ts'
import { backOff, waitOrWake } from './wait.ts'

export interface FollowOptions<E> {
	signal?: AbortSignal
	/** Resume after this event. */
	after?: number
	/** The stream ends after this event. */
	isLast?: (event: E) => boolean
	/** The server has no last event: reconnect also after a quiet end. While nobody looks at the page, the line is let go. */
	endless?: boolean
	/** Told when the connection stands and when it is being looked for. */
	onState?: (state: 'live' | 'waiting') => void
	/** Only what is safe to ask twice is asked again. */
	canResume?: boolean
}

export type Connect = (lastEventId: number, signal: AbortSignal) => Promise<Response>

/** spec: status reconnect */
export const reconnect = { firstMs: 1000, longestMs: 30_000 }
/** Servers send a heartbeat every 30 s (spec/2 §9): three missed ones mean a dead line, as after a laptop's sleep. */
const silenceMs = 95_000
/** Browsers allow six connections to a server, for all tabs together: a page that is out of sight for longer than a glance elsewhere holds none. */
export const restAfterMs = 10_000

/** Follows a stream across dropped connections; ends with its last event, the signal, or an answer that no retry mends. */
export async function* followEvents<E extends { seq: number; type: string }>(connect: Connect, options: FollowOptions<E>): AsyncGenerator<E> {
	const { signal, isLast, endless, onState, canResume = true } = options
	let last = options.after ?? 0
	for (let failures = 0; ; failures++) {
		let received = 0
		if (endless) await untilSeen(signal)
		const line = holdLine(signal, endless === true)
		try {
			const reply = await connect(last, line.signal)
			if (reply.status === 204 || !reply.body) return
			onState?.('live')
			for await (const raw of readEvents(reply.body, line.touch)) {
				if (raw.seq > 0 && raw.seq <= last) continue
				throwFault(raw)
				if (raw.seq > 0) last = raw.seq
				received++
				failures = 0
				const event = typed<E>(raw)
				yield event
				if (isLast?.(event)) return
			}
			// A line that ends without a word after a resume has told everything.
			if (!canResume || (!endless && !isLast && received === 0)) return
		} catch (error) {
			signal?.throwIfAborted()
			if (!canResume || isFinal(error)) throw error
		} finally {
			line.stop()
		}
		onState?.('waiting')
		await waitOrWake(received > 0 ? reconnect.firstMs : backOff(failures, reconnect.firstMs, reconnect.longestMs), signal)
	}
}

/** The contract names the events of a stream; what crosses the wire is checked by the server that sends it. */
function typed<E>(raw: RawEvent): E {
	return raw as E
}

/** An error without a number is not part of the story: the server broke off and says why. */
function throwFault({ seq, type, data }: RawEvent): void {
	if (seq === 0 && type === 'error' && typeof data === 'object' && data !== null && 'code' in data) throw faultFrom(400, data)
}

function isFinal(error: unknown): boolean {
	return error instanceof DrydockError && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

/** A signal that also fires when the line stays silent, and, if it rests, when nobody looks any more. */
function holdLine(signal: AbortSignal | undefined, rests: boolean) {
	const end = new AbortController()
	const give = () => end.abort(new DOMException('The connection went silent', 'TimeoutError'))
	let silence = setTimeout(give, silenceMs)
	let rest: ReturnType<typeof setTimeout> | undefined
	if (rests) {
		watchSeen(() => {
			clearTimeout(rest)
			rest = isSeen() ? undefined : setTimeout(() => end.abort(new DOMException('Nobody looks', 'AbortError')), restAfterMs)
		}, end.signal)
	}
	return {
		signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal,
		touch() {
			clearTimeout(silence)
			silence = setTimeout(give, silenceMs)
		},
		stop() {
			clearTimeout(silence)
			clearTimeout(rest)
			end.abort()
		},
	}
}
