import { expect, test } from 'vitest'
import type { Receipt, TestResult } from '../contract.ts'
import { reportOf } from './receipts.ts'

const result = (name: string, status: TestResult['status']): TestResult => ({ id: name, file: null, line: null, suites: [], name, status, ms: 1, message: null })
const run = (results: TestResult[], more: Partial<Receipt> = {}) => ({
	receipt: { id: 'run', command: 'x', framework: null, code: 0, duration_ms: 1, finished_at: 1, tree: 'tree', only: null, stopped: false, timed_out: false, changed: [], truncated: false, ...more },
	results,
})
const lines = (...runs: Parameters<typeof reportOf>[0]) => reportOf(runs).map(({ name, status, history, flaky, latest }) => [name, status, history, flaky, latest])

test('a partial run leaves the others and their places as they were', () => {
	expect(lines(run([result('a', 'failed'), result('b', 'passed')]), run([result('a', 'passed')], { only: 1, tree: 'mended' }))).toEqual([
		['a', 'passed', 'fp', false, true],
		['b', 'passed', 'p', false, false],
	])
})

test('after a whole run, tests that are no more are gone; a run that was stopped says nothing of the others', () => {
	expect(lines(run([result('a', 'passed'), result('b', 'passed')]), run([result('b', 'passed')]))).toEqual([['b', 'passed', 'pp', false, true]])
	expect(lines(run([result('a', 'passed'), result('b', 'passed')]), run([result('b', 'passed')], { stopped: true })).map(([name]) => name)).toEqual(['a', 'b'])
})

test('flaky: both on one tree, unless files changed while it ran', () => {
	expect(lines(run([result('a', 'passed')]), run([result('a', 'failed')]))).toEqual([['a', 'failed', 'pf', true, true]])
	expect(lines(run([result('a', 'passed')]), run([result('a', 'failed')], { changed: ['x'] }))).toEqual([['a', 'failed', 'pf', false, true]])
})

test('tests of one name are one, as bad as the worst', () => {
	expect(lines(run([result('a', 'failed'), result('a', 'passed')]))).toEqual([['a', 'failed', 'f', false, true]])
})
