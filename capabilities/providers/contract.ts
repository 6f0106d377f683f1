import { call, is, type Static } from '@drydock/contract'

const Finding = is.object({
	state: is.oneOf('untested', 'reachable', 'unreachable', 'accepted', 'refused'),
	/** Epoch milliseconds. */
	at: is.maybe(is.integer()),
	error: is.maybe(is.text()),
})

export const ProviderStatus = is.object({
	/** `ready` to be used; otherwise what is missing. */
	status: is.oneOf('ready', 'no_key', 'no_base_url', 'no_model'),
	label: is.text(),
	model: is.text(),
	base_url: is.text(),
	has_key: is.flag(),
	/** The one that runs use. */
	selected: is.flag(),
	/** Whether its address answers, from tests and runs since the server started: apart from what it says to the key. */
	reachability: Finding,
	credential: Finding,
	/** Milliseconds to the first word of the last answers. */
	latency: is.object({ count: is.integer(), p50_ms: is.maybe(is.number()), p95_ms: is.maybe(is.number()) }),
	/** Until when the provider asked us to wait. */
	limited_until: is.maybe(is.integer()),
	/** Of its last good test, and what that test changed. */
	models: is.list(is.text()),
	models_added: is.list(is.text()),
	models_removed: is.list(is.text()),
})
export type ProviderStatus = Static<typeof ProviderStatus>

export const listProviders = call({
	method: 'GET',
	path: '/providers',
	summary: 'Every model provider and whether it is ready.',
	reply: is.record(ProviderStatus),
})

/** Local servers that answer right now: offered to the user, never used unasked. */
export const offerProviders = call({
	method: 'GET',
	path: '/providers/local',
	summary: 'Local model servers found on loopback.',
	reply: is.object({ ok: is.flag(), items: is.list(is.object({ label: is.text(), base_url: is.text(), models: is.list(is.text()) })) }),
})

/** Tries a provider without spending anything: the saved key, or one just typed (which is not kept). */
export const probeProvider = call({
	method: 'POST',
	path: '/providers/probe',
	summary: 'Try a key and address.',
	body: { provider: is.maybe(is.text({ maxLength: 100 })), base_url: is.maybe(is.text({ maxLength: 2000 })), key: is.maybe(is.text({ maxLength: 1000 })) },
	reply: is.object({ ok: is.flag(), code: is.maybe(is.text()), error: is.maybe(is.text()), models: is.list(is.text()), ms: is.maybe(is.number()) }),
})
