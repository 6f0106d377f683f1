import type { RunnerName } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { readLine } from '@drydock/server-kit/process/read-line.ts'
import { recognise } from './frameworks.ts'
import { venvMarks } from './venv.ts'

type Files = Pick<Kernel, 'workspace'>

/** Larger ones are no settings that somebody wrote. */
const longestSettings = 1024 * 1024
/** Looked at in a folder to see whether it holds tests. */
const mostListed = 500

async function textOf({ workspace }: Files, cwd: string, file: string): Promise<string | undefined> {
	if ((await workspace.look(cwd, file))?.kind !== 'file') return undefined
	return (await workspace.read(cwd, file, { maxBytes: longestSettings }).catch(() => undefined))?.text
}

/** What `test` means in `package.json`, as the words of its last command: that one gets what is added. */
export async function testScript(files: Files, cwd: string): Promise<string[] | undefined> {
	const script = scriptIn(await textOf(files, cwd, 'package.json'))
	const reading = script === undefined ? undefined : await readLine(script)
	return reading?.ok ? reading.commands.at(-1) : undefined
}

function scriptIn(text: string | undefined): string | undefined {
	try {
		const parsed: unknown = JSON.parse(text ?? '{}')
		const scripts = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? parsed.scripts : undefined
		const script = typeof scripts === 'object' && scripts !== null && 'test' in scripts ? scripts.test : undefined
		return typeof script === 'string' && !script.includes('no test specified') ? script : undefined
	} catch {
		return undefined
	}
}

interface Suggestion {
	command: string
	because: string | null
}

/** The test command of a project by its files alone: nothing of it is run. spec/2 §9, default test commands. */
export async function suggest(files: Files, cwd: string): Promise<Suggestion> {
	for (const find of [pythonSettings, packageScript, nodeSettings, otherLanguages, looseFiles]) {
		const found = await find(files, cwd)
		if (found) return found
	}
	return { command: '', because: null }
}

type Find = (files: Files, cwd: string) => Promise<Suggestion | undefined>

const isThere = async ({ workspace }: Files, cwd: string, file: string) => (await workspace.look(cwd, file)) !== undefined
const pytest = (because: string): Suggestion => ({ command: 'pytest -q', because })

const pythonSettings: Find = async (files, cwd) => {
	for (const file of ['pytest.ini', '.pytest.ini', 'conftest.py', 'tests/conftest.py']) if (await isThere(files, cwd, file)) return pytest(file)
	for (const [file, section] of [['pyproject.toml', '[tool.pytest'], ['setup.cfg', '[tool:pytest]'], ['tox.ini', '[pytest]']] as const) {
		if ((await textOf(files, cwd, file))?.includes(section)) return pytest(file)
	}
	return undefined
}

const locks = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn' } as const
/** Without these a person at a terminal would be left in a watch. */
const watchOff: Readonly<Record<string, string>> = { vitest: '--watch=false', jest: '--watch=false' }

const packageScript: Find = async (files, cwd) => {
	const text = await textOf(files, cwd, 'package.json')
	const script = scriptIn(text)
	if (script === undefined) return undefined
	let because = 'package.json'
	let manager = /"packageManager":\s*"(pnpm|yarn)@/.exec(text ?? '')?.[1] ?? 'npm'
	for (const [file, name] of Object.entries(locks)) if (await isThere(files, cwd, file)) [manager, because] = [name, file]
	const words = await testScript(files, cwd)
	const off = words?.includes('run') ? undefined : watchOff[(words && recognise(words, undefined))?.name ?? '']
	return { command: `${manager} test${off === undefined ? '' : `${manager === 'npm' ? ' --' : ''} ${off}`}`, because }
}

const nodeSettings: Find = async (files, cwd) => {
	for (const tool of ['vitest', 'jest']) {
		for (const end of ['ts', 'js', 'mjs', 'cjs', 'mts']) if (await isThere(files, cwd, `${tool}.config.${end}`)) return { command: `npx ${tool} ${watchOff[tool]}`, because: `${tool}.config.${end}` }
	}
	return undefined
}

const otherLanguages: Find = async (files, cwd) => {
	if (await isThere(files, cwd, 'go.mod')) return { command: 'go test ./...', because: 'go.mod' }
	if (await isThere(files, cwd, 'Cargo.toml')) return { command: 'cargo test', because: 'Cargo.toml' }
	return undefined
}

const looseFiles: Find = async (files, cwd) => {
	for (const folder of ['', 'tests', 'test']) {
		if (folder !== '' && (await files.workspace.look(cwd, folder))?.kind !== 'folder') continue
		const { entries } = await files.workspace.list(cwd, folder, { limit: mostListed })
		const shown = (name: string) => (folder === '' ? name : `${folder}/${name}`)
		const python = entries.find(({ name }) => /^test_.*\.py$|_test\.py$/.test(name))
		if (python) return pytest(shown(python.name))
		const node = entries.find(({ name }) => /[.-]test\.[cm]?js$/.test(name) || (folder === 'test' && /\.[cm]?js$/.test(name)))
		if (node) return { command: 'node --test', because: shown(node.name) }
	}
	return undefined
}

/** The virtual environment of a folder, or of the project around it. */
export async function findVenv({ workspace }: Files, runner: RunnerName, folders: readonly string[]): Promise<string | undefined> {
	// A shell of its own activates what lies in its folder.
	for (const folder of runner === 'bash' ? folders : folders.slice(0, 1)) {
		for (const mark of venvMarks) if (await workspace.look(folder, mark)) return `${folder}/.venv`
	}
	return undefined
}
