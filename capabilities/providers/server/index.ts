import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'

export default serve(contract, ({ models }) => ({
	async listProviders() {
		const [all, current] = await Promise.all([models.all(), models.current()])
		return Object.fromEntries(
			all.map(({ provider, reason, label, model, base_url, has_key }) => [provider, { status: reason ?? 'ready', label, model, base_url, has_key, selected: provider === current.provider, ...models.health(provider) }]),
		)
	},
	offerProviders: async (_, { signal }) => ({ ok: true, items: await models.offers(signal) }),
	probeProvider: ({ provider, base_url, key }) => models.probe({ provider, base_url, key }),
}))
