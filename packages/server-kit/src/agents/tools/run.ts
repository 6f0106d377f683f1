import { is } from '@drydock/contract'
import type { AgentTool } from '../types.ts'
import { judgeCopy, mergeCopy } from './copy.ts'
import { defineTool, failure } from './define.ts'
import { keptBytes, logged, report } from './run-report.ts'

const defaultSeconds = 120
const longestSeconds = 600

const run = defineTool({
	name: 'run',
	description: 'Runs a shell command in the project folder, in a sandbox whose only network is hosts that the user listed. Most commands need the approval of the user. Answers exit code and output.',
	input: is.object({ command: is.text({ minLength: 1, maxLength: 8192 }), timeout: is.maybe(is.integer({ minimum: 1, maximum: longestSeconds, description: 'Seconds.' })), on_copy: is.maybe(is.flag({ description: 'Run on a copy of the project, at once; the user sees what it would change and decides.' })) }),
	readOnly: false,
	async judge({ command, timeout = defaultSeconds, on_copy }, context) {
		const { kernel, cwd, agent, task, mode } = context
		const { decision, reason, card, command: allowed } = await kernel.processes.judge(command, { cwd, task })
		if (decision !== 'allow') await kernel.processes.rules.noteReject(command, reason)
		const isOnCopy = on_copy ?? mode === 'shadow'
		if (isOnCopy && decision !== 'deny' && (await kernel.shadow.capability()).shadow) return judgeCopy({ command, timeout, allowed, card, reason }, context)
		const metadata = { command: card.text, cwd: card.cwd, length: command.length, risk: reason }
		return { decision, reason, hash: card.hash, message: `${agent} wants to run a command`, metadata }
	},
	async run({ command, timeout = defaultSeconds, on_copy }, context) {
		const { kernel, mode, cwd, agent, task, call, signal, isApproved } = context
		try {
			if ((on_copy ?? mode === 'shadow') && (await kernel.shadow.capability()).shadow) return await mergeCopy(context)
			const { command: allowed } = await kernel.processes.judge(command, { cwd, task })
			// What a rule allows runs as the words that were judged; what a person approved runs as they saw it.
			const what = allowed ? { command: allowed } : isApproved ? { line: command } : undefined
			if (!what) return { output: 'That command needs an approval.', isError: true }
			const author = { kind: 'command' as const, label: agent, task, call }
			const limits = { timeoutMs: timeout * 1000, maxOutputBytes: keptBytes, signal, onOutput: logged(context) }
			const start = () => kernel.processes.run({ ...what, cwd, sandbox: 'project', network: true, ...limits })
			// What can only read changes nothing: the project need not be looked through for it.
			if (allowed?.isReadOnly) return report(await start(), timeout, [], undefined)
			const { value, changed, note } = await kernel.ledger.around({ cwd, author, signal }, start)
			return report(value, timeout, changed, note)
		} catch (error) {
			signal.throwIfAborted()
			return failure(error)
		}
	},
})

export const runTools: AgentTool[] = [run]
