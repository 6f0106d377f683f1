import type { RunnerName } from '@drydock/contract'

const isWindows = process.platform === 'win32'

/** A command with the project's virtual environment: by variables where a shell of ours runs it, else by its own script. */
export function inVenv(line: string, runner: RunnerName, { folder, path }: { folder: string; path: string }): { line: string; env: Readonly<Record<string, string>> } {
	if (runner === 'bash') return { line, env: { VIRTUAL_ENV: folder, PATH: `${folder}/bin:${path}` } }
	if (runner === 'wsl') return { line: `. .venv/bin/activate && ${line}`, env: {} }
	if (runner === 'powershell') return { line: `. ${isWindows ? String.raw`.\.venv\Scripts\Activate.ps1` : './.venv/bin/Activate.ps1'}; ${line}`, env: {} }
	return { line: String.raw`call .venv\Scripts\activate.bat && ${line}`, env: {} }
}

/** What tells that a folder has one. */
export const venvMarks = ['.venv/bin/python', '.venv/bin/python3', '.venv/Scripts/python.exe'] as const
