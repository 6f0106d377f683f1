import { runnerNames } from '@drydock/contract'
import { openPane, project, readPreference, writePreference, type CommandArguments } from '@drydock/web-kit'
import { within } from '@drydock/web-kit/folders.ts'
import { testOptions, usualOptions } from './options.ts'

/** The project's tests are run by this command from now on, where and by what it was run before. */
export function takeCommand({ cmd, cwd, runner }: CommandArguments): void {
	if (typeof cmd !== 'string' || cmd.trim() === '') return
	const base = project().cwd
	const saved = readPreference(testOptions)
	const folder = typeof cwd === 'string' && cwd !== base ? (cwd.startsWith(`${base}/`) ? within(base, cwd) : cwd) : ''
	const taken = { command: cmd.trim(), extra: '', runner: runnerNames.find((name) => name === runner), folder }
	writePreference(testOptions, { ...saved, [base]: { ...(saved[base] ?? usualOptions), ...taken } })
	openPane('tests', { focus: true })
}
