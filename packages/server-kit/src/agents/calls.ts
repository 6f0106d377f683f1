import { DrydockError } from '@drydock/contract'
import { failpoint } from '../failpoint.ts'
import { createDeltas, type Data } from '../tasks/index.ts'
import { callKey, openCalls, type AgentState, type CallState } from './fold.ts'
import { denialText, doomRepeats, finalVerdict } from './policy.ts'
import type { Session } from './loop.ts'
import type { AgentTool, ToolContext, ToolResult, ToolStatus, ToolVerdict } from './types.ts'

/** Files named in one result; a command may touch thousands. */
const mostFiles = 200

export const lostText = 'The outcome of this call is unknown: Drydock was stopped while it ran. Check what happened before you repeat anything.'

/**
 * Closes the calls of the last step as far as possible: policy, approval, run, in the model's order. A read-only call may pass one
 * that waits, a side effect may not. Answers whether anything happened.
 */
export async function closeCalls(session: Session): Promise<boolean> {
	let isBlocked = false
	for (const call of openCalls(session.state)) {
		const tool = session.tools.get(call.name)
		if (isBlocked && !tool?.readOnly) continue
		const outcome = await closeCall(session, call, tool)
		// Each result changes what the next call may do: fold before going on.
		if (outcome === 'closed') return true
		isBlocked = true
	}
	return false
}

async function closeCall(session: Session, call: CallState, tool: AgentTool | undefined): Promise<'closed' | 'waiting'> {
	if (!tool) return finish(session, call, 'invalid', { output: `There is no tool called ${call.name}. There are: ${[...session.tools.keys()].join(', ')}.` })
	if (call.problem !== undefined) return finish(session, call, 'invalid', { output: `The call could not be read: ${call.problem}` })
	const context = contextOf(session, call)
	let own: ToolVerdict
	try {
		own = await tool.judge(call.input, context)
	} catch (error) {
		if (!(error instanceof DrydockError)) throw error
		return finish(session, call, error.code === 'validation' ? 'invalid' : 'error', { output: [error.message, error.hint].filter(Boolean).join(' ') })
	}
	const repeats = repeatsOf(session.state, call)
	const verdict = finalVerdict(tool, own, { input: session.input, repeats })
	if (verdict.decision === 'deny') return finish(session, call, 'denied', { output: denialText(verdict.reason) })
	if (verdict.decision === 'ask') {
		const decision = await approvalOf(session, call, tool, verdict)
		if (!decision) return 'waiting'
		if (!decision.allow) return finish(session, call, 'denied', { output: deniedBy(decision) })
	}
	await execute(session, call, tool)
	return 'closed'
}

/** How many times this same call was made in a row, this one counted. */
export function repeatsOf(state: AgentState, call: CallState): number {
	const key = callKey(call.name, call.input)
	let repeats = 1
	while (state.history.at(-repeats) === key) repeats++
	return repeats
}

function deniedBy({ by, reason, status }: { by: string; reason?: string; status: string }): string {
	if (status === 'expired') return denialText(reason ?? 'nobody decided in time')
	return denialText(`the ${by === 'user' ? 'user' : by} refused${reason ? `: ${reason}` : ''}`)
}

/** The decision on exactly this action; asks when there is none yet, or when what would happen changed since. */
async function approvalOf({ run, input }: Session, call: CallState, tool: AgentTool, verdict: ToolVerdict & { isStuck?: boolean }) {
	const hash = verdict.hash ?? callKey(call.name, call.input)
	const { approval } = call
	if (approval && (approval.hash === hash || !approval.decision?.allow)) return approval.decision
	await run.requestApproval({
		call: call.id,
		action: verdict.isStuck ? 'stuck' : tool.name,
		message: verdict.message ?? `${input.agent} wants to use ${tool.name}`,
		metadata: { ...verdict.metadata, input: inputForPeople(call.input), hash },
		mode: input.mode,
		agent: input.agent,
		stage: tool.name === 'ask' ? 'question' : 'tool',
	})
	return undefined
}

const longestInput = 4000

/** The card shows the effect; the raw input is for the curious and is bounded. */
function inputForPeople(input: unknown): unknown {
	const text = JSON.stringify(input)
	return text.length > longestInput ? `${text.slice(0, longestInput)}…` : input
}

function contextOf({ run, input, kernel, state }: Session, call: CallState): ToolContext & { flush(): Promise<void> } {
	const deltas = createDeltas(run, kernel.clock)
	return {
		kernel,
		task: run.id,
		call: call.id,
		agent: input.agent,
		cwd: input.cwd,
		mode: input.mode,
		seen: state.seen,
		signal: run.signal,
		answer: call.approval?.decision?.reason,
		isApproved: call.approval?.decision?.allow ?? false,
		approvedHash: call.approval?.hash,
		output: (chunk) => deltas.push('tool.output', chunk, { call: call.id }),
		log: async (type: string, data: Data) => void (await run.append(type, data)),
		flush: deltas.flush,
	}
}

/** Intent, effect, result: a crash falls between two of them, and the log says between which. */
async function execute(session: Session, call: CallState, tool: AgentTool): Promise<void> {
	const context = contextOf(session, call)
	await failpoint('tool.before-start')
	await session.run.append('tool.started', { call: call.id, name: tool.name, read_only: tool.readOnly })
	await failpoint('tool.after-start')
	let result: ToolResult
	try {
		result = await tool.run(call.input, context)
	} catch (error) {
		if (session.run.signal.aborted) {
			await context.flush()
			// A stopping server takes the tool with it; the next process tells the model.
			if (session.isStopping()) await finish(session, call, tool.readOnly ? 'cancelled' : 'lost', { output: lostText })
			throw session.run.signal.reason
		}
		session.kernel.log.error('A tool failed', { task: session.run.id, tool: tool.name, error })
		result = { output: 'The tool failed inside Drydock. Try another way.', isError: true }
	}
	await failpoint('tool.after-effect')
	await context.flush()
	await finish(session, call, result.isError ? 'error' : 'ok', result)
	await failpoint('tool.after-finish')
}

export async function finish({ run }: Session, call: CallState, status: ToolStatus, { output, files = [], facts = {} }: ToolResult): Promise<'closed'> {
	await run.append('tool.finished', { call: call.id, name: call.name, status, output, files: files.slice(0, mostFiles), facts: files.length > mostFiles ? { ...facts, more_files: files.length - mostFiles } : facts })
	return 'closed'
}

/** Whether the agent goes on in circles although nobody let it. */
export function isHopeless(state: AgentState): boolean {
	const last = state.calls.at(-1)
	return last !== undefined && last.result !== undefined && last.approval?.decision?.allow !== true && repeatsOf({ ...state, history: state.history.slice(0, -1) }, last) > doomRepeats
}
