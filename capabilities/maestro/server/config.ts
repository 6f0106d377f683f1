import type { Static } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import type { Validators } from '../contract.ts'

type ValidatorFlags = Static<typeof Validators>

const key = 'maestro.validators'

/** Nothing runs by itself until a person turns it on. */
const defaults: ValidatorFlags = { enable_rust: false, enable_go: false, enable_node: true, enable_python: true, run_always: false, run_on_writes: false, run_on_intent: true }

/** Maestro's configuration: the model is the gateway's, the validators are its own. */
export function createConfig({ settings, models }: Pick<Kernel, 'settings' | 'models'>) {
	async function validators(): Promise<ValidatorFlags> {
		const saved = await settings.get(key)
		return merged(defaults, typeof saved === 'object' && saved !== null ? saved : {})
	}

	async function read() {
		const { provider, model } = await models.current()
		return { preferred_provider: provider, preferred_model: model, validators: await validators() }
	}

	return {
		read,
		async setValidators(change: object) {
			await settings.set(key, merged(await validators(), change))
			return read()
		},
		async setModel(provider: string, model: string) {
			await models.configure({ provider, model })
			return read()
		},
		async reset() {
			await settings.set(key, undefined)
			return read()
		},
	}
}

/** Takes over known flags only. */
function merged(flags: ValidatorFlags, change: object): ValidatorFlags {
	const next = { ...flags }
	for (const name of ['enable_rust', 'enable_go', 'enable_node', 'enable_python', 'run_always', 'run_on_writes', 'run_on_intent'] as const) {
		const value: unknown = Reflect.get(change, name)
		if (typeof value === 'boolean') next[name] = value
	}
	return next
}
