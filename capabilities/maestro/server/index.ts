import { serve } from '@drydock/server-kit'
import { defineAgent } from '@drydock/server-kit/agents/index.ts'
import type { TaskInfo } from '@drydock/server-kit/tasks/index.ts'
import * as contract from '../contract.ts'
import { createConfig } from './config.ts'
import { inWords, runWords, statusWords, withHeartbeat } from './wire.ts'

const agent = 'Maestro'
const kind = 'maestro'

export default serve(contract, (kernel) => {
	const { tasks, models, processes, clock } = kernel
	const config = createConfig(kernel)
	const maestro = defineAgent(kernel, kind)

	return {
		async runMaestro({ task, cwd, max_iters, correlation_id }, { signal }) {
			const { id } = await maestro.start({ task, cwd, agent, steps: max_iters }, { clientId: correlation_id })
			return inWords(await tasks.watch(id, 0, signal), (event) => runWords(event, id, agent))
		},
		async maestroStatus({ task_id }, { resumeAfter, signal }) {
			const events = await tasks.watch(task_id, resumeAfter, signal)
			return withHeartbeat(inWords(events, (event) => statusWords(event, task_id, agent)), clock)
		},
		async cancelMaestro({ task_id }) {
			const { status } = await tasks.cancel(task_id, { by: 'user' })
			return { ok: true, status }
		},
		async delegateMaestro({ task, mode, cwd, run_validators, run_tests, test_filter, model, temperature, max_steps, continues, client_id }) {
			const text = [task, ...wishes({ run_validators, run_tests, test_filter })].join('\n\n')
			const { id } = await maestro.start({ task: text, cwd, agent, mode, model, temperature, steps: max_steps, continues }, { clientId: client_id, title: task })
			return { ok: true, task_id: id }
		},
		async messageMaestro({ task_id, text, client_id }) {
			const { seq } = await maestro.tell(task_id, { text, clientId: client_id })
			return { ok: true, seq }
		},
		listRuns: async ({ limit, before }) => ({ ok: true, items: (await tasks.list({ kind, limit, before })).map(runOf) }),
		getConfig: () => config.read(),
		setConfig: ({ validators }) => config.setValidators(validators),
		setModel: ({ provider, model }) => config.setModel(provider, model),
		resetConfig: () => config.reset(),
		async maestroHealth() {
			const [now, sandbox, running] = await Promise.all([models.current(), processes.capability(), countRunning()])
			const { provider, label, model, has_key, ready, reason } = now
			const status = reason === 'no_key' || reason === 'no_model' ? reason : ready ? 'ready' : 'no_provider'
			return { ok: ready, status, provider, label, model, has_key, sandbox: sandbox.sandbox, sandbox_reason: sandbox.reason, running }
		},
	}

	async function countRunning(): Promise<number> {
		const lists = await Promise.all((['queued', 'running', 'awaiting_approval'] as const).map((status) => tasks.list({ kind, status })))
		return lists.flat().length
	}
})

/** The boxes ticked beside the task, as part of what is asked for. */
function wishes({ run_validators, run_tests, test_filter }: { run_validators: boolean; run_tests: boolean; test_filter?: string }): string[] {
	const tests = `When the change is made, run the project's tests${test_filter ? ` that match "${test_filter}"` : ''} and mend what fails.`
	const validators = 'When the change is made, run the type check and linters that the project has and mend what they find.'
	return [...(run_tests ? [tests] : []), ...(run_validators ? [validators] : [])]
}

function runOf({ id, title, status, summary, input, parent, created_at, updated_at }: TaskInfo) {
	const field = (name: string) => {
		const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
		return typeof value === 'string' ? value : ''
	}
	return { task_id: id, title, status, summary, cwd: field('cwd'), model: field('model'), provider: field('provider'), continues: parent, created_at, updated_at }
}
