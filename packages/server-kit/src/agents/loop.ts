import { DrydockError } from '@drydock/contract'
import { failpoint } from '../failpoint.ts'
import { budgetSentence, checkBudget } from '../tasks/budget.ts'
import { createDeltas, type Outcome, type Run } from '../tasks/index.ts'
import { closeCalls, finish, isHopeless, lostText } from './calls.ts'
import { isClearable, isFull, oldCount, summarySystem, transcriptOf } from './compaction.ts'
import { apply, emptyState, openCalls, type AgentState } from './fold.ts'
import { doomRepeats } from './policy.ts'
import { systemPrompt } from './prompt.ts'
import type { AgentInput, AgentKernel, AgentTool } from './types.ts'

/** One driver's work on one run. */
export interface Session {
	run: Run
	input: AgentInput
	kernel: AgentKernel
	tools: ReadonlyMap<string, AgentTool>
	state: AgentState
	/** Whether `signal` aborted because the server ends, and not the run. */
	isStopping(): boolean
}

const nudge = 'Your last answer was empty. Go on with the task, or say in a sentence that it is done and what you did.'

/** The loop: fold, close what is open, budgets, one step, log. Each arrow is one event, so that a crash falls between two. */
export async function driveAgent(run: Run, input: AgentInput, kernel: AgentKernel, tools: ReadonlyMap<string, AgentTool>, earlier: AgentState | undefined): Promise<Outcome | undefined> {
	const { signal } = run
	const isStopping = () => signal.reason instanceof DrydockError && signal.reason.code === 'stopping'
	const session: Session = { run, input, kernel, tools, state: startState(input, earlier), isStopping }
	await sync(session)
	await recover(session)
	try {
		for (;;) {
			await sync(session)
			signal.throwIfAborted()
			const outcome = await turn(session)
			if (outcome === 'finished') return undefined
			if (outcome) return outcome
		}
	} catch (error) {
		if (!signal.aborted || isStopping()) throw error
		await cancelOpen(session)
		throw error
	}
}

function startState(input: AgentInput, earlier: AgentState | undefined): AgentState {
	const state = emptyState()
	if (earlier) {
		state.messages = [...earlier.messages]
		state.seen = new Map(earlier.seen)
	}
	state.messages.push({ role: 'user', text: input.task })
	return state
}

async function sync({ run, state }: Session): Promise<void> {
	for (;;) {
		const events = await run.events(state.seq)
		if (events.length === 0) return
		for (const event of events) apply(state, event)
	}
}

/** What a driver that died left open. A side effect is never repeated silently. */
async function recover(session: Session): Promise<void> {
	const { run, state, tools } = session
	if (state.openStep !== undefined) await run.append('step.aborted', { n: state.openStep, why: 'The server stopped during this step; it is asked for again.' })
	for (const call of openCalls(state).filter(({ isStarted }) => isStarted)) {
		if (tools.get(call.name)?.readOnly) await run.append('tool.reset', { call: call.id })
		else await finish(session, call, 'lost', { output: lostText })
	}
}

async function cancelOpen(session: Session): Promise<void> {
	await sync(session)
	const { run, state } = session
	for (const call of openCalls(state)) await finish(session, call, 'cancelled', { output: 'Stopped by the user.' })
	if (state.openStep !== undefined) await run.append('step.aborted', { n: state.openStep, why: 'Stopped by the user.' })
}

