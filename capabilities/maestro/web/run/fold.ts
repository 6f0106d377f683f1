import { isTaskEvent, type TaskEvent, type TaskEventData } from '@drydock/contract'
import type { Ask, Block, CallPart, CallState, MessageBlock, NoticeBlock, Part, RunView, StepBlock } from './view.ts'

/** An event of a task as the stream brings it. */
export interface RunEvent {
	seq: number
	type: string
	data: unknown
}

/** A page that shows more of a command's live output than this only makes the browser slow; the whole of it is in the result. */
export const mostLive = 32_000

/** Folds one event into what the pane shows. Blocks that it does not touch stay the same objects, so that only what changed is drawn again. */
export function foldRun(run: RunView, event: RunEvent): RunView {
	// A stream that resumes may repeat what was seen.
	if (event.seq <= run.seq) return run
	const next = { ...run, seq: event.seq }
	return isTaskEvent(event) ? applyEvent(next, event, timeOf(event.data), event.seq) : next
}

function timeOf(data: unknown): number {
	return typeof data === 'object' && data !== null && 'ts' in data && typeof data.ts === 'number' ? data.ts : 0
}

function applyEvent(run: RunView, { type, data }: TaskEvent, at: number, seq: number): RunView {
	switch (type) {
		case 'task.created':
			return create(run, data, at)
		case 'task.resumed':
			return addNotice(run, seq, 'attention', 'Interrupted, then resumed: Drydock stopped during this run and goes on where the log ends.')
		case 'user.message':
			return addBlock(run, messageOf(run, data, at, seq))
		case 'step.started':
			return startStep(run, data, seq)
		case 'text.delta':
			return changeStep(run, (step) => withText(step, 'text', data.text, at))
		case 'reasoning.delta':
			return changeStep(run, (step) => withText(step, 'reasoning', data.text, at))
		case 'step.retry':
			return changeStep(run, (step) => ({ ...step, parts: [], retry: { attempt: data.attempt, error: data.error, at, waitMs: data.wait_ms } }))
		case 'step.aborted':
			return abortStep(run, data.why)
		case 'step.finished':
			return finishStep(run, data, at)
		case 'approval.requested':
			return request(run, data, at)
		case 'approval.decided':
			return decide(run, data)
		case 'tool.started':
			return changeCall(run, data.call, (call) => ({ ...call, state: 'running', startedAt: at }))
		case 'tool.output':
			return changeCall(run, data.call, (call) => ({ ...call, live: (call.live + data.chunk).slice(-mostLive) }))
		case 'tool.reset':
			return changeCall(run, data.call, (call) => ({ ...call, state: 'waiting', live: '', startedAt: undefined }))
		case 'tool.finished':
			return finishCall(run, data, at)
		case 'plan.updated':
			return { ...run, plan: data.items }
		case 'compaction.done':
			return addNotice(run, seq, 'neutral', data.summary === undefined ? 'The conversation got long: the model no longer sees what tools put out earlier. Nothing is lost here.' : 'The conversation got long: the model goes on with a summary of it. Nothing is lost here.')
		case 'budget.warning':
			return addNotice(run, seq, 'attention', `${Math.round((100 * data.used) / data.limit)} % of this run’s ${budgets[data.name] ?? data.name} is used.`)
		case 'cancel.requested':
			return { ...run, isStopping: true }
		case 'task.finished':
			return finish(run, data, at)
		default:
			return unknown(type)
	}
}

const budgets: Record<string, string> = { steps: 'steps', tokens: 'tokens', wallMs: 'working time', outputBytes: 'tool output' }

function unknown(type: never): never {
	throw new Error(`The fold does not know ${String(type)}`)
}

function addBlock(run: RunView, block: Block): RunView {
	return { ...run, blocks: [...run.blocks, block] }
}

function addNotice(run: RunView, seq: number, tone: NoticeBlock['tone'], text: string): RunView {
	return addBlock(run, { kind: 'notice', key: `notice-${seq}`, tone, text })
}

function create(run: RunView, { title, input, parent }: TaskEventData<'task.created'>, at: number): RunView {
	const { task, cwd, model } = textsOf(input)
	const message: MessageBlock = { kind: 'message', key: 'message-0', text: task || title, by: 'user', at, isQueued: false }
	return { ...run, title, cwd, model, continues: parent, startedAt: at, blocks: [...run.blocks, message] }
}

/** What kind of work it is says what its input holds; an agent's has these. */
function textsOf(input: unknown): { task: string; cwd: string; model: string } {
	const fields = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : [])
	const text = (name: string) => {
		const value: unknown = fields.get(name)
		return typeof value === 'string' ? value : ''
	}
	return { task: text('task'), cwd: text('cwd'), model: text('model') }
}

function messageOf(run: RunView, data: TaskEventData<'user.message'>, at: number, seq: number): MessageBlock {
	return { kind: 'message', key: `message-${seq}`, text: data.text, by: data.by, at, clientId: data.client_id, isQueued: run.steps > 0 }
}

function startStep(run: RunView, { n, model }: TaskEventData<'step.started'>, seq: number): RunView {
	const block: StepBlock = { kind: 'step', key: `step-${seq}`, n, model, isOpen: true, parts: [], sources: [] }
	const hasQueued = run.blocks.some((each) => each.kind === 'message' && each.isQueued)
	const blocks = hasQueued ? run.blocks.map((each) => (each.kind === 'message' && each.isQueued ? { ...each, isQueued: false } : each)) : run.blocks
	return { ...run, steps: n, model, blocks: [...blocks, block] }
}

function lastIndex(run: RunView, test: (block: Block) => boolean): number {
	return run.blocks.findLastIndex(test)
}

