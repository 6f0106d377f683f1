import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'

const { readProvider, saveProvider, probeProvider, offerProviders } = contract

export default serve({ readProvider, saveProvider, probeProvider, offerProviders }, ({ models }) => ({
	async readProvider() {
		const [current, providers] = await Promise.all([models.current(), models.all()])
		return { current, providers }
	},
	saveProvider: (change) => models.configure(change),
	probeProvider: (change) => models.probe(change),
	offerProviders: async (_, { signal }) => ({ offers: await models.offers(signal) }),
}))
