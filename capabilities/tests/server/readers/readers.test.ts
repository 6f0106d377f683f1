import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goText, readGoJson } from './go-json.ts'
import { readCargoText } from './cargo-text.ts'
import { readJestJson } from './jest-json.ts'
import { readJunit } from './junit.ts'

const cwd = '/srv/project'
const recorded = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
const short = (results: ReturnType<typeof readJunit>) => results.map(({ file, line, suites, name, status }) => [file, line, suites.join('/'), name, status])

test('pytest: files, lines from 1, classes, parameters, errors of fixtures, reasons of skips', () => {
	const results = readJunit(recorded('pytest.xml'), cwd, 'pytest')
	expect(short(results)).toEqual([
		['tests/test_total.py', 3, '', 'test_adds', 'passed'],
		['tests/test_total.py', 7, 'TestCart', 'test_total', 'failed'],
		['tests/test_total.py', 11, 'TestCart', 'test_even[1]', 'failed'],
		['tests/test_total.py', 11, 'TestCart', 'test_even[2]', 'passed'],
		['tests/test_total.py', 15, '', 'test_skipped', 'skipped'],
		['tests/test_total.py', 23, '', 'test_setup', 'failed'],
	])
	expect(results[1]?.message).toContain('assert 3 == 4')
	expect(results[4]?.message).toBe('later')
	expect(results[5]?.message).toContain('no <db> & more')
	expect(results[1]?.ms).toBeCloseTo(1)
})

test('node:test 24 tells files; the line of a failure comes from its stack', () => {
	const results = readJunit(recorded('node-24.xml'), cwd, 'node')
	expect(short(results)).toEqual([
		['total.test.mjs', null, '', 'adds', 'passed'],
		['total.test.mjs', 5, 'cart', 'total <of> two', 'failed'],
		['total.test.mjs', null, 'cart', 'later', 'skipped'],
		['total.test.mjs', null, 'cart', 'some day', 'skipped'],
		['total.test.mjs', null, 'cart/deep', 'inner', 'passed'],
	])
})

test('node:test 20 tells no files: those of failures are in their stack, and a test keeps its id when it passes again', () => {
	const results = readJunit(recorded('node-20.xml'), cwd, 'node')
	expect(results.map(({ id, file }) => [id, file]).slice(0, 2)).toEqual([
		['adds', null],
		['cart › total <of> two', 'total.test.mjs'],
	])
})

test.each(['vitest', 'jest'])('%s: its JSON gives files, lines, suites and messages', (tool) => {
	const results = readJestJson(recorded(`${tool}.json`), cwd)
	expect(results.map(({ suites, name, status }) => [suites.join('/'), name, status])).toEqual([
		['', 'adds', 'passed'],
		['cart', 'total', 'failed'],
		['cart', 'later', 'skipped'],
		['cart', 'some day', 'skipped'],
	])
	expect(new Set(results.map(({ file }) => file))).toEqual(new Set([tool === 'vitest' ? 'total.test.ts' : 'total.test.js']))
	expect(results[1]?.line).toBe(tool === 'vitest' ? 4 : 3)
	expect(results[1]?.message).toContain('Object.is equality')
})

test('a file that jest or vitest could not load is a failed test', () => {
	const json = JSON.stringify({ testResults: [{ name: `${cwd}/a.test.ts`, status: 'failed', message: 'SyntaxError: nope', assertionResults: [] }] })
	expect(readJestJson(json, cwd)).toMatchObject([{ file: 'a.test.ts', name: '(could not be loaded)', status: 'failed', message: 'SyntaxError: nope' }])
})

test('cargo: the lines it prints, modules, documentation tests, messages with their place', () => {
	const results = readCargoText(recorded('cargo.txt'), cwd)
	expect(short(results)).toEqual([
		[null, null, 'tests', 'later', 'skipped'],
		[null, null, 'tests', 'adds', 'passed'],
		[null, null, 'tests', 'panics', 'passed'],
		['src/lib.rs', 11, 'tests', 'total', 'failed'],
		['src/lib.rs', 1, 'documentation', 'add (line 1)', 'passed'],
	])
	expect(results[3]?.message).toContain('left: 3')
	expect(results[3]?.id).toBe('tests › total')
})

