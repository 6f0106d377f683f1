import type { TaskEvent } from '@drydock/contract'
import { expect, test } from 'vitest'
import { foldRun, mostLive, type RunEvent } from './fold.ts'
import { emptyRun, stateOf, type CallPart, type RunView, type StepBlock } from './view.ts'

const created: TaskEvent = { type: 'task.created', data: { kind: 'maestro', title: 'Fix it', input: { task: 'Fix the sum', cwd: '/work', model: 'm1' } } }
const started = (n = 1): TaskEvent => ({ type: 'step.started', data: { n, model: 'm1' } })
const said = (text: string): TaskEvent => ({ type: 'text.delta', data: { text } })
const finished = (n: number, text: string, calls: { id: string; ref: string; name: string; input: unknown }[] = []): TaskEvent => ({
	type: 'step.finished',
	data: { n, text, calls, usage: { input: 10, output: 5 }, finish: 'stop', sources: [], content: [] },
})
const run1 = { id: 's1c1', ref: 'x', name: 'run', input: { command: 'npm test' } }
const asked = (call?: string): TaskEvent => ({
	type: 'approval.requested',
	data: { action_id: 'a1', call, action: 'run', message: 'Maestro wants to run a command', metadata: { command: 'npm test' }, mode: 'auto', timeout_sec: 60 },
})
const decided = (allow: boolean): TaskEvent => ({ type: 'approval.decided', data: { action_id: 'a1', allow, status: allow ? 'approved' : 'rejected', by: 'user' } })

function logOf(events: readonly TaskEvent[]): RunEvent[] {
	return events.map(({ type, data }, index) => ({ seq: index + 1, type, data: { ...data, ts: 1000 * (index + 1) } }))
}

function fold(...events: TaskEvent[]): RunView {
	return logOf(events).reduce(foldRun, emptyRun())
}

function stepsOf({ blocks }: RunView): StepBlock[] {
	return blocks.filter((block) => block.kind === 'step')
}

function callOf(run: RunView, id = 's1c1'): CallPart {
	const call = stepsOf(run).flatMap(({ parts }) => parts).find((part) => part.kind === 'call' && part.id === id)
	if (call?.kind !== 'call') throw new Error(`no call ${id}`)
	return call
}

test('a run begins with what was asked and shows the answer as it streams', () => {
	const run = fold(created, started(), said('Look'), said('ing'))
	expect(run).toMatchObject({ title: 'Fix it', cwd: '/work', model: 'm1', startedAt: 1000, steps: 1 })
	expect(run.blocks[0]).toMatchObject({ kind: 'message', text: 'Fix the sum', isQueued: false })
	expect(stepsOf(run)[0]).toMatchObject({ isOpen: true, parts: [{ kind: 'text', text: 'Looking' }] })
	expect(stateOf(run)).toBe('running')
})

test('an event that comes twice counts once', () => {
	const log = logOf([created, started(), said('once')])
	const run = [...log, ...log].reduce(foldRun, emptyRun())
	expect(stepsOf(run)).toHaveLength(1)
	expect(stepsOf(run)[0]?.parts).toMatchObject([{ text: 'once' }])
})

test('folding a log in two halves equals folding it at once', () => {
	const log = logOf([created, started(), said('a'), finished(1, 'a', [run1]), asked('s1c1'), decided(true), { type: 'tool.started', data: { call: 's1c1', name: 'run', read_only: false } }])
	for (let at = 0; at <= log.length; at++) expect(log.slice(at).reduce(foldRun, log.slice(0, at).reduce(foldRun, emptyRun()))).toEqual(log.reduce(foldRun, emptyRun()))
})

test('the finished text wins over pieces that got lost, and thoughts stay', () => {
	const run = fold(created, started(), { type: 'reasoning.delta', data: { text: 'hm' } }, said('half'), finished(1, 'half and whole'))
	expect(stepsOf(run)[0]?.parts).toMatchObject([{ kind: 'reasoning', text: 'hm' }, { kind: 'text', text: 'half and whole' }])
})

test('a retried step forgets what the failed try said and says why it waits', () => {
	const run = fold(created, started(), said('half'), { type: 'step.retry', data: { n: 1, attempt: 1, error: 'Groq is limiting requests', wait_ms: 2000 } })
	expect(stepsOf(run)[0]).toMatchObject({ parts: [], retry: { error: 'Groq is limiting requests', waitMs: 2000, at: 4000 } })
	expect(stepsOf(foldRun(run, { seq: 9, type: 'text.delta', data: { text: 'again', ts: 9000 } }))[0]?.retry).toBeUndefined()
})

test('an interrupted step keeps what it said, marked as void, and the next one follows', () => {
	const run = fold(created, started(), said('half'), { type: 'task.resumed', data: {} }, { type: 'step.aborted', data: { n: 1, why: 'The server stopped' } }, started(1), said('whole'))
	expect(stepsOf(run)).toMatchObject([{ aborted: 'The server stopped', isOpen: false, parts: [{ text: 'half' }] }, { isOpen: true, parts: [{ text: 'whole' }] }])
	expect(run.blocks.some((block) => block.kind === 'notice' && block.text.startsWith('Interrupted, then resumed'))).toBe(true)
})

