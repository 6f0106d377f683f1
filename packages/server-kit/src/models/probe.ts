import { DrydockError } from '@drydock/contract'
import type { guardedFetch } from './guarded-fetch.ts'

const probeMs = 8_000

export interface Probe {
	ok: boolean
	code?: string
	error?: string
	models: string[]
	/** How long the answer took. */
	ms?: number
}

/** Asks for the list of models: the one question that every provider answers without spending anything. */
export async function probeUrl(
	url: string,
	{ headers, fetch, label, signal = AbortSignal.timeout(probeMs) }: { headers: Record<string, string>; fetch: ReturnType<typeof guardedFetch>; label: string; signal?: AbortSignal },
): Promise<Probe> {
	try {
		const response = await fetch(url, { headers, signal })
		const body: unknown = await response.json().catch(() => undefined)
		if (response.ok) return { ok: true, models: modelNames(body) }
		if (response.status === 401 || response.status === 403 || response.status === 400) return { ok: false, code: 'models.wrong_key', error: `${label} refused the key`, models: [] }
		return { ok: false, code: 'models.unavailable', error: `${label} answered with HTTP ${response.status}`, models: [] }
	} catch (error) {
		if (error instanceof DrydockError) return { ok: false, code: error.code, error: error.message, models: [] }
		return { ok: false, code: 'models.unreachable', error: `${label} could not be reached`, models: [] }
	}
}

/** A list of models is at most this long; OpenRouter has several hundred. */
const mostModels = 1000

function modelNames(body: unknown): string[] {
	if (typeof body !== 'object' || body === null) return []
	const items = 'data' in body ? body.data : 'models' in body ? body.models : []
	if (!Array.isArray(items)) return []
	const names = items.map((item: unknown) => (typeof item === 'object' && item !== null ? ('id' in item ? item.id : 'name' in item ? item.name : undefined) : undefined))
	return names.filter((name) => typeof name === 'string').slice(0, mostModels)
}
