import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from './clock.ts'

/** How the server process is doing. */
export interface Vitals {
	uptime_s: number
	memory: { rss: number; heap_used: number; heap_total: number; external: number }
	/** How late timers were since somebody began to look; absent in the first answer. */
	event_loop?: { p50_ms: number; p99_ms: number; max_ms: number }
}

/** Fine enough for a stall that a person notices. */
const resolutionMs = 10
/** Measuring costs a timer: it ends when nobody has looked for so long. */
const idleMs = 60_000

export function createVitals(clock: Clock) {
	const since = clock.now()
	let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
	let callOff = () => {}

	function stop() {
		histogram?.disable()
		histogram = undefined
	}
	function eventLoop(): Vitals['event_loop'] {
		callOff()
		callOff = clock.after(idleMs, stop)
		if (!histogram) {
			histogram = monitorEventLoopDelay({ resolution: resolutionMs })
			histogram.enable()
			return undefined
		}
		if (histogram.count === 0) return undefined
		// It records the whole time between two ticks, of which the tick itself is no delay.
		const late = (ns: number) => Math.max(0, Math.round((ns / 1e6 - resolutionMs) * 10) / 10)
		return { p50_ms: late(histogram.percentile(50)), p99_ms: late(histogram.percentile(99)), max_ms: late(histogram.max) }
	}

	return {
		read(): Vitals {
			const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
			return { uptime_s: Math.round((clock.now() - since) / 1000), memory: { rss, heap_used: heapUsed, heap_total: heapTotal, external }, event_loop: eventLoop() }
		},
		close() {
			callOff()
			stop()
		},
	}
}
