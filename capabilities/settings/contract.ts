import { call, is, type Static } from '@drydock/contract'

/** What is set up of one provider. The key itself never leaves the server. */
export const ProviderSetup = is.object({
	provider: is.text(),
	label: is.text(),
	model: is.text(),
	base_url: is.text(),
	has_key: is.flag(),
	/** Whether a run could start; otherwise `reason` says what is missing: no_key, no_base_url, no_model. */
	ready: is.flag(),
	reason: is.maybe(is.text()),
})
export type ProviderSetup = Static<typeof ProviderSetup>

const longestKey = 4096
const longestUrl = 2000
const longestModel = 200

const change = {
	provider: is.maybe(is.text({ maxLength: 50 })),
	/** Confirmed by a person: pins exactly this origin. Empty goes back to the provider's own. */
	base_url: is.maybe(is.text({ maxLength: longestUrl })),
	/** Write-only; empty removes it. */
	key: is.maybe(is.text({ maxLength: longestKey })),
}

export const readProvider = call({
	method: 'GET',
	path: '/settings/provider',
	summary: 'The model provider in use, and what is set up of the others.',
	reply: is.object({ current: ProviderSetup, providers: is.list(ProviderSetup) }),
})

export const saveProvider = call({
	method: 'POST',
	path: '/settings/provider',
	summary: 'Choose the model provider, its model, address and key; keys are write-only.',
	body: { ...change, model: is.maybe(is.text({ maxLength: longestModel })) },
	reply: ProviderSetup,
})

export const probeProvider = call({
	method: 'POST',
	path: '/settings/provider/probe',
	summary: 'Try a key and an address, saved or just typed, without spending anything.',
	body: change,
	reply: is.object({ ok: is.flag(), code: is.maybe(is.text()), error: is.maybe(is.text()), models: is.list(is.text()) }),
})

export const offerProviders = call({
	method: 'GET',
	path: '/settings/provider/offers',
	summary: 'Model servers that answer on this machine right now.',
	reply: is.object({ offers: is.list(is.object({ label: is.text(), base_url: is.text(), models: is.list(is.text()) })) }),
})
