import { call, is, runnerNames } from '@drydock/contract'

const runner = is.oneOf(...runnerNames)
const cwd = is.text({ maxLength: 4096 })

/** SECURITY LI-012, spec/2 §7. */
export const shellRunTimeoutMs = 60_000

export const shellRun = call({
	method: 'POST',
	path: '/shell/run',
	summary: 'Run one command in the sandbox; a command that is not on the list needs the token of the first answer.',
	body: { cmd: is.text(), cwd: is.maybe(cwd), runner: is.maybe(runner), confirm: is.maybe(is.text({ maxLength: 100 })) },
	// The command is stopped first, and its output answered.
	timeout: shellRunTimeoutMs + 10_000,
	reply: is.object({ code: is.integer(), stdout: is.text(), stderr: is.text(), truncated: is.flag(), timed_out: is.flag(), duration_ms: is.integer() }),
})
