import { DrydockError, type ReceivedOf, type ReplyOf } from '@drydock/contract'
import type { Caller, Kernel } from '@drydock/server-kit'
import { defaultRunner, runnerFile } from '@drydock/server-kit/process/runners.ts'
import { shellRunTimeoutMs, type shellRun } from '../contract.ts'

/** The judged way to run one command for a person: what is on the list runs, anything else after they confirmed exactly it. */
export function runCommand({ processes, options, confirmations }: Kernel) {
	return async ({ cmd, cwd = options.roots[0] ?? '/sandbox', runner = defaultRunner, confirm }: ReceivedOf<typeof shellRun>, caller: Caller, signal: AbortSignal): Promise<ReplyOf<typeof shellRun>> => {
		runnerFile(runner)
		const { decision, reason, command, card } = await processes.judge(cmd, { cwd, runner })
		if (decision !== 'allow') processes.rules.noteReject(cmd, reason)
		if (decision === 'deny') throw new DrydockError(422, 'policy_violation', 'Command blocked by shell policy', { hint: `It was not run because ${reason}.`, details: { reason, ...card } })
		// Bound to who asked, the line, the folder and the runner.
		if (decision === 'ask') confirmations.require(`shell.run ${caller.session} ${runner} ${card.hash}`, confirm, `Run this in ${card.cwd}? ${card.text} (it asks because ${reason})`)
		const { code, stdout, stderr, truncated, timedOut, durationMs } = await processes.run({ ...(command ? { command } : { line: cmd, runner }), cwd, timeoutMs: shellRunTimeoutMs, signal })
		return { code, stdout, stderr, truncated, timed_out: timedOut, duration_ms: durationMs }
	}
}
