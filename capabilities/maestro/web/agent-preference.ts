import { numberBetween, preference, textUpTo } from '@drydock/web-kit'
import { longestTask } from './preferences.ts'

/** spec/1 §2, in its words; empty is the model that is set up. */
export const agentModels = [
	{ model: '', label: 'Default' },
	{ model: 'gpt-4o', label: 'GPT-4o' },
	{ model: 'claude-3-5-sonnet', label: 'Claude 3.5 Sonnet' },
] as const

export const temperatures = { min: 0, max: 2 }

interface Agent {
	model: string
	temperature: number
	instruction: string
}

/** spec: agent temperature */
const initial: Agent = { model: '', temperature: 0.7, instruction: '' }

const clampTemperature = numberBetween(temperatures.min, temperatures.max)
const clampInstruction = textUpTo(longestTask)

/** What was typed last stands there again. */
export const agentPreference = preference<Agent>('agent_editor', 'Agent Editor', initial, (stored) => {
	const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
	return {
		model: agentModels.find(({ model }) => model === given['model'])?.model ?? initial.model,
		temperature: clampTemperature(given['temperature'], initial.temperature),
		instruction: clampInstruction(given['instruction'], initial.instruction),
	}
})
