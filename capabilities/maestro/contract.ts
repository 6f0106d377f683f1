import { call, is, PlanItem, stream } from '@drydock/contract'

const taskId = is.text({ maxLength: 100 })
const task = is.text({ maxLength: 100_000 })
const cwd = is.withDefault(is.text({ maxLength: 4096 }), '/sandbox')
/** `manual` asks before every change. */
const mode = is.withDefault(is.oneOf('auto', 'manual', 'shadow'), 'auto')

/** spec/2 §3 "Maestro config". */
export const Validators = is.object({
	enable_rust: is.flag(),
	enable_go: is.flag(),
	enable_node: is.flag(),
	enable_python: is.flag(),
	run_always: is.flag(),
	run_on_writes: is.flag(),
	run_on_intent: is.flag(),
})

export const MaestroConfig = is.object({
	preferred_provider: is.text(),
	preferred_model: is.text(),
	validators: Validators,
})

const events = {
	accepted: is.object({ task_id: is.text() }),
	status: is.object({ message: is.text() }),
	plan: is.object({ items: is.list(PlanItem) }),
	request_approval: is.object({
		task_id: is.text(),
		action_id: is.text(),
		action: is.text(),
		message: is.text(),
		metadata: is.record(is.anything()),
		mode: is.text(),
		timeout_sec: is.integer(),
	}),
	tool_result: is.object({ call: is.text(), tool: is.text(), status: is.text(), output: is.text() }),
	delegate_result: is.object({ iteration: is.integer(), agent: is.text(), result: is.text() }),
	preview_ready: is.object({ path: is.text(), cwd: is.text() }),
	done: is.object({ summary: is.text() }),
	eof: is.object({}),
	error: is.object({ message: is.text(), code: is.maybe(is.text()) }),
	aborted: is.object({ message: is.text() }),
}

/** Starts a run and follows it. The work outlives the connection; the same `correlation_id` attaches to the run that exists. */
export const runMaestro = stream({
	method: 'POST',
	path: '/vibe/maestro',
	summary: 'Start a Maestro run and follow it.',
	startsWork: true,
	body: {
		task,
		category: is.maybe(is.text({ maxLength: 100 })),
		cwd,
		/** Steps at most, spec/2 §9. */
		max_iters: is.maybe(is.integer({ minimum: 1, maximum: 50 })),
		correlation_id: is.maybe(is.text({ maxLength: 200 })),
	},
	events,
})

/** spec/2 §7; `Last-Event-ID` resumes. Our own pane reads the fuller `/tasks/:id/events`. */
export const maestroStatus = stream({
	method: 'GET',
	path: '/maestro/status/:task_id',
	summary: 'Follow a Maestro run.',
	params: { task_id: taskId },
	events: {
		...events,
		heartbeat: is.object({ ts: is.number() }),
		agent_delta: is.object({ agent: is.text(), content: is.text() }),
		agent_done: is.object({ agent: is.text(), citations: is.list(is.object({ url: is.text(), title: is.maybe(is.text()) })) }),
	},
})

export const cancelMaestro = call({
	method: 'POST',
	path: '/maestro/cancel/:task_id',
	summary: 'Stop a Maestro run.',
	params: { task_id: taskId },
	reply: is.object({ ok: is.flag(), status: is.text() }),
})

export const delegateMaestro = call({
	method: 'POST',
	path: '/maestro/delegate',
	summary: 'Start a Maestro run.',
	body: {
		task,
		mode,
		cwd,
		run_validators: is.withDefault(is.flag(), false),
		run_tests: is.withDefault(is.flag(), false),
		test_filter: is.maybe(is.text({ maxLength: 500 })),
		grok: is.maybe(is.object({ search_parameters: is.maybe(is.record(is.anything())) })),
		/** By name; without one, the model that is set up. */
		model: is.maybe(is.text({ maxLength: 200 })),
		temperature: is.maybe(is.number({ minimum: 0, maximum: 2 })),
		/** Steps at most; default 100. */
		max_steps: is.maybe(is.integer({ minimum: 1, maximum: 1000 })),
		/** The run whose conversation this goes on with. */
		continues: is.maybe(taskId),
		/** Sending the same one twice starts one run. */
		client_id: is.maybe(is.text({ maxLength: 200 })),
	},
	reply: is.object({ ok: is.flag(), task_id: is.text() }),
})

/** Queues a message: it answers an open question, or enters before the next step. 409 `tasks.ended` once the run is over (then delegate with `continues`). */
export const messageMaestro = call({
	method: 'POST',
	path: '/maestro/runs/:task_id/messages',
	summary: 'Tell a running Maestro something.',
	params: { task_id: taskId },
	body: { text: is.text({ minLength: 1, maxLength: 100_000 }), client_id: is.maybe(is.text({ maxLength: 200 })) },
	reply: is.object({ ok: is.flag(), seq: is.integer() }),
})

const Run = is.object({
	task_id: is.text(),
	title: is.text(),
	status: is.oneOf('queued', 'running', 'awaiting_approval', 'done', 'failed', 'cancelled'),
	summary: is.maybe(is.text()),
	cwd: is.text(),
	model: is.text(),
	provider: is.text(),
	continues: is.maybe(is.text()),
	/** Epoch milliseconds. */
	created_at: is.number(),
	updated_at: is.number(),
})

export const listRuns = call({
	method: 'GET',
	path: '/maestro/runs',
	summary: 'The history of runs, newest first.',
	query: { limit: is.withDefault(is.integer({ minimum: 1, maximum: 200 }), 50), before: is.maybe(is.number()) },
	reply: is.object({ ok: is.flag(), items: is.list(Run) }),
})

export const getConfig = call({ method: 'GET', path: '/maestro/config', summary: 'Maestro’s configuration.', reply: MaestroConfig })

export const setConfig = call({
	method: 'POST',
	path: '/maestro/config',
	summary: 'Change which validators run.',
	body: { validators: is.object(Object.fromEntries(Object.keys(Validators.properties).map((name) => [name, is.maybe(is.flag())]))) },
	reply: MaestroConfig,
})

export const setModel = call({
	method: 'POST',
	path: '/maestro/config/model',
	summary: 'Choose the provider and model.',
	body: { provider: is.text({ maxLength: 100 }), model: is.text({ maxLength: 200 }) },
	reply: MaestroConfig,
})

export const resetConfig = call({ method: 'POST', path: '/maestro/config/reset', summary: 'Back to the defaults.', reply: MaestroConfig })

export const maestroHealth = call({
	method: 'GET',
	path: '/maestro/health',
	summary: 'Whether Maestro could start a run now.',
	reply: is.object({
		ok: is.flag(),
		status: is.oneOf('ready', 'no_key', 'no_provider', 'no_model'),
		provider: is.text(),
		label: is.text(),
		model: is.text(),
		has_key: is.flag(),
		/** Whether commands can run; otherwise why not. */
		sandbox: is.flag(),
		sandbox_reason: is.maybe(is.text()),
		/** Runs that are not over. */
		running: is.integer(),
	}),
})
