import { runnerNames, type RunnerName } from '@drydock/contract'
import { preference } from '@drydock/web-kit'

/** How tests were run last in a folder. */
export interface TestOptions {
	/** Empty: what the project suggests. */
	command: string
	extra: string
	/** Without one, the server's. */
	runner: RunnerName | undefined
	venv: boolean
	coverage: boolean
	/** Below the working directory. */
	folder: string
}

export const usualOptions: TestOptions = { command: '', extra: '', runner: undefined, venv: true, coverage: false, folder: '' }

/** Folders that are remembered. */
const mostFolders = 20
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4096) : '')
const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})

function clamp(stored: unknown): TestOptions {
	const { command, extra, runner, venv, coverage, folder } = record(stored)
	return { command: text(command), extra: text(extra), runner: runnerNames.find((name) => name === runner), venv: venv !== false, coverage: coverage === true, folder: text(folder) }
}

export const testOptions = preference<Readonly<Record<string, TestOptions>>>('tests', 'How tests are run', {}, (stored) =>
	Object.fromEntries(
		Object.entries(record(stored))
			.slice(-mostFolders)
			.map(([folder, options]) => [folder, clamp(options)]),
	),
)
