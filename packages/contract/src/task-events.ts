import { is, type Static } from './schema.ts'

/** How a task ends; everything else is a state on the way there. */
export const finalStatuses = ['done', 'failed', 'cancelled'] as const
export const liveStatuses = ['queued', 'running', 'awaiting_approval'] as const
export type FinalStatus = (typeof finalStatuses)[number]
export type TaskStatus = FinalStatus | (typeof liveStatuses)[number]

const call = is.text()
const Usage = is.object({ input: is.integer(), output: is.integer() })
const Source = is.object({ url: is.text(), title: is.maybe(is.text()) })
/** A file a tool looked at or changed, by its path relative to the run's cwd. */
const TouchedFile = is.object({ path: is.text(), change: is.oneOf('read', 'created', 'changed', 'removed'), etag: is.maybe(is.text()) })
const ToolCall = is.object({
	/** Unique in the task. */
	id: call,
	/** The provider's own id of it. */
	ref: is.text(),
	name: is.text(),
	input: is.anything(),
	/** Why the call cannot run as the model wrote it. */
	problem: is.maybe(is.text()),
})
export const PlanItem = is.object({ text: is.text(), status: is.oneOf('pending', 'active', 'done') })

/**
 * The event log of a task (one vocabulary for every kind of work). State is a fold of these; on the wire each also carries `ts`.
 * Other kinds of task may log further types of their own.
 */
export const taskEvents = {
	'task.created': is.object({ kind: is.text(), title: is.text(), input: is.anything(), parent: is.maybe(is.text()) }),
	/** A driver took the task over after the previous one died. */
	'task.resumed': is.object({}),
	/** Steering: enters the conversation before the next step. `review` is a rejected or taken back edit, `system` the engine itself. */
	'user.message': is.object({ text: is.text(), by: is.oneOf('user', 'review', 'system'), client_id: is.maybe(is.text()) }),
	'step.started': is.object({ n: is.integer(), model: is.text() }),
	'text.delta': is.object({ text: is.text() }),
	'reasoning.delta': is.object({ text: is.text() }),
	/** The deltas since `step.started` are void: the step is asked for again after `wait_ms`. */
	'step.retry': is.object({ n: is.integer(), attempt: is.integer(), error: is.text(), wait_ms: is.integer() }),
	'step.aborted': is.object({ n: is.integer(), why: is.text() }),
	'step.finished': is.object({
		n: is.integer(),
		text: is.text(),
		calls: is.list(ToolCall),
		usage: Usage,
		finish: is.text(),
		sources: is.list(Source),
		/** What the model wants to see again at the next step; opaque to everyone else. */
		content: is.anything(),
	}),
	'approval.requested': is.object({
		action_id: is.text(),
		call: is.maybe(call),
		/** Name of the tool, or `ask` for a question to the user, or `stuck`. */
		action: is.text(),
		message: is.text(),
		/** `command`, `cwd`, `path`, `preview` (a unified diff), `question`, `options`, `risk`, `hash`: what is there depends on the action. */
		metadata: is.record(is.anything()),
		mode: is.text(),
		timeout_sec: is.integer(),
	}),
	'approval.decided': is.object({ action_id: is.text(), allow: is.flag(), status: is.oneOf('approved', 'rejected', 'expired'), by: is.text(), reason: is.maybe(is.text()) }),
	'tool.started': is.object({ call, name: is.text(), read_only: is.flag() }),
	'tool.output': is.object({ call, chunk: is.text() }),
	'tool.finished': is.object({
		call,
		name: is.text(),
		status: is.oneOf('ok', 'error', 'denied', 'invalid', 'cancelled', 'lost'),
		/** Exactly what the model is told. */
		output: is.text(),
		files: is.list(TouchedFile),
		/** Facts for people: `code`, `duration_ms`, `truncated`. */
		facts: is.record(is.anything()),
	}),
	/** A read that was cut off runs again; what it had put out is void. */
	'tool.reset': is.object({ call }),
	/**
	 * The conversation came near what the model can read. Of its first `up_to` messages a `summary` takes the place; without one,
	 * the outputs of their tools are left out. The log keeps everything.
	 */
	'compaction.done': is.object({ up_to: is.integer(), summary: is.maybe(is.text()), usage: Usage }),
	'plan.updated': is.object({ items: is.list(PlanItem) }),
	'budget.warning': is.object({ name: is.text(), used: is.number(), limit: is.number() }),
	'cancel.requested': is.object({ by: is.text(), reason: is.maybe(is.text()) }),
	/** Always the last event, exactly once. `code` says why it failed, e.g. `budget`, `stuck`, `models.no_key`. */
	'task.finished': is.object({ status: is.oneOf(...finalStatuses), summary: is.text(), code: is.maybe(is.text()) }),
}

export type TaskEventType = keyof typeof taskEvents
export type TaskEventData<T extends TaskEventType> = Static<(typeof taskEvents)[T]>
/** A known event, to switch over. */
export type TaskEvent = { [T in TaskEventType]: { type: T; data: TaskEventData<T> } }[TaskEventType]

/** Whether a logged event is one of the vocabulary, so that a fold can switch over it. The log is written by the server alone. */
export function isTaskEvent(event: { type: string; data: unknown }): event is TaskEvent {
	return Object.hasOwn(taskEvents, event.type)
}
