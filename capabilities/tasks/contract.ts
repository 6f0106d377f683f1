import { call, is, stream, taskEvents } from '@drydock/contract'

const status = is.oneOf('queued', 'running', 'awaiting_approval', 'done', 'failed', 'cancelled')

/** A task as lists show it. Times are epoch milliseconds. */
export const TaskSummary = is.object({
	id: is.text(),
	kind: is.text(),
	title: is.text(),
	status,
	/** Number of its last event. */
	seq: is.integer(),
	created_at: is.number(),
	updated_at: is.number(),
	summary: is.maybe(is.text()),
	parent: is.maybe(is.text()),
	/** What it was started with; its shape is the kind's. */
	input: is.anything(),
})

export const listTasks = call({
	method: 'GET',
	path: '/tasks',
	summary: 'Tasks, newest first.',
	query: { kind: is.maybe(is.text({ maxLength: 100 })), status: is.maybe(status), limit: is.withDefault(is.integer({ minimum: 1, maximum: 200 }), 50), before: is.maybe(is.number()) },
	reply: is.object({ ok: is.flag(), items: is.list(TaskSummary) }),
})

const byId = { id: is.text({ maxLength: 100 }) }

export const getTask = call({
	method: 'GET',
	path: '/tasks/:id',
	summary: 'One task.',
	params: byId,
	reply: TaskSummary,
})

/** Replays from `Last-Event-ID`, then follows live and ends with the task. The data of each event also carries `ts`, epoch milliseconds. */
export const watchTask = stream({
	method: 'GET',
	path: '/tasks/:id/events',
	summary: 'The log of a task, replayed and then live.',
	params: byId,
	events: taskEvents,
})

export const cancelTask = call({
	method: 'POST',
	path: '/tasks/:id/cancel',
	summary: 'Stop a task.',
	params: byId,
	body: { reason: is.maybe(is.text({ maxLength: 1000 })) },
	reply: TaskSummary,
})
