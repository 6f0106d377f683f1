import type { ProviderId } from './providers.ts'

/** What was learned of a provider since the server started: from tests that a person asked for, and from real runs. Nothing is asked of it for this. */
export interface Health {
	/** Whether anything answered at its address, apart from what it thinks of the key. */
	reachability: { state: 'untested' | 'reachable' | 'unreachable'; at?: number; error?: string }
	/** What it says to the saved key. */
	credential: { state: 'untested' | 'accepted' | 'refused'; at?: number; error?: string }
	/** Milliseconds to the first word of an answer. */
	latency: { count: number; p50_ms?: number; p95_ms?: number }
	/** Until when it asked us to wait. */
	limited_until?: number
	/** As its last good test listed them, and what that test changed. */
	models: string[]
	models_added: string[]
	models_removed: string[]
}

/** Enough for a steady 95th percentile; older answers say little about now. */
const mostSamples = 200

interface Record extends Omit<Health, 'latency'> {
	samples: number[]
}

const untested = (): Record => ({ reachability: { state: 'untested' }, credential: { state: 'untested' }, samples: [], models: [], models_added: [], models_removed: [] })

/** Codes that mean: something answered, and it was not about the key. */
const answered = new Set(['models.unavailable', 'models.busy', 'models.no_credit', 'models.unknown_model', 'models.refused', 'models.cut', 'models.stalled'])

export function createHealth(now: () => number = Date.now) {
	const records = new Map<ProviderId, Record>()
	const recordOf = (id: ProviderId) => {
		const record = records.get(id) ?? untested()
		records.set(id, record)
		return record
	}

	const health = {
		/** The first word of an answer came after `ms`. */
		noteAnswer(id: ProviderId, ms: number) {
			const record = recordOf(id)
			record.samples = [...record.samples, ms].slice(-mostSamples)
			record.limited_until = undefined
			health.noteGood(id)
		},
		noteGood(id: ProviderId) {
			const record = recordOf(id)
			record.reachability = { state: 'reachable', at: now() }
			record.credential = { state: 'accepted', at: now() }
		},
		noteFault(id: ProviderId, { code, error, retryAfterMs }: { code: string; error: string; retryAfterMs?: number }) {
			const record = recordOf(id)
			const at = now()
			if (code === 'models.wrong_key') record.credential = { state: 'refused', at, error }
			if (code === 'models.wrong_key' || answered.has(code)) record.reachability = { state: 'reachable', at }
			else record.reachability = { state: 'unreachable', at, error }
			if (retryAfterMs !== undefined) record.limited_until = at + retryAfterMs
		},
		noteModels(id: ProviderId, models: string[]) {
			const record = recordOf(id)
			const isFirst = record.models.length === 0
			record.models_added = isFirst ? [] : models.filter((model) => !record.models.includes(model))
			record.models_removed = record.models.filter((model) => !models.includes(model))
			record.models = models
		},
		/** A key or an address changed: what was known of it says nothing any more. */
		forget: (id: ProviderId) => void records.delete(id),
		of(id: ProviderId): Health {
			const { samples, limited_until, ...rest } = records.get(id) ?? untested()
			const isLimited = limited_until !== undefined && limited_until > now()
			return { ...rest, ...(isLimited && { limited_until }), latency: { count: samples.length, p50_ms: percentile(samples, 0.5), p95_ms: percentile(samples, 0.95) } }
		},
	}
	return health
}

function percentile(samples: readonly number[], share: number): number | undefined {
	const sorted = samples.toSorted((a, b) => a - b)
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}
