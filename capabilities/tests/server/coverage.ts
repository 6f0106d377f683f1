import path from 'node:path'
import type { Kernel } from '@drydock/server-kit'
import type { Coverage, FrameworkName } from '../contract.ts'

const folder = '/tmp/drydock-tests-coverage'
/** Where tools write their coverage, all in the same format: in the sandbox, gone with the run. */
export const coverageFile = `${folder}/lcov.info`

/** What is added to a command for its coverage. */
export interface CoverageWords {
	words: readonly string[]
	env: Readonly<Record<string, string>>
}

interface Way extends CoverageWords {
	/** Packages of which one has to be in the project, and how to get one. */
	needs?: { packages: readonly string[]; install: string }
}

// The setting keeps the tool's own notes out of the project.
const pytestEnv = { PYTEST_ADDOPTS: `--cov --cov-report=lcov:${coverageFile}`, COVERAGE_FILE: `${folder}/notes` }
const ways: Partial<Record<FrameworkName, Way>> = {
	vitest: {
		words: ['--coverage.enabled', '--coverage.reporter=lcovonly', `--coverage.reportsDirectory=${folder}`, '--coverage.reportOnFailure'],
		env: {},
		needs: { packages: ['node_modules/@vitest/coverage-v8', 'node_modules/@vitest/coverage-istanbul'], install: 'npm install --save-dev @vitest/coverage-v8' },
	},
	jest: { words: ['--coverage', '--coverageReporters=lcovonly', `--coverageDirectory=${folder}`], env: {} },
	pytest: { words: [], env: pytestEnv },
	// Only the reporter may be named by a variable.
	node: { words: ['--experimental-test-coverage'], env: { NODE_OPTIONS: `--test-reporter=lcov --test-reporter-destination=${coverageFile}` } },
}

/** How a tool is asked for its coverage, or why it is not. */
export async function coverageOf(kernel: Kernel, name: FrameworkName, { cwd, env, words }: { cwd: string; env: Readonly<Record<string, string>>; words: readonly string[] }): Promise<CoverageWords | { problem: string }> {
	const way = ways[name]
	if (!way) return { problem: name === 'go' ? 'Coverage of go is not read here: add -cover to the command, and the output has it.' : 'Coverage of cargo is not read here: "cargo llvm-cov" in a terminal tells it.' }
	const { needs } = way
	if (needs && !(await isAnyThere(kernel, cwd, needs.packages))) return { problem: `${name} needs a provider for coverage: ${needs.install}` }
	if (name === 'pytest' && !(await hasPlugin(kernel, { cwd, env, words }))) return { problem: 'pytest needs its plugin for coverage: pip install pytest-cov' }
	return way
}

async function isAnyThere({ workspace, processes }: Kernel, cwd: string, files: readonly string[]): Promise<boolean> {
	const { root } = processes.locate(cwd)
	for (const place of [cwd, root]) for (const file of files) if (await workspace.look(place, file)) return true
	return false
}

/** pytest names its plugins when it is asked for its version twice; nothing of the project is collected for it. */
async function hasPlugin({ processes }: Kernel, { cwd, env, words }: { cwd: string; env: Readonly<Record<string, string>>; words: readonly string[] }): Promise<boolean> {
	const at = words.findIndex((word) => /^(py\.?test)$/.test(path.basename(word)))
	if (at < 0) return false
	const { stdout, stderr } = await processes.run({ argv: [...words.slice(0, at + 1), '--version', '--version'], cwd, env, sandbox: 'read-only' })
	return /\bpytest-cov-/.test(stdout + stderr)
}

/** Files of a report: more is a list that nobody reads. */
const mostFiles = 2000

/** Reads lcov: for each file how many lines could have run, and how many did. Files outside of the project are left out. */
export function readLcov(text: string, cwd: string): Coverage['files'] {
	const files = new Map<string, { lines: number; covered: number }>()
	let at = ''
	for (const line of text.split('\n')) {
		const [, key = '', value = ''] = /^(SF|LF|LH):(.*)$/.exec(line.trimEnd()) ?? []
		if (key === 'SF') at = path.relative(cwd, path.resolve(cwd, value))
		if (at === '' || at.startsWith('..')) continue
		const file = files.get(at) ?? { lines: 0, covered: 0 }
		if (key === 'LF') file.lines = Number(value) || 0
		if (key === 'LH') file.covered = Number(value) || 0
		files.set(at, file)
	}
	const left = ({ lines, covered }: { lines: number; covered: number }) => lines - covered
	// What a file says of itself may be anything.
	return [...files].map(([file, { lines, covered }]) => ({ file, lines, covered: Math.min(covered, lines) })).filter(({ lines }) => lines > 0).toSorted((a, b) => left(b) - left(a) || (a.file < b.file ? -1 : 1)).slice(0, mostFiles)
}
