import path from 'node:path'
import type { FrameworkName, TestResult } from '../contract.ts'
import { readCargoText } from './readers/cargo-text.ts'
import { goText, readGoJson } from './readers/go-json.ts'
import { readJestJson } from './readers/jest-json.ts'
import { readJunit } from './readers/junit.ts'

/** Where tools write their report: in the sandbox, in memory, gone with the run. */
export const reportFile = '/tmp/drydock-tests-report'

/** How a test tool is asked for results that a machine can read, and for some tests only. The command itself stays as it was judged: words are only added. */
export interface Framework {
	/** Words after which a selection or a report may be added; none where the report comes by a variable. */
	report: readonly string[]
	env?: Readonly<Record<string, string>>
	/** Where the results are: in the report's file, or in what it prints. */
	source: 'file' | 'stdout'
	/** Puts words into a command of this tool; `added` may hold options only for some. */
	insert: 'after the subcommand' | 'at the end'
	/** An option that says the person chose a reporter: then theirs is left alone. */
	own: RegExp
	select(tests: readonly TestResult[]): { options: readonly string[]; operands: readonly string[] }
	read(text: string, cwd: string): TestResult[]
	/** A line of output as a person would have seen it. */
	shown?(line: string): string
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
const anyOf = (names: readonly string[]) => `^(${[...new Set(names)].map(escaped).join('|')})$`
const unique = (words: readonly (string | null)[]) => [...new Set(words.flatMap((word) => (word === null ? [] : [plain(word)])))]
/** A file that is called like an option is no option. */
const plain = (word: string) => (word.startsWith('-') ? `./${word}` : word)
const fullName = ({ suites, name }: TestResult) => [...suites, name].join(' ')

export const frameworks: Readonly<Record<FrameworkName, Framework>> = {
	pytest: {
		report: [],
		env: { PYTEST_ADDOPTS: `--junitxml=${reportFile} -o junit_family=xunit1` },
		source: 'file',
		insert: 'at the end',
		own: /^--junit-?xml/,
		select: (tests) => ({ options: [], operands: tests.flatMap(({ file, suites, name }) => (file === null ? [] : [plain([file, ...suites, name].join('::'))])) }),
		read: (text, cwd) => readJunit(text, cwd, 'pytest'),
	},
	vitest: {
		report: ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--includeTaskLocation'],
		source: 'file',
		insert: 'at the end',
		own: /^--(reporter|outputFile)/,
		select: (tests) => ({ options: ['-t', anyOf(tests.map(fullName))], operands: unique(tests.map(({ file }) => file)) }),
		read: readJestJson,
	},
	jest: {
		report: ['--json', `--outputFile=${reportFile}`, '--testLocationInResults'],
		source: 'file',
		insert: 'at the end',
		own: /^--(json|outputFile)/,
		select: (tests) => ({ options: ['-t', anyOf(tests.map(fullName)), '--runTestsByPath'], operands: unique(tests.map(({ file }) => file)) }),
		read: readJestJson,
	},
	node: {
		report: [],
		env: { NODE_OPTIONS: `--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=${reportFile}` },
		source: 'file',
		insert: 'after the subcommand',
		own: /^--test-reporter/,
		// Node 20 compares with the name alone, later ones with all names before it.
		select: (tests) => ({ options: [`--test-name-pattern=${anyOf(tests.flatMap((test) => [fullName(test), test.name]))}`], operands: unique(tests.map(({ file }) => file)) }),
		read: (text, cwd) => readJunit(text, cwd, 'node'),
	},
	go: {
		report: ['-json'],
		source: 'stdout',
		insert: 'after the subcommand',
		own: /^-json$/,
		select: (tests) => ({ options: ['-run', anyOf(tests.map(({ suites: [, top], name }) => top ?? name))], operands: unique(tests.map(({ suites: [pack = ''] }) => pack)) }),
		read: readGoJson,
		shown: goText,
	},
	cargo: {
		report: [],
		source: 'stdout',
		insert: 'at the end',
		own: /^--format/,
		select: (tests) => ({ options: ['--', '--exact'], operands: tests.map(({ suites, name, file }) => (suites[0] === 'documentation' ? `${file} - ${name}` : [...suites, name].join('::'))) }),
		read: readCargoText,
	},
}

/** What of a command says which tool it is, and where its options start. */
export interface Recognised {
	name: FrameworkName
	/** The script of `package.json` that runs it. */
	isScript: boolean
	/** What a package manager wants before words for the script. */
	separator: readonly string[]
}

const managers = new Set(['npm', 'pnpm', 'yarn', 'bun'])

/** The tool that a command runs, by its words alone; `script` is what `test` means in `package.json`. */
export function recognise(words: readonly string[], script: readonly string[] | undefined): Recognised | undefined {
	const [program = '', first = '', second = ''] = words
	const base = path.basename(program)
	const direct = (name: FrameworkName): Recognised => ({ name, isScript: false, separator: [] })
	if (base === 'pytest' || base === 'py.test') return direct('pytest')
	if (/^python3?(\.\d+)?$/.test(base) && first === '-m' && second === 'pytest') return direct('pytest')
	if (base === 'vitest' || base === 'jest') return direct(base)
	if (base === 'node' && words.includes('--test')) return direct('node')
	if ((base === 'go' || base === 'cargo') && first === 'test') return direct(base)
	if (base === 'npx' || base === 'bunx') return recognise(words.slice(first === '-y' || first === '--yes' ? 2 : 1), undefined)
	if ((base === 'uv' || base === 'poetry') && first === 'run') return recognise(words.slice(2), undefined)
	if (!managers.has(base)) return undefined
	if (first === 'exec') return recognise(words.slice(second === '--' ? 3 : 2), undefined)
	if (first === 'test' || first === 't' || (first === 'run' && second === 'test')) {
		const inner = script && recognise(script, undefined)
		return inner && { name: inner.name, isScript: true, separator: base === 'npm' && !words.includes('--') ? ['--'] : [] }
	}
	return base === 'npm' ? undefined : recognise(words.slice(1), undefined)
}

/** The command with its report, and with some tests only. */
export function withReport(words: readonly string[], { name, isScript, separator }: Recognised, { only, known, more = [] }: { only?: readonly TestResult[]; known: readonly TestResult[]; more?: readonly string[] }): { argv: string[]; env: Readonly<Record<string, string>>; reads: boolean } {
	const { report, env = {}, insert, own, select } = frameworks[name]
	const reads = !words.some((word) => own.test(word))
	const added = reads ? [...report, ...more] : []
	if (!only) return { argv: placed(words, added, []), env: reads ? env : {}, reads }
	const { options, operands } = select(only)
	const files = new Set(known.flatMap(({ file }) => (file === null ? [] : [file])))
	const rest = words.filter((word, at) => at < 2 || !isOperand(word, files, name))
	return { argv: placed(rest, [...added, ...options], operands), env: reads ? env : {}, reads }

	function placed(own: readonly string[], options: readonly string[], operands: readonly string[]): string[] {
		if (options.length === 0 && operands.length === 0) return [...own]
		const after = name === 'node' ? own.indexOf('--test') : own.indexOf('test')
		if (isScript || insert === 'at the end' || after < 0) return [...own, ...separator, ...options, ...operands]
		return [...own.slice(0, after + 1), ...options, ...own.slice(after + 1), ...operands]
	}
}

/** Files, folders and packages that were asked for: with some tests only, these are asked for instead. */
function isOperand(word: string, files: ReadonlySet<string>, name: FrameworkName): boolean {
	if (word.startsWith('-')) return false
	if (name === 'go') return word === '.' || word.startsWith('./')
	const clean = word.replace(/^\.\//, '').replace(/\/$/, '').replace(/::.*$/, '')
	return [...files].some((file) => file === clean || file.startsWith(`${clean}/`))
}
