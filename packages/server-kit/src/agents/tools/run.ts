import { is } from '@drydock/contract'
import type { RunResult } from '../../process/index.ts'
import { boundText } from '../bounds.ts'
import type { AgentTool, ToolContext, ToolResult } from '../types.ts'
import { defineTool, failure } from './define.ts'

const defaultSeconds = 120
const longestSeconds = 600
/** Kept of each of stdout and stderr; what the model sees is bounded again. */
const keptBytes = 512 * 1024
/** Live output that goes into the log; the whole is in the result. */
const loggedBytes = 64 * 1024

const run = defineTool({
	name: 'run',
	description: 'Runs a shell command in the project folder, in a sandbox without network. Most commands need the approval of the user. Answers exit code and output.',
	input: is.object({ command: is.text({ minLength: 1, maxLength: 8192 }), timeout: is.maybe(is.integer({ minimum: 1, maximum: longestSeconds, description: 'Seconds.' })) }),
	readOnly: false,
	async judge({ command }, { kernel, cwd, agent, task }) {
		const { decision, reason, card } = await kernel.processes.judge(command, { cwd, task })
		if (decision !== 'allow') kernel.processes.rules.noteReject(command, reason)
		const metadata = { command: card.text, cwd: card.cwd, length: command.length, risk: reason }
		return { decision, reason, hash: card.hash, message: `${agent} wants to run a command`, metadata }
	},
	async run({ command, timeout = defaultSeconds }, context) {
		const { kernel, cwd, agent, task, call, signal, isApproved } = context
		try {
			const { command: allowed } = await kernel.processes.judge(command, { cwd, task })
			// What a rule allows runs as the words that were judged; what a person approved runs as they saw it.
			const what = allowed ? { command: allowed } : isApproved ? { line: command } : undefined
			if (!what) return { output: 'That command needs an approval.', isError: true }
			const author = { kind: 'command' as const, label: agent, task, call }
			const limits = { timeoutMs: timeout * 1000, maxOutputBytes: keptBytes, signal, onOutput: logged(context) }
			const { value, changed, note } = await kernel.ledger.around({ cwd, author, signal }, () => kernel.processes.run({ ...what, cwd, sandbox: 'project', ...limits }))
			return report(value, timeout, changed, note)
		} catch (error) {
			signal.throwIfAborted()
			return failure(error)
		}
	},
})

function logged(context: ToolContext) {
	let left = loggedBytes
	return async ({ text }: { text: string }) => {
		if (left <= 0) return
		await context.output(text.slice(0, left))
		left -= text.length
	}
}

function report(ran: RunResult, timeout: number, changed: string[], note: string | undefined): ToolResult {
	const { code, stdout, stderr, timedOut, truncated, durationMs } = ran
	const head = timedOut ? `Stopped after ${timeout} seconds.` : `Exit code ${code}.`
	const parts = [head, stdout.trimEnd(), stderr.trim() === '' ? '' : `[stderr]\n${stderr.trimEnd()}`]
	const { text, isCut } = boundText(parts.filter(Boolean).join('\n'))
	return {
		output: text,
		isError: timedOut || code !== 0,
		// Without etags: what a command changed has to be read again.
		files: changed.map((path) => ({ path, change: 'changed' as const })),
		facts: { code, duration_ms: durationMs, truncated: truncated || isCut, ...(note !== undefined && { note }) },
	}
}

export const runTools: AgentTool[] = [run]
