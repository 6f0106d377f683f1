import { expect, test } from 'vitest'
import type { TestResult } from '../contract.ts'
import { recognise, reportFile, withReport } from './frameworks.ts'
import { splitOutput } from './split-output.ts'
import { inVenv } from './venv.ts'

const result = (file: string | null, suites: string[], name: string): TestResult => ({ id: [file, ...suites, name].join(' › '), file, line: null, suites, name, status: 'failed', ms: null, message: null })

test.each([
	['pytest -q', undefined, 'pytest'],
	['python3 -m pytest tests', undefined, 'pytest'],
	['.venv/bin/pytest', undefined, 'pytest'],
	['uv run pytest', undefined, 'pytest'],
	['npx vitest run', undefined, 'vitest'],
	['yarn jest', undefined, 'jest'],
	['pnpm exec vitest', undefined, 'vitest'],
	['npm test', 'vitest run', 'vitest'],
	['npm run test', 'node --test', 'node'],
	['yarn test', 'jest --coverage', 'jest'],
	['npm test', 'make check', undefined],
	['npm test', undefined, undefined],
	['node --test', undefined, 'node'],
	['node build.js', undefined, undefined],
	['go test ./...', undefined, 'go'],
	['cargo test', undefined, 'cargo'],
	['cargo build', undefined, undefined],
	['make check', undefined, undefined],
])('%s (test: %s) is %s', (line, script, name) => {
	expect(recognise(line.split(' '), script?.split(' '))?.name).toBe(name)
})

const known = [result('tests/test_a.py', ['TestCart'], 'test_total'), result('src/a.test.ts', ['cart'], 'total (of two)'), result(null, ['example.org/cart', 'TestTotal'], 'of_two'), result(null, ['tests'], 'total')]
const [py, ts, go, rust] = known
const withWords = (line: string, only?: TestResult, script?: string) => {
	const words = line.split(' ')
	const found = recognise(words, script?.split(' '))
	return found && withReport(words, found, { only: only && [only], known })
}

test('a report is asked for with words of ours only, by a variable where the tool knows one', () => {
	expect(withWords('pytest -q')).toEqual({ argv: ['pytest', '-q'], env: { PYTEST_ADDOPTS: `--junitxml=${reportFile} -o junit_family=xunit1` }, reads: true })
	expect(withWords('vitest run')?.argv).toEqual(['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--includeTaskLocation'])
	expect(withWords('npm test', undefined, 'jest')?.argv).toEqual(['npm', 'test', '--', '--json', `--outputFile=${reportFile}`, '--testLocationInResults'])
	expect(withWords('pnpm test', undefined, 'jest')?.argv.slice(0, 3)).toEqual(['pnpm', 'test', '--json'])
	expect(withWords('npm test -- --watch=false', undefined, 'jest')?.argv.filter((word) => word === '--')).toHaveLength(1)
	expect(withWords('go test -v ./...')?.argv).toEqual(['go', 'test', '-json', '-v', './...'])
	expect(withWords('cargo test')?.argv).toEqual(['cargo', 'test'])
})

test('a reporter that the person chose is left alone', () => {
	expect(withWords('vitest run --reporter=verbose')).toEqual({ argv: ['vitest', 'run', '--reporter=verbose'], env: {}, reads: false })
	expect(withWords('pytest --junit-xml=mine.xml')).toMatchObject({ env: {}, reads: false })
})

test('some tests only: by the tool\'s own names, instead of the files that were asked for', () => {
	expect(withWords('pytest -q tests/', py)?.argv).toEqual(['pytest', '-q', 'tests/test_a.py::TestCart::test_total'])
	expect(withWords('vitest run src', ts)?.argv.slice(-3)).toEqual(['-t', String.raw`^(cart total \(of two\))$`, 'src/a.test.ts'])
	expect(withWords('jest', ts)?.argv.slice(-2)).toEqual(['--runTestsByPath', 'src/a.test.ts'])
	expect(withWords('node --test', ts)?.argv).toEqual(['node', '--test', String.raw`--test-name-pattern=^(cart total \(of two\)|total \(of two\))$`, 'src/a.test.ts'])
	expect(withWords('go test ./...', go)?.argv).toEqual(['go', 'test', '-json', '-run', '^(TestTotal)$', 'example.org/cart'])
	expect(withWords('cargo test', rust)?.argv).toEqual(['cargo', 'test', '--', '--exact', 'tests::total'])
})

test('a file that is called like an option is none', () => {
	const evil = result('--config=evil.test.ts', [], 'x')
	expect(withReport(['vitest', 'run'], { name: 'vitest', isScript: false, separator: [] }, { only: [evil], known: [evil] }).argv.at(-1)).toBe('./--config=evil.test.ts')
})

test.each([1, 3, 7, 1000])('the report comes off the end of the output, in pieces of %i', (size) => {
	const split = splitOutput('mark')
	const all = 'line\nmar\nmark is not it\nlast\nmark\n<report>\nmark\n'
	let shown = ''
	for (let at = 0; at < all.length; at += size) shown += split.add(all.slice(at, at + size))
	expect(shown + split.rest()).toBe('line\nmar\nmark is not it\nlast')
	expect(split.report()).toBe('<report>\nmark\n')
})

test.each([1, 3, 7, 1000])('the coverage comes after the report, in pieces of %i', (size) => {
	const split = splitOutput('mark')
	const all = 'last\nmark\n<report>\nmark-coverage\nSF:a.js\n'
	for (let at = 0; at < all.length; at += size) split.add(all.slice(at, at + size))
	expect([split.report(), split.coverage()]).toEqual(['<report>', 'SF:a.js\n'])
})

test('without a report nothing of the output is lost', () => {
	const split = splitOutput('mark')
	expect(split.add('all\nma') + split.rest()).toBe('all\nma')
	expect(split.report()).toBe('')
})

test.each([
	['wsl', '. .venv/bin/activate && pytest -q'],
	['powershell', '. ./.venv/bin/Activate.ps1; pytest -q'],
	['cmd', String.raw`call .venv\Scripts\activate.bat && pytest -q`],
] as const)('the virtual environment in %s', (runner, line) => {
	expect(inVenv('pytest -q', runner, { folder: '/p/.venv', path: '/usr/bin' }).line).toBe(line)
})

test('in bash the virtual environment is variables, so that the line stays what was judged', () => {
	expect(inVenv('pytest -q', 'bash', { folder: '/p/.venv', path: '/usr/bin' })).toEqual({ line: 'pytest -q', env: { VIRTUAL_ENV: '/p/.venv', PATH: '/p/.venv/bin:/usr/bin' } })
})
