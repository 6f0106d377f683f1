import { DrydockError } from '@drydock/contract'
import type { Clock } from './clock.ts'

const minuteMs = 60_000
/** More names at a time than any workspace has; the count begins anew then. */
const mostNames = 1000

/** Lets somebody do something so many times a minute; throws 429 `too_many_tries` beyond that. */
export function createRate(clock: Clock, perMinute: number) {
	const times = new Map<string, number[]>()
	return (who: string): void => {
		const recent = (times.get(who) ?? []).filter((at) => at > clock.now() - minuteMs)
		if (recent.length >= perMinute) throw new DrydockError(429, 'too_many_tries', 'Too many tries: wait a minute')
		if (times.size > mostNames) times.clear()
		times.set(who, [...recent, clock.now()])
	}
}