/** Does the one next thing. */
async function turn(session: Session): Promise<Outcome | 'finished' | undefined> {
	const { run, state, input } = session
	if (openCalls(state).length > 0) {
		if (!(await closeCalls(session))) {
			await sync(session)
			// Unless something came in between, only a person can move this on.
			if (openCalls(state).length > 0 && !hasDecision(state)) await run.changed(state.seq)
		}
		return undefined
	}
	if (isHopeless(state)) return { status: 'failed', code: 'stuck', summary: `Stopped: ${input.agent} made the same call ${doomRepeats} times and more without getting on.` }
	if (state.answer !== undefined && state.inbox.length === 0) {
		if (state.answer.trim() !== '') return (await run.finish({ status: 'done', summary: state.answer }, state.seq)) ? 'finished' : undefined
		if (state.hasNudged) return { status: 'failed', code: 'empty_answer', summary: 'The model gave an empty answer twice. Try again, or choose another model.' }
		await run.append('user.message', { text: nudge, by: 'system' })
		return undefined
	}
	const { over, warn } = checkBudget(input.budget, state.spent, state.warned)
	const [name] = over
	if (name !== undefined) return { status: 'failed', code: 'budget', summary: budgetSentence(name, input.budget) }
	for (const each of warn) await run.append('budget.warning', { name: each, used: state.spent[each], limit: input.budget[each] })
	if (isFull(state.context)) {
		await compact(session)
		return undefined
	}
	await step(session)
	return undefined
}

/** Makes the conversation shorter: first by what tools put out, then by a summary. Whether anything was left to shorten. */
async function compact({ run, state, input, kernel }: Session): Promise<boolean> {
	const up_to = oldCount(state.messages)
	if (state.compaction === 'none' && isClearable(state.messages, up_to)) {
		await run.append('compaction.done', { up_to, usage: { input: 0, output: 0 } })
		return true
	}
	const old = up_to > 1 ? up_to : state.messages.length
	if (state.compaction === 'summarised') return false
	const messages = [{ role: 'user' as const, text: transcriptOf(state.messages.slice(0, old)) }]
	for await (const part of kernel.models.stream({ system: summarySystem, messages, signal: run.signal, choice: { provider: input.provider, model: input.model } }))
		if (part.type === 'finish') await run.append('compaction.done', { up_to: old, summary: part.text, usage: part.usage })
	return true
}

/** Whether a call's approval was decided after it was looked at last. */
function hasDecision(state: AgentState): boolean {
	return openCalls(state).some(({ approval }) => approval?.decision !== undefined)
}

async function step(session: Session): Promise<void> {
	const { run, state, input, kernel, tools } = session
	const n = state.steps + 1
	await failpoint('step.before-start')
	await run.append('step.started', { n, model: input.model })
	await sync(session)
	await failpoint('step.before-model')
	const { sandbox, reason } = await kernel.processes.capability()
	const deltas = createDeltas(run, kernel.clock)
	try {
		const parts = kernel.models.stream({
			system: systemPrompt({ agent: input.agent, cwd: input.cwd, today: new Date(kernel.clock.now()).toISOString().slice(0, 10), canRun: sandbox ? undefined : (reason ?? 'there is no sandbox'), memory: input.memory }),
			messages: state.messages,
			tools: [...tools.values()],
			temperature: input.temperature,
			signal: run.signal,
			choice: { provider: input.provider, model: input.model },
		})
		for await (const part of parts) {
			switch (part.type) {
				case 'text':
					await deltas.push('text.delta', part.text)
					break
				case 'reasoning':
					await deltas.push('reasoning.delta', part.text)
					break
				case 'retry':
					await deltas.flush()
					await run.append('step.retry', { n, attempt: part.attempt, error: part.error, wait_ms: part.waitMs })
					break
				case 'finish': {
					await deltas.flush()
					await failpoint('step.after-model')
					const { text, usage, finish: why, sources, content } = part
					const calls = part.calls.map(({ id, ...call }, index) => ({ id: `s${n}c${index + 1}`, ref: id, ...call }))
					await run.append('step.finished', { n, text, calls, usage, finish: why, sources, content })
					await failpoint('step.after-finish')
				}
			}
		}
	} catch (error) {
		await deltas.flush().catch(() => {})
		if (!run.signal.aborted && error instanceof DrydockError) await run.append('step.aborted', { n, why: error.message })
		if (error instanceof DrydockError && error.code === 'models.too_long' && (await compact(session))) return
		throw error
	}
}
