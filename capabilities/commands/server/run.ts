import { DrydockError, type ReceivedOf, type ReplyOf, type RunnerName } from '@drydock/contract'
import type { Caller, Kernel } from '@drydock/server-kit'
import type { AllowedCommand, RunResult } from '@drydock/server-kit/process/index.ts'
import { defaultRunner, runnerFile } from '@drydock/server-kit/process/runners.ts'
import { shellRunTimeoutMs, type shellRun } from '../contract.ts'

interface Wanted {
	cmd: string
	cwd?: string
	runner?: RunnerName
	confirm?: string
}

/** A command that may run now: on a rule, or because this person confirmed exactly it. */
export interface Permitted {
	what: { command: AllowedCommand } | { line: string; runner: RunnerName }
	cwd: string
	runner: RunnerName
	/** The line with everything that hides made visible. */
	text: string
	reason: string
}

/** The judged way to run a command for a person: what is on the list runs, anything else after they confirmed exactly it. */
export async function permit({ processes, options, confirmations }: Kernel, { cmd, cwd = options.roots[0] ?? '/sandbox', runner = defaultRunner, confirm }: Wanted, caller: Caller): Promise<Permitted> {
	runnerFile(runner)
	const { decision, reason, command, card } = await processes.judge(cmd, { cwd, runner })
	if (decision !== 'allow' && confirm === undefined) processes.rules.noteReject(cmd, reason)
	if (decision === 'deny') throw new DrydockError(422, 'policy_violation', 'Command blocked by shell policy', { hint: `It was not run because ${reason}.`, details: { reason, ...card } })
	// Bound to who asked, the line, the folder and the runner.
	if (decision === 'ask') confirmations.require(`shell.run ${caller.session} ${runner} ${card.hash}`, confirm, `Run this in ${card.cwd}? ${card.text} (it asks because ${reason})`)
	return { what: command ? { command } : { line: cmd, runner }, cwd, runner, text: card.text, reason: command ? reason : 'you confirmed it' }
}

interface Limits {
	timeoutMs: number
	signal: AbortSignal
	onOutput?: (chunk: { stream: 'stdout' | 'stderr'; text: string }) => Promise<void>
	task?: string
}

/** Runs it, and keeps in the ledger what it changed, so that it can be taken back. */
export async function runPermitted({ processes, ledger }: Kernel, { what, cwd, text }: Permitted, { task, ...limits }: Limits): Promise<RunResult> {
	const run = () => processes.run({ ...what, cwd, network: true, ...limits })
	// What only reads changes nothing.
	if ('command' in what && what.command.isReadOnly) return run()
	const { value } = await ledger.around({ cwd, author: { kind: 'command', label: text.slice(0, longestLabel), task }, signal: limits.signal }, run)
	return value
}

const longestLabel = 200

export function runCommand(kernel: Kernel) {
	return async (input: ReceivedOf<typeof shellRun>, caller: Caller, signal: AbortSignal): Promise<ReplyOf<typeof shellRun>> => {
		const permitted = await permit(kernel, input, caller)
		const { code, stdout, stderr, truncated, timedOut, durationMs } = await runPermitted(kernel, permitted, { timeoutMs: shellRunTimeoutMs, signal })
		return { code, stdout, stderr, truncated, timed_out: timedOut, duration_ms: durationMs }
	}
}
