import type { TaskEvent } from '@drydock/contract'
import { isTaskEvent } from '@drydock/contract'
import type { ChatMessage } from '../models/index.ts'
import type { LoggedEvent } from '../tasks/index.ts'
import type { Spent } from '../tasks/budget.ts'
import { compacted } from './compaction.ts'

export interface CallState {
	id: string
	/** The provider's own id, under which it wants the result. */
	ref: string
	name: string
	input: unknown
	problem?: string
	approval?: { id: string; hash: unknown; decision?: { allow: boolean; by: string; reason?: string; status: string } }
	isStarted: boolean
	result?: { output: string; isError: boolean }
}

/** Everything the loop knows; a fold of the log and nothing else. */
export interface AgentState {
	/** The last event folded in. */
	seq: number
	messages: ChatMessage[]
	/** Came while a step or calls were open; enters the conversation with the next step. */
	inbox: string[]
	/** A step that began and has not ended. */
	openStep?: number
	steps: number
	/** Calls of the last step, in the model's order. */
	calls: CallState[]
	/** Whether the last step was an answer without calls, and what it said. */
	answer?: string
	hasNudged: boolean
	spent: Spent
	warned: Set<string>
	/** Finished calls in order, as texts that are equal for equal calls. */
	history: string[]
	/** Etags of files as the agent last saw them. */
	seen: Map<string, string>
	lastTs: number
	isWaiting: boolean
	/** Tokens of the conversation as the provider counted them at the last step; 0 when it was made shorter since, or is not known. */
	context: number
	/** What was done since the last step to make the conversation shorter. */
	compaction: 'none' | 'cleared' | 'summarised'
}

export function emptyState(): AgentState {
	return {
		seq: 0,
		messages: [],
		inbox: [],
		steps: 0,
		calls: [],
		hasNudged: false,
		spent: { steps: 0, tokens: 0, wallMs: 0, outputBytes: 0 },
		warned: new Set(),
		history: [],
		seen: new Map(),
		lastTs: 0,
		isWaiting: false,
		context: 0,
		compaction: 'none',
	}
}

export const callKey = (name: string, input: unknown) => `${name} ${JSON.stringify(input)}`

/** Calls that still need a result, in order. */
export function openCalls(state: AgentState): CallState[] {
	return state.calls.filter(({ result }) => result === undefined)
}

/** Folds one event in. */
export function apply(state: AgentState, event: LoggedEvent): void {
	state.seq = event.seq
	// Waiting for a person and the time without a server are nobody's work.
	if (state.lastTs > 0 && !state.isWaiting && event.type !== 'task.resumed') state.spent.wallMs += Math.max(0, event.ts - state.lastTs)
	state.lastTs = event.ts
	if (isTaskEvent(event)) applyKnown(state, event)
}

function applyKnown(state: AgentState, { type, data }: TaskEvent): void {
	switch (type) {
		case 'user.message':
			if (data.by === 'system') state.hasNudged = true
			state.inbox.push(data.by === 'user' ? data.text : `[${data.by === 'review' ? 'From the review of your changes' : 'From Drydock'}] ${data.text}`)
			return
		case 'step.started':
			state.openStep = data.n
			state.answer = undefined
			for (const text of state.inbox) state.messages.push({ role: 'user', text })
			state.inbox = []
			return
		case 'step.aborted':
			state.openStep = undefined
			return
		case 'step.finished':
			applyStep(state, data)
			return
		case 'approval.requested': {
			state.isWaiting = true
			const call = state.calls.find(({ id }) => id === data.call)
			if (call) call.approval = { id: data.action_id, hash: data.metadata['hash'] }
			return
		}
		case 'approval.decided': {
			state.isWaiting = false
			const call = state.calls.find(({ approval }) => approval?.id === data.action_id)
			if (call?.approval) call.approval.decision = { allow: data.allow, by: data.by, reason: data.reason, status: data.status }
			return
		}
		case 'tool.started':
			setStarted(state, data.call, true)
			return
		case 'tool.reset':
			setStarted(state, data.call, false)
			return
		case 'tool.finished':
			applyResult(state, data)
			return
		case 'compaction.done':
			state.messages = compacted(state.messages, data)
			state.context = 0
			state.compaction = data.summary === undefined ? 'cleared' : 'summarised'
			state.spent.tokens += data.usage.input + data.usage.output
			return
		case 'budget.warning':
			state.warned.add(data.name)
			return
		case 'text.delta':
		case 'reasoning.delta':
		case 'step.retry':
		case 'tool.output':
		case 'plan.updated':
		case 'cancel.requested':
		case 'task.created':
		case 'task.resumed':
		case 'task.finished':
			return
		default:
			unknown(type)
	}
}

function unknown(type: never): never {
	throw new Error(`The fold does not know ${String(type)}`)
}

function applyStep(state: AgentState, data: Extract<TaskEvent, { type: 'step.finished' }>['data']) {
	state.openStep = undefined
	state.steps = data.n
	state.spent.steps += 1
	state.spent.tokens += data.usage.input + data.usage.output
	state.context = data.usage.input + data.usage.output
	state.compaction = 'none'
	state.calls = data.calls.map(({ id, ref, name, input, problem }) => ({ id, ref, name, input, problem, isStarted: false }))
	const isEmpty = data.calls.length === 0 && data.text.trim() === ''
	// Providers refuse an assistant message without content.
	if (!isEmpty) state.messages.push({ role: 'assistant', content: data.content })
	if (data.calls.length === 0) state.answer = data.text
	if (!isEmpty) state.hasNudged = false
}

function setStarted(state: AgentState, id: string, isStarted: boolean) {
	const call = state.calls.find((each) => each.id === id)
	if (call) call.isStarted = isStarted
}

function applyResult(state: AgentState, data: Extract<TaskEvent, { type: 'tool.finished' }>['data']) {
	const call = state.calls.find(({ id }) => id === data.call)
	if (!call || call.result) return
	call.result = { output: data.output, isError: data.status !== 'ok' }
	state.spent.outputBytes += Buffer.byteLength(data.output)
	state.history.push(callKey(call.name, call.input))
	for (const { path, etag } of data.files) {
		if (etag === undefined) state.seen.delete(path)
		else state.seen.set(path, etag)
	}
	// One message with every result, in the order of the calls, once there is none left to wait for.
	if (openCalls(state).length > 0) return
	const results = state.calls.map(({ ref, name, result }) => ({ id: ref, name, output: result?.output ?? '', isError: result?.isError ?? true }))
	state.messages.push({ role: 'tool', results })
}
