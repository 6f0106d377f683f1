import { DrydockError } from '@drydock/contract'
import { runnerNames, type RunnerName } from '../contract.ts'

interface Shell {
	title: string
	/** Undefined where there is none. */
	file?: string
	reason?: string
}

const isWindows = process.platform === 'win32'

const shells: Record<RunnerName, Shell> = {
	bash: { title: 'Bash', file: isWindows ? undefined : '/bin/bash', reason: 'There is no bash on Windows without WSL' },
	wsl: { title: 'WSL', reason: isWindows ? 'WSL is not supported yet' : 'WSL exists on Windows only' },
	powershell: { title: 'PowerShell', reason: isWindows ? 'PowerShell is not supported yet' : 'PowerShell is run on Windows only' },
	cmd: { title: 'Command Prompt', reason: isWindows ? 'The Command Prompt is not supported yet' : 'The Command Prompt exists on Windows only' },
}

export function listRunners() {
	return runnerNames.map((name) => {
		const { title, file, reason } = shells[name]
		return { name, title, available: file !== undefined, ...(file === undefined && { reason }) }
	})
}

/** The specification prefers wsl (spec: default runner); the default falls to the first that exists. */
export const defaultRunner: RunnerName = (['wsl', 'bash', 'powershell', 'cmd'] as const).find((name) => shells[name].file !== undefined) ?? 'bash'

export function shellFile(name: RunnerName): string {
	const { title, file, reason } = shells[name]
	if (file === undefined) throw new DrydockError(409, 'runner_unavailable', `${title} cannot be used here: ${reason}`, { hint: 'Choose another runner.' })
	return file
}
