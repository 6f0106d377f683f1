import { DrydockError, type ReceivedOf, type ReplyOf, type RunnerName } from '@drydock/contract'
import type { Caller, Kernel } from '@drydock/server-kit'
import type { AllowedCommand, RunResult } from '@drydock/server-kit/process/index.ts'
import { defaultRunner, runnerFile } from '@drydock/server-kit/process/runners.ts'
import { mostPaths, shellRunTimeoutMs, type shellRun } from '../contract.ts'

interface Wanted {
	cmd: string
	cwd?: string
	runner?: RunnerName
	/** On a copy of the project, where it can do no harm. */
	on_copy: boolean
	confirm?: string
}

/** A command that may run now: on a rule, on a copy, or because this person confirmed exactly it. */
export interface Permitted {
	what: { command: AllowedCommand } | { line: string; runner: RunnerName }
	cwd: string
	runner: RunnerName
	isOnCopy: boolean
	/** The line with everything that hides made visible. */
	text: string
	reason: string
}

/** The judged way to run a command for a person: what is on the list runs, anything else after they confirmed exactly it. */
export async function permit({ processes, options, confirmations }: Kernel, { cmd, cwd = options.roots[0] ?? '/sandbox', runner = defaultRunner, on_copy, confirm }: Wanted, caller: Caller): Promise<Permitted> {
	runnerFile(runner)
	const { decision, reason, command, card } = await processes.judge(cmd, { cwd, runner })
	const isHeld = decision === 'deny' || (decision === 'ask' && !on_copy)
	if (isHeld && confirm === undefined) await processes.rules.noteReject(cmd, reason)
	if (decision === 'deny') throw new DrydockError(422, 'policy_violation', 'Command blocked by shell policy', { hint: `It was not run because ${reason}.`, details: { reason, ...card } })
	// Bound to who asked, the line, the folder and the runner.
	if (isHeld) confirmations.require(`shell.run ${caller.session} ${runner} ${card.hash}`, confirm, `Run this in ${card.cwd}? ${card.text} (it asks because ${reason})`)
	return { what: command ? { command } : { line: cmd, runner }, cwd, runner, isOnCopy: on_copy, text: card.text, reason: command ? reason : on_copy ? 'it runs on a copy' : 'you confirmed it' }
}

interface Limits {
	timeoutMs: number
	signal: AbortSignal
	onOutput?: (chunk: { stream: 'stdout' | 'stderr'; text: string }) => Promise<void>
	task?: string
}

type Ended = RunResult & Pick<ReplyOf<typeof shellRun>, 'effect'>

/** Runs it, and keeps in the ledger what it changed, so that it can be taken back; of a copy, what it would change. */
export async function runPermitted({ processes, ledger, shadow }: Kernel, { what, cwd, text, isOnCopy }: Permitted, { task, ...limits }: Limits): Promise<Ended> {
	const label = text.slice(0, longestLabel)
	if (isOnCopy) {
		const { ran, effect } = await shadow.run({ ...what, cwd, title: label, author: { kind: 'command', label: 'You', task }, ...limits })
		return { ...ran, effect: { id: effect.id, changes: effect.changes.length, paths: effect.changes.slice(0, mostPaths).map(({ path }) => path) } }
	}
	const run = () => processes.run({ ...what, cwd, network: true, ...limits })
	// What only reads changes nothing.
	if ('command' in what && what.command.isReadOnly) return run()
	const { value } = await ledger.around({ cwd, author: { kind: 'command', label, task }, signal: limits.signal }, run)
	return value
}

const longestLabel = 200

export function runCommand(kernel: Kernel) {
	return async (input: ReceivedOf<typeof shellRun>, caller: Caller, signal: AbortSignal): Promise<ReplyOf<typeof shellRun>> => {
		const permitted = await permit(kernel, input, caller)
		const { code, stdout, stderr, truncated, timedOut, durationMs, effect } = await runPermitted(kernel, permitted, { timeoutMs: shellRunTimeoutMs, signal })
		return { code, stdout, stderr, truncated, timed_out: timedOut, duration_ms: durationMs, effect }
	}
}
