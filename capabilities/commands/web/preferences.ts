import { runnerNames, type RunnerName } from '@drydock/contract'
import { preference } from '@drydock/web-kit'

export interface StreamForm {
	cmd: string
	/** Undefined: where the project is. */
	cwd: string | undefined
	/** Empty: the server's default. */
	runner: RunnerName | ''
	/** Whether it runs on a copy of the project. */
	onCopy: boolean
}

/** Somewhat longer than what may run, so that the policy can say so. */
const longest = 8192
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, longest) : '')

/** What was in the fields, so that a command can be repeated after a reload. */
export const streamForm = preference<StreamForm>('terminal_stream', 'Terminal Stream', { cmd: '', cwd: undefined, runner: '', onCopy: false }, (stored) => {
	const { cmd, cwd, runner, onCopy }: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
	return { cmd: text(cmd), cwd: typeof cwd === 'string' ? text(cwd) : undefined, runner: runnerNames.find((name) => name === runner) ?? '', onCopy: onCopy === true }
})
