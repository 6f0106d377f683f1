import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'
import { createLayouts } from './layouts.ts'
import { createSavedLayouts } from './saved-layouts.ts'

export default serve(contract, (kernel) => {
	const layouts = createLayouts(kernel.settings)
	const saved = createSavedLayouts(kernel)
	return {
		readLayout: async ({ device_id }) => ({ disabled: false, value: (await layouts.read(device_id)) ?? null }),
		saveLayout: async ({ deviceId, value }) => {
			await layouts.save(deviceId, value)
			return { ok: true }
		},
		listSavedLayouts: async () => ({ layouts: await saved.list() }),
		readSavedLayout: ({ name }) => saved.read(name),
		keepSavedLayout: async ({ name, value, replace }) => {
			await saved.save(name, value, { replace })
			return { ok: true }
		},
		renameSavedLayout: async ({ name, to }) => {
			await saved.rename(name, to)
			return { ok: true }
		},
		removeSavedLayout: ({ name }) => saved.remove(name),
	}
})
