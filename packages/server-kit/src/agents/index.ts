import { DrydockError, type FinalStatus } from '@drydock/contract'
import type { Budget } from '../tasks/budget.ts'
import type { StartOptions, TaskInfo, Tasks } from '../tasks/index.ts'
import { apply, emptyState, type AgentState } from './fold.ts'
import { driveAgent } from './loop.ts'
import { fileTools } from './tools/files.ts'
import { runTools } from './tools/run.ts'
import { searchTools } from './tools/search.ts'
import { talkTools } from './tools/talk.ts'
import type { AgentInput, AgentKernel, AgentTool } from './types.ts'

export type { AgentInput, AgentKernel } from './types.ts'

/** Enough for a real change with its tests; a run that needs more says so and can be continued. */
export const defaultBudget: Budget = { steps: 100, tokens: 3_000_000, wallMs: 60 * 60_000, outputBytes: 20 * 1024 * 1024 }
/** spec/2 §5: at most 1000 steps. */
export const mostSteps = 1000
/** Earlier runs of one conversation that are shown to the model; older ones are left out. */
const mostEarlier = 5

const agentTools: ReadonlyMap<string, AgentTool> = new Map([...fileTools, ...searchTools, ...runTools, ...talkTools].map((tool) => [tool.name, tool]))

export interface AgentStart {
	task: string
	cwd: string
	agent: string
	mode?: AgentInput['mode']
	unattended?: boolean
	steps?: number
	temperature?: number
	continues?: string
	model?: string
}

/** Lets agents of a kind run on the task engine; define before tasks are recovered. */
export function defineAgent(kernel: AgentKernel & { tasks: Tasks }, kind: string) {
	kernel.tasks.define({
		kind,
		resumes: true,
		async drive(run) {
			const input = inputOf(run.input)
			return driveAgent(run, input, kernel, agentTools, await earlierState(kernel.tasks, input.continues))
		},
	})

	return {
		/** Starts a run, or says at once why none could work: no provider, no key, a folder outside. */
		async start({ task, cwd, agent, mode = 'auto', unattended, steps, temperature, continues, model }: AgentStart, options: StartOptions = {}): Promise<TaskInfo> {
			const text = task.trim()
			if (text === '') throw new DrydockError(400, 'validation', 'task is required')
			await kernel.workspace.list(cwd, '', { limit: 1 })
			const now = await kernel.models.current()
			if (!now.ready) throw notReady(now.reason, now.label)
			const choice = await kernel.models.choose(model)
			if (continues !== undefined && (await kernel.tasks.get(continues)).kind !== kind) throw new DrydockError(400, 'validation', 'That run is of another kind')
			const budget = { ...defaultBudget, ...(steps !== undefined && { steps: Math.min(Math.max(1, steps), mostSteps) }) }
			const input: AgentInput = { task: text, cwd, agent, provider: choice.provider, model: choice.model, mode, unattended, budget, temperature, memory: await kernel.memory.forAgents(cwd), continues }
			return kernel.tasks.start(kind, input, { title: text, parent: continues, ...options })
		},
		/** Hands a message to a run: it answers an open question, or enters before the next step. */
		async tell(id: string, message: { text: string; clientId?: string }): Promise<{ seq: number }> {
			const [question] = (await kernel.tasks.approvals.list({ status: 'pending', task: id })).filter(({ action }) => action === 'ask')
			if (question) {
				await kernel.tasks.approvals.decide(question.id, { allow: true, by: 'user', reason: message.text, task: id })
				return { seq: (await kernel.tasks.get(id)).seq }
			}
			const { seq } = await kernel.tasks.append(id, 'user.message', { text: message.text, by: 'user', ...(message.clientId !== undefined && { client_id: message.clientId }) })
			return { seq }
		},
	}
}

function notReady(reason: string | undefined, label: string): DrydockError {
	if (reason === 'no_key') return new DrydockError(409, 'models.no_key', `There is no key for ${label} yet`, { hint: 'Paste one here or in Settings.' })
	return new DrydockError(409, 'models.no_provider', 'No model provider is set up yet', { hint: 'Choose one in Settings.' })
}

/** The log was written by `start`; a task of another shape is a defect. */
function inputOf(input: unknown): AgentInput {
	if (typeof input !== 'object' || input === null || !('task' in input) || !('budget' in input)) throw new Error('That task is not an agent run')
	return input as AgentInput
}

/** The conversation so far, folded from the logs of the runs before. */
async function earlierState(tasks: Tasks, continues: string | undefined): Promise<AgentState | undefined> {
	const chain: TaskInfo[] = []
	for (let id = continues; id !== undefined && chain.length < mostEarlier; id = inputOf(chain.at(-1)?.input).continues) chain.push(await tasks.get(id))
	if (chain.length === 0) return undefined
	const state = emptyState()
	for (const { id, input, status } of chain.toReversed()) {
		state.messages.push({ role: 'user', text: inputOf(input).task })
		state.calls = []
		state.seq = 0
		for (;;) {
			const events = await tasks.events(id, { after: state.seq })
			if (events.length === 0) break
			for (const event of events) apply(state, event)
		}
		closeBroken(state, status)
	}
	return state
}

/** A run that was stopped between a call and its result leaves a conversation that no provider accepts. */
function closeBroken(state: AgentState, status: FinalStatus | string) {
	const open = state.calls.filter(({ result }) => !result)
	if (open.length > 0) {
		const results = state.calls.map(({ ref, name, result }) => ({ id: ref, name, output: result?.output ?? `The run ended (${status}) before this was done.`, isError: result?.isError ?? true }))
		state.messages.push({ role: 'tool', results })
	}
	for (const text of state.inbox) state.messages.push({ role: 'user', text })
	state.inbox = []
}
