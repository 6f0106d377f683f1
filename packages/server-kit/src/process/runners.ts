import path from 'node:path'
import { DrydockError, runnerNames, type RunnerName } from '@drydock/contract'
import { systemPath } from './environment.ts'
import { isProgram } from './locate.ts'

/** One way to hand a line to a shell. */
interface Runner {
	title: string
	/** Where it is looked for on this platform; nowhere if it cannot exist here. */
	candidates: readonly string[]
	/** Why it is not there, and how to get it. */
	missing: string
	/** Runs a line without reading anybody's start files. */
	line(line: string): string[]
	/** A shell for a person. */
	interactive: readonly string[]
}

const isWindows = process.platform === 'win32'
const onPath = (name: string) => systemPath.map((folder) => path.join(folder, name))
const onWindows = (...files: string[]) => (isWindows ? files.map((file) => path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', file)) : [])

const runners: Record<RunnerName, Runner> = {
	bash: {
		title: 'Bash',
		candidates: isWindows ? [] : onPath('bash'),
		missing: isWindows ? 'There is no bash on Windows without WSL' : 'bash is not installed',
		line: (line) => ['--norc', '--noprofile', '-c', line],
		interactive: ['-i'],
	},
	wsl: {
		title: 'WSL',
		candidates: onWindows('wsl.exe'),
		missing: isWindows ? 'WSL is not installed: run "wsl --install"' : 'WSL exists on Windows only',
		line: (line) => ['--', 'bash', '--norc', '--noprofile', '-c', line],
		interactive: [],
	},
	powershell: {
		title: 'PowerShell',
		candidates: isWindows ? onWindows('WindowsPowerShell\\v1.0\\powershell.exe') : onPath('pwsh'),
		missing: 'PowerShell (pwsh) is not installed; Windows brings it along',
		line: (line) => ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', line],
		interactive: ['-NoLogo'],
	},
	cmd: {
		title: 'Command Prompt',
		candidates: onWindows('cmd.exe'),
		missing: 'The Command Prompt exists on Windows only',
		line: (line) => ['/d', '/s', '/c', line],
		interactive: [],
	},
}

const fileOf = (name: RunnerName) => runners[name].candidates.find(isProgram)

/** Every runner, with the reason why one is not there. */
export function listRunners() {
	return runnerNames.map((name) => {
		const isThere = fileOf(name) !== undefined
		return { name, title: runners[name].title, available: isThere, ...(!isThere && { reason: runners[name].missing }) }
	})
}

/** The specification prefers wsl (spec: default runner); the default falls to the first that exists. */
export const defaultRunner: RunnerName = (['wsl', 'bash', 'powershell', 'cmd'] as const).find((name) => fileOf(name) !== undefined) ?? 'bash'

/** The program of a runner; 409 `runner_unavailable` where there is none. */
export function runnerFile(name: RunnerName): string {
	const file = fileOf(name)
	if (file === undefined) throw new DrydockError(409, 'runner_unavailable', `${runners[name].title} cannot be used here: ${runners[name].missing}`, { hint: 'Choose another runner.' })
	return file
}

/** The shell of a terminal. */
export function shellProgram(name: RunnerName): { file: string; args: string[] } {
	return { file: runnerFile(name), args: [...runners[name].interactive] }
}

/** The words that run a line in a shell. */
export function lineCommand(name: RunnerName, line: string): string[] {
	return [runnerFile(name), ...runners[name].line(line)]
}