const go = [
	{ Action: 'start', Package: 'example.org/cart' },
	{ Action: 'run', Package: 'example.org/cart', Test: 'TestAdds' },
	{ Action: 'output', Package: 'example.org/cart', Test: 'TestAdds', Output: '--- PASS: TestAdds (0.01s)\n' },
	{ Action: 'pass', Package: 'example.org/cart', Test: 'TestAdds', Elapsed: 0.01 },
	{ Action: 'run', Package: 'example.org/cart', Test: 'TestTotal' },
	{ Action: 'run', Package: 'example.org/cart', Test: 'TestTotal/of_two' },
	{ Action: 'output', Package: 'example.org/cart', Test: 'TestTotal/of_two', Output: '    cart_test.go:9: got 3\n' },
	{ Action: 'fail', Package: 'example.org/cart', Test: 'TestTotal/of_two', Elapsed: 0 },
	{ Action: 'fail', Package: 'example.org/cart', Test: 'TestTotal', Elapsed: 0 },
	{ Action: 'skip', Package: 'example.org/cart', Test: 'TestLater', Elapsed: 0 },
	{ Action: 'fail', Package: 'example.org/cart', Elapsed: 0.2 },
	{ Action: 'output', Package: 'example.org/broken', Output: 'FAIL example.org/broken [build failed]\n' },
	{ Action: 'fail', Package: 'example.org/broken', Elapsed: 0 },
].map((event) => JSON.stringify(event))

test('go: events of test2json give leaves only; a package that did not build is a failed test', () => {
	const results = readGoJson(['# example.org/broken', './broken.go:3:1: syntax error', ...go].join('\n'), cwd)
	expect(short(results)).toEqual([
		[null, null, 'example.org/cart', 'TestAdds', 'passed'],
		[null, null, 'example.org/cart/TestTotal', 'of_two', 'failed'],
		[null, null, 'example.org/cart', 'TestLater', 'skipped'],
		[null, null, 'example.org/broken', '(could not be run)', 'failed'],
	])
	expect(results[1]?.message).toBe('cart_test.go:9: got 3')
	expect(go.map(goText).join('')).toBe('--- PASS: TestAdds (0.01s)\n    cart_test.go:9: got 3\nFAIL example.org/broken [build failed]\n')
	expect(goText('# example.org/broken')).toBe('# example.org/broken\n')
})

test('a report cannot grow while it is read, and what is cut off or no XML gives what there is', () => {
	const bomb = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuites><testcase name="&b;" classname="x"/><testcase name="cut'
	expect(readJunit(bomb, cwd, 'node').map(({ name }) => name)).toEqual(['&b;'])
	expect(readJunit('no xml at all < >', cwd, 'pytest')).toEqual([])
})

// Each of these takes minutes when the time grows with the square of the length.
test.each([
	['tags that never end', () => readJunit(`<testsuites>${'<a b="'.repeat(500_000)}`, cwd, 'pytest')],
	['a tag of one long word', () => readJunit(`<testsuites><${'a'.repeat(3_000_000)} >`, cwd, 'pytest')],
	['attributes without values', () => readJunit(`<testsuites><a ${'b '.repeat(1_000_000)}>`, cwd, 'pytest')],
	['ampersands', () => readJunit(`<testsuites>${'&a'.repeat(1_000_000)}`, cwd, 'pytest')],
	['one line of words', () => readCargoText(`test ${'a.'.repeat(1_000_000)}`, cwd)],
	['messages of one word', () => readJestJson(JSON.stringify({ testResults: [{ name: 'a', assertionResults: Array.from({ length: 500 }, () => ({ title: 'x', status: 'failed', failureMessages: ['a/a.'.repeat(2000)] })) }] }), cwd)],
])('a hostile report is read in one pass: %s', (_, read) => {
	const started = performance.now()
	read()
	expect(performance.now() - started).toBeLessThan(20_000)
})
