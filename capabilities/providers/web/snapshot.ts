import { preference } from '@drydock/web-kit'
import type { ProviderStatus } from '../contract.ts'

export interface Snapshot {
	/** Epoch milliseconds. */
	at: number
	providers: Readonly<Record<string, ProviderStatus>>
}

/** More providers than anyone sets up; a broken record must not fill the page. */
const mostProviders = 50

/** What the server said last, for when it says nothing. */
export const snapshot = preference<Snapshot | undefined>('provider_snapshot', 'Last provider status', undefined, (stored) => {
	if (!isRecord(stored) || typeof stored['at'] !== 'number' || !isRecord(stored['providers'])) return undefined
	const providers = Object.entries(stored['providers']).filter((entry): entry is [string, ProviderStatus] => isStatus(entry[1]))
	return { at: stored['at'], providers: Object.fromEntries(providers.slice(0, mostProviders)) }
})

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isStatus(value: unknown): value is ProviderStatus {
	if (!isRecord(value)) return false
	const texts = ['status', 'label', 'model', 'base_url'].every((name) => typeof value[name] === 'string')
	const records = ['reachability', 'credential', 'latency'].every((name) => isRecord(value[name]))
	return texts && records && ['models', 'models_added', 'models_removed'].every((name) => Array.isArray(value[name]))
}
