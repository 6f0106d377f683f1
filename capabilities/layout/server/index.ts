import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'
import { createLayouts } from './layouts.ts'

export default serve(contract, (kernel) => {
	const layouts = createLayouts(kernel.settings)
	return {
		readLayout: async ({ device_id }) => ({ disabled: false, value: (await layouts.read(device_id)) ?? null }),
		saveLayout: async ({ deviceId, value }) => {
			await layouts.save(deviceId, value)
			return { ok: true }
		},
	}
})