test('once the repeated step is whole, what the interrupted one had said is gone: nothing is said twice', () => {
	const run = fold(created, started(), said('half'), { type: 'step.aborted', data: { n: 1, why: 'The server stopped' } }, started(1), said('half and whole'), finished(1, 'half and whole'))
	expect(stepsOf(run)).toMatchObject([{ parts: [{ text: 'half and whole' }] }])
})

test('a conversation that was made shorter says what the model no longer sees', () => {
	const usage = { input: 0, output: 0 }
	const run = fold(created, { type: 'compaction.done', data: { up_to: 4, usage } }, { type: 'compaction.done', data: { up_to: 9, summary: 'Goal', usage } })
	expect(run.blocks.slice(1)).toMatchObject([{ kind: 'notice', tone: 'neutral', text: expect.stringContaining('no longer sees') }, { kind: 'notice', text: expect.stringContaining('summary') }])
})

test('a call goes from waiting over asking and running to its result', () => {
	const events = [created, started(), finished(1, '', [run1])]
	expect(callOf(fold(...events)).state).toBe('waiting')
	const asking = fold(...events, asked('s1c1'))
	expect(callOf(asking)).toMatchObject({ state: 'asking', ask: { id: 'a1', at: 4000, expiresAt: 64_000 } })
	expect(stateOf(asking)).toBe('asking')
	const running = [...events, asked('s1c1'), decided(true), { type: 'tool.started' as const, data: { call: 's1c1', name: 'run', read_only: false } }, { type: 'tool.output' as const, data: { call: 's1c1', chunk: 'ok 1\n' } }]
	expect(callOf(fold(...running))).toMatchObject({ state: 'running', startedAt: 6000, live: 'ok 1\n', ask: { decision: { status: 'approved' } } })
	const done = fold(...running, { type: 'tool.finished', data: { call: 's1c1', name: 'run', status: 'error', output: 'Exit code 1.', files: [], facts: { code: 1 } } })
	expect(callOf(done)).toMatchObject({ state: 'error', output: 'Exit code 1.', live: '', finishedAt: 8000 })
	expect(done).toMatchObject({ pending: [], filesMark: 8 })
})

test('a call whose outcome is unknown says so and has the changes looked at again', () => {
	const run = fold(created, started(), finished(1, '', [run1]), { type: 'tool.finished', data: { call: 's1c1', name: 'run', status: 'lost', output: 'unknown', files: [], facts: {} } })
	expect(callOf(run).state).toBe('lost')
	expect(run.filesMark).toBe(4)
})

test('a question that belongs to no call stands by itself', () => {
	expect(stepsOf(fold(created, asked(undefined))).at(-1)?.parts).toMatchObject([{ kind: 'ask', ask: { id: 'a1' } }])
	expect(stepsOf(fold(created, started(), asked(undefined), decided(false))).at(-1)?.parts).toMatchObject([{ ask: { decision: { status: 'rejected' } } }])
})

test('live output is bounded by its end', () => {
	const chunk = 'x'.repeat(10_000)
	const run = fold(created, started(), finished(1, '', [run1]), ...Array.from({ length: 5 }, (): TaskEvent => ({ type: 'tool.output', data: { call: 's1c1', chunk } })), { type: 'tool.output', data: { call: 's1c1', chunk: 'end' } })
	expect(callOf(run).live).toHaveLength(mostLive)
	expect(callOf(run).live.endsWith('xend')).toBe(true)
})

test('a message said meanwhile is queued until the next step begins', () => {
	const events = [created, started(), { type: 'user.message' as const, data: { text: 'Also the docs', by: 'user' as const, client_id: 'c1' } }]
	expect(fold(...events).blocks.at(-1)).toMatchObject({ kind: 'message', isQueued: true, clientId: 'c1' })
	expect(fold(...events, finished(1, 'x'), started(2)).blocks.find((block) => block.kind === 'message' && block.clientId === 'c1')).toMatchObject({ isQueued: false })
})

test('the end closes whatever was open', () => {
	const run = fold(created, started(), finished(1, '', [run1]), asked('s1c1'), { type: 'cancel.requested', data: { by: 'user' } }, { type: 'task.finished', data: { status: 'cancelled', summary: 'Stopped by the user.' } })
	expect(stateOf(run)).toBe('cancelled')
	expect(run).toMatchObject({ pending: [], endedAt: 6000, isStopping: false })
	expect(callOf(run).state).toBe('cancelled')
})

test('types that the pane does not know are passed over', () => {
	const run = fold(created)
	expect(foldRun(run, { seq: 2, type: 'checkpoint.created', data: { ts: 5 } })).toEqual({ ...run, seq: 2 })
})

test('blocks that an event does not touch stay the same objects', () => {
	const before = fold(created, started(), finished(1, 'a'), started(2))
	const after = foldRun(before, { seq: 99, type: 'text.delta', data: { text: 'b', ts: 1 } })
	expect(after.blocks.slice(0, -1).every((block, index) => block === before.blocks[index])).toBe(true)
	expect(after.blocks.at(-1)).not.toBe(before.blocks.at(-1))
})

test('a run of thousands of steps folds in one pass', () => {
	const events: TaskEvent[] = [created]
	for (let n = 1; n <= 2000; n++) events.push(started(n), ...Array.from({ length: 8 }, () => said('words ')), finished(n, 'words '.repeat(8)))
	const begin = performance.now()
	expect(stepsOf(fold(...events))).toHaveLength(2000)
	expect(performance.now() - begin).toBeLessThan(10_000)
})