function replaceAt(run: RunView, index: number, block: Block): RunView {
	if (index < 0) return run
	return { ...run, blocks: run.blocks.with(index, block) }
}

/** Changes the step that is being answered; pieces that come after its end are not shown twice. */
function changeStep(run: RunView, change: (step: StepBlock) => StepBlock): RunView {
	const index = lastIndex(run, ({ kind }) => kind === 'step')
	const step = run.blocks[index]
	return step?.kind === 'step' && step.isOpen ? replaceAt(run, index, change(step)) : run
}

function withText(step: StepBlock, kind: 'text' | 'reasoning', text: string, at: number): StepBlock {
	const last = step.parts.at(-1)
	const parts = last?.kind === kind ? step.parts.with(-1, { ...last, text: last.text + text }) : [...step.parts, { kind, text, at }]
	return { ...step, parts, retry: undefined }
}

/** What it had said is shown as void until the step was repeated: someone may be reading it. */
function abortStep(run: RunView, why: string): RunView {
	return changeStep(run, (step) => ({ ...step, isOpen: false, retry: undefined, aborted: why }))
}

function finishStep(run: RunView, data: TaskEventData<'step.finished'>, at: number): RunView {
	const calls = data.calls.map((call): CallPart => {
		const { id, name, input } = call
		return { kind: 'call', id, name, input, state: 'waiting', live: '', output: '', files: [], facts: {} }
	})
	const usage = { input: run.usage.input + data.usage.input, output: run.usage.output + data.usage.output }
	const blocks = run.blocks.filter((block) => !(block.kind === 'step' && block.n === data.n && block.aborted !== undefined))
	return changeStep({ ...run, usage, blocks }, (step) => ({ ...step, isOpen: false, retry: undefined, sources: data.sources, parts: [...saidIn(step.parts, data.text, at), ...calls] }))
}

/** The finished text is the truth: pieces of it may have been lost with a cut-off stream, or dropped from an old log. */
function saidIn(parts: readonly Part[], text: string, at: number): readonly Part[] {
	const streamed = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
	if (streamed === text) return parts
	const thoughts = parts.filter(({ kind }) => kind === 'reasoning')
	return text === '' ? thoughts : [...thoughts, { kind: 'text', text, at }]
}

function changeCall(run: RunView, id: string, change: (call: CallPart) => CallPart): RunView {
	const index = lastIndex(run, (block) => block.kind === 'step' && block.parts.some((part) => part.kind === 'call' && part.id === id))
	const step = run.blocks[index]
	if (step?.kind !== 'step') return run
	return replaceAt(run, index, { ...step, parts: step.parts.map((part) => (part.kind === 'call' && part.id === id ? change(part) : part)) })
}

function request(run: RunView, data: TaskEventData<'approval.requested'>, at: number): RunView {
	const { action_id: id, action, message, metadata, call, timeout_sec } = data
	const ask: Ask = { id, action, message, metadata, at, expiresAt: at + timeout_sec * 1000 }
	const asking = { ...run, pending: [...run.pending, id] }
	const shown = call === undefined ? asking : changeCall(asking, call, (part) => ({ ...part, state: 'asking', ask }))
	if (shown !== asking) return shown
	const index = lastIndex(run, ({ kind }) => kind === 'step')
	const step = run.blocks[index]
	if (step?.kind === 'step') return replaceAt(asking, index, { ...step, parts: [...step.parts, { kind: 'ask', ask }] })
	return addBlock(asking, { kind: 'step', key: `ask-${id}`, n: run.steps, model: run.model, isOpen: false, parts: [{ kind: 'ask', ask }], sources: [] })
}

function decide(run: RunView, { action_id, status, by, reason }: TaskEventData<'approval.decided'>): RunView {
	const settle = (ask: Ask): Ask => ({ ...ask, decision: { status, by, reason } })
	const settled = { ...run, pending: run.pending.filter((id) => id !== action_id) }
	const isIt = (part: Part) => part.kind !== 'text' && part.kind !== 'reasoning' && part.ask?.id === action_id
	const index = lastIndex(run, (block) => block.kind === 'step' && block.parts.some(isIt))
	const step = run.blocks[index]
	if (step?.kind !== 'step') return settled
	const parts = step.parts.map((part): Part => {
		if (part.kind === 'call' && part.ask?.id === action_id) return { ...part, state: 'waiting', ask: settle(part.ask) }
		if (part.kind === 'ask' && part.ask.id === action_id) return { ...part, ask: settle(part.ask) }
		return part
	})
	return replaceAt(settled, index, { ...step, parts })
}

function finishCall(run: RunView, data: TaskEventData<'tool.finished'>, at: number): RunView {
	const { call: id, status, output, files, facts } = data
	const mayHaveChanged = status === 'lost' || status === 'cancelled' || data.name === 'run' || files.some(({ change }) => change !== 'read')
	const marked = mayHaveChanged ? { ...run, filesMark: run.seq } : run
	return changeCall(marked, id, (call) => ({ ...call, state: status, live: '', output, files, facts, finishedAt: at }))
}

const openStates = new Set<CallState>(['waiting', 'asking', 'running'])

function finish(run: RunView, data: TaskEventData<'task.finished'>, at: number): RunView {
	const close = (part: Part): Part => (part.kind === 'call' && openStates.has(part.state) ? { ...part, state: 'cancelled', finishedAt: at } : part)
	const blocks = run.blocks.map((block) => (block.kind === 'step' && (block.isOpen || block.parts.some((part) => close(part) !== part)) ? { ...block, isOpen: false, retry: undefined, parts: block.parts.map(close) } : block))
	const { status, summary, code } = data
	return { ...run, blocks, pending: [], isStopping: false, filesMark: run.seq, endedAt: at, outcome: { status, summary, code } }
}
