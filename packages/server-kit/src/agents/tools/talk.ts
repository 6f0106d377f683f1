import { is, PlanItem } from '@drydock/contract'
import { actionHash, allowed } from '../policy.ts'
import type { AgentTool } from '../types.ts'
import { defineTool } from './define.ts'

const plan = defineTool({
	name: 'plan',
	description: 'Shows the user your plan. Call it for work of more than two steps, and again whenever a step is done.',
	input: is.object({ items: is.list(PlanItem, { minItems: 1, maxItems: 50 }) }),
	readOnly: true,
	judge: () => allowed,
	async run({ items }, { log }) {
		await log('plan.updated', { items })
		return { output: 'The user sees the plan.' }
	},
})

const ask = defineTool({
	name: 'ask',
	description: 'Asks the user a question and waits for the answer. Only when you cannot go on without it.',
	input: is.object({ question: is.text({ minLength: 1, maxLength: 4000 }), options: is.maybe(is.list(is.text({ maxLength: 200 }), { maxItems: 10 })) }),
	readOnly: true,
	judge: ({ question, options = [] }) => ({ decision: 'ask', reason: 'the user did not answer', hash: actionHash('ask', question, options), message: question, metadata: { question, options } }),
	async run(_, { answer }) {
		return { output: answer === undefined || answer === '' ? 'The user agrees.' : `The user answers: ${answer}` }
	},
})

export const talkTools: AgentTool[] = [plan, ask]
