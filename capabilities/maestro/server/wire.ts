import { isTaskEvent, type EventOf, type Sequenced, type TaskEvent } from '@drydock/contract'
import type { LoggedEvent } from '@drydock/server-kit/tasks/index.ts'
import type { maestroStatus, runMaestro } from '../contract.ts'

export type RunEvent = EventOf<typeof runMaestro>
export type StatusEvent = EventOf<typeof maestroStatus>

/** What of a result goes over these streams; the whole is in the task's own log. */
const mostOutput = 4000
/** spec/2 §7: the status stream carries heartbeats. */
const heartbeatMs = 30_000

/** A logged event in the words of `POST /vibe/maestro`. */
export function runWords(event: LoggedEvent, task: string, agent: string): RunEvent[] {
	if (!isTaskEvent(event)) return []
	if (event.type === 'step.finished' && event.data.text !== '') return [{ type: 'delegate_result', data: { iteration: event.data.n, agent, result: event.data.text } }]
	return sharedWords(event, task)
}

/** A logged event in the words of `GET /maestro/status/:id`. */
export function statusWords(event: LoggedEvent, task: string, agent: string): StatusEvent[] {
	if (!isTaskEvent(event)) return []
	if (event.type === 'text.delta') return [{ type: 'agent_delta', data: { agent, content: event.data.text } }]
	if (event.type === 'reasoning.delta') return [{ type: 'agent_delta', data: { agent: `${agent}/thought`, content: event.data.text } }]
	if (event.type === 'step.finished') return [{ type: 'agent_done', data: { agent, citations: event.data.sources } }]
	return sharedWords(event, task)
}

function sharedWords({ type, data }: TaskEvent, task: string): RunEvent[] {
	switch (type) {
		case 'task.created':
			return [{ type: 'accepted', data: { task_id: task } }]
		case 'plan.updated':
			return [{ type: 'plan', data: { items: data.items } }]
		case 'approval.requested': {
			const { action_id, action, message, metadata, mode, timeout_sec } = data
			return [{ type: 'request_approval', data: { task_id: task, action_id, action, message, metadata, mode, timeout_sec } }]
		}
		case 'tool.finished':
			return [{ type: 'tool_result', data: { call: data.call, tool: data.name, status: data.status, output: data.output.slice(0, mostOutput) } }]
		case 'step.retry':
			return [{ type: 'status', data: { message: `${data.error}; trying again` } }]
		case 'budget.warning':
			return [{ type: 'status', data: { message: `Most of the budget of ${data.name} is used: ${data.used} of ${data.limit}` } }]
		case 'task.finished':
			return [lastWord(data), { type: 'eof', data: {} }]
		default:
			return []
	}
}

function lastWord({ status, summary, code }: { status: string; summary: string; code?: string }): RunEvent {
	if (status === 'done') return { type: 'done', data: { summary } }
	return status === 'cancelled' ? { type: 'aborted', data: { message: summary } } : { type: 'error', data: { message: summary, code } }
}

/** Numbers the words of each logged event so that a client that resumes in the middle of a group gets the group again. */
export async function* inWords<W extends { type: string; data: unknown }>(events: AsyncIterable<LoggedEvent>, words: (event: LoggedEvent) => W[]): AsyncGenerator<Sequenced<W>> {
	for await (const event of events) {
		const group = words(event)
		for (const [index, word] of group.entries()) yield { ...word, seq: index === group.length - 1 ? event.seq : event.seq - 1 }
	}
}

/** Lets a heartbeat through whenever nothing else came for a while. */
export async function* withHeartbeat(events: AsyncIterable<Sequenced<StatusEvent>>, clock: { now(): number; after(ms: number, work: () => void): () => void }, everyMs = heartbeatMs): AsyncGenerator<Sequenced<StatusEvent>> {
	const iterator = events[Symbol.asyncIterator]()
	let seq = 0
	let next = iterator.next()
	try {
		for (;;) {
			const { promise: silence, resolve } = Promise.withResolvers<'silence'>()
			const off = clock.after(everyMs, () => resolve('silence'))
			const first = await Promise.race([next, silence])
			off()
			if (first === 'silence') {
				yield { type: 'heartbeat', data: { ts: clock.now() }, seq }
				continue
			}
			if (first.done) return
			seq = first.value.seq
			yield first.value
			next = iterator.next()
		}
	} finally {
		await iterator.return?.()
	}
}
