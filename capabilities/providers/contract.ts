import { call, is } from '@drydock/contract'

export const ProviderStatus = is.object({
	/** `ready` to be used; otherwise what is missing. */
	status: is.oneOf('ready', 'no_key', 'no_base_url', 'no_model'),
	label: is.text(),
	model: is.text(),
	base_url: is.text(),
	has_key: is.flag(),
	/** The one that runs use. */
	selected: is.flag(),
})

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
	reply: is.object({ ok: is.flag(), code: is.maybe(is.text()), error: is.maybe(is.text()), models: is.list(is.text()) }),
})
