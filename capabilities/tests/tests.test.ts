import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { EventOf, Sequenced } from '@drydock/contract'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { createApi } from '@drydock/web-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contract from './contract.ts'
import tests from './server/index.ts'
import { plan } from './server/run.ts'

const files = {
	'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
	'total.js': 'export const total = (list) => list.reduce((sum, price) => sum + price, 1)\n',
	'total.test.js': "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { total } from './total.js'\ntest('nothing costs nothing', () => assert.equal(0, 0))\ntest('two are added', () => assert.equal(total([1, 2]), 3))\n",
}

let app: TestApp
beforeEach(async () => {
	app = await testApp(tests, { files })
})
afterEach(() => app.close())

const api = () => createApi('http://127.0.0.1:8000', { fetch: app.fetch })
const detect = (more: object = {}) => api().send(contract.detectTools, { cwd: app.root, ...more })
const report = async () => (await api().send(contract.testReport, { cwd: app.root })).tests
const statuses = async () => Object.fromEntries((await report()).map(({ name, status }) => [name, status]))

type RunEvent = Sequenced<EventOf<typeof contract.watchRun>>

async function follow(id: string, until: (event: RunEvent) => boolean = () => false): Promise<RunEvent[]> {
	const stop = new AbortController()
	const events: RunEvent[] = []
	for await (const event of api().open(contract.watchRun, { id }, { signal: stop.signal, isLast: ({ type }) => type === 'exit' || type === 'error' })) {
		events.push(event)
		if (until(event)) break
	}
	stop.abort()
	return events
}

const start = (cmd: string, more: object = {}) => api().send(contract.runTests, { cmd, cwd: app.root, ...more })

async function run(cmd: string, more: object = {}) {
	const { task_id } = await start(cmd, more)
	const events = await follow(task_id)
	await app.kernel.tasks.finished(task_id, AbortSignal.timeout(10_000))
	return { output: events.flatMap(({ type, data }) => (type === 'output' ? [data.text] : [])).join(''), exit: events.find(({ type }) => type === 'exit')?.data, events }
}

type State = EventOf<typeof contract.watchTests>['data']

/** Reads the live state until it is as wanted. */
async function stateThat(is: (state: State) => boolean, act: () => void | Promise<void> = () => {}): Promise<State> {
	const stop = new AbortController()
	let hasActed = false
	for await (const { data } of api().open(contract.watchTests, { cwd: app.root }, { signal: stop.signal })) {
		if (hasActed && is(data)) {
			stop.abort()
			return data
		}
		if (!hasActed) {
			hasActed = true
			await act()
			if (is(data)) return data
		}
	}
	throw new Error('The stream ended')
}

test.each([
	[{ 'pytest.ini': '' }, 'pytest -q', 'pytest.ini'],
	[{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'pytest -q', 'pyproject.toml'],
	[{ 'package.json': '{ "scripts": { "test": "vitest" } }' }, 'npm test -- --watch=false', 'package.json'],
	[{ 'package.json': '{ "scripts": { "test": "vitest run" } }', 'pnpm-lock.yaml': '' }, 'pnpm test', 'pnpm-lock.yaml'],
	[{ 'package.json': '{ "scripts": { "test": "tsc && jest" } }', 'yarn.lock': '' }, 'yarn test --watch=false', 'yarn.lock'],
	[{ 'package.json': '{ "scripts": { "test": "echo \\"Error: no test specified\\" && exit 1" } }' }, 'node --test', 'total.test.js'],
	[{ 'package.json': '{}', 'vitest.config.ts': '' }, 'npx vitest --watch=false', 'vitest.config.ts'],
	[{ 'package.json': 'no json', 'go.mod': 'module x' }, 'go test ./...', 'go.mod'],
	[{ 'package.json': '{}', 'Cargo.toml': '' }, 'cargo test', 'Cargo.toml'],
])('a project with %j suggests %s', async (more, command, because) => {
	for (const [name, text] of Object.entries(more)) writeFileSync(path.join(app.root, name), text)
	expect(await detect()).toMatchObject({ command, because })
})

test('POST /tests/tools: results by tool, for a runner that is there and for one that is not', async () => {
	const { results, runners } = await detect({ tools: ['node', 'no-such-tool', '../evil'] })
	expect(results['node']).toMatchObject({ available: true })
	expect(results['no-such-tool']).toEqual({ available: false, path: null })
	expect(results['../evil']).toEqual({ available: false, path: null })
	expect(runners.map(({ name }) => name)).toContain('bash')
	const elsewhere = await detect({ tools: ['node'], runner: 'cmd' })
	expect(elsewhere.results['node']?.available).toBe(false)
})

function processesWith(words: string): string[] {
	return readdirSync('/proc').filter((pid) => {
		try {
			return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(words)
		} catch {
			// It ended meanwhile.
			return false
		}
	})
}

// The sandbox is Linux's so far; there it has to work.
describe.skipIf(process.platform !== 'linux')('in the sandbox', () => {
	test('a run gives output, exit code and results; after the mend only what failed runs again', async () => {
		const { output, exit } = await run('npm test')
		expect(exit).toMatchObject({ code: 1, stopped: false, timed_out: false })
		expect(output).toContain('two are added')
		expect(output).not.toContain('<testsuites>')
		expect(await statuses()).toEqual({ 'nothing costs nothing': 'passed', 'two are added': 'failed' })
		const [failed] = (await report()).filter(({ status }) => status === 'failed')
		expect(failed).toMatchObject({ file: 'total.test.js', line: 5, history: 'f', flaky: false })
		expect(failed?.message).toContain('AssertionError')

		writeFileSync(path.join(app.root, 'total.js'), 'export const total = (list) => list.reduce((sum, price) => sum + price, 0)\n')
		const again = await run('node --test', { only: [failed?.id] })
		expect(again.exit).toMatchObject({ code: 0 })
		expect(await report()).toMatchObject([
			{ name: 'nothing costs nothing', status: 'passed', latest: false, history: 'p' },
			{ name: 'two are added', status: 'passed', latest: true, history: 'fp', flaky: false },
		])
	})

	test('a receipt stands for the tree it ran on: an edit makes it stale, taking the edit back makes it stand again', async () => {
		await run('node --test')
		const fresh = await stateThat(({ fresh }) => fresh)
		expect(fresh.receipt).toMatchObject({ command: 'node --test', code: 1, framework: 'node', only: null, changed: [] })
		await stateThat(({ fresh }) => !fresh, () => writeFileSync(path.join(app.root, 'total.js'), 'changed'))
		await stateThat(({ fresh }) => fresh, () => writeFileSync(path.join(app.root, 'total.js'), files['total.js']))
		await stateThat(({ fresh }) => !fresh, () => writeFileSync(path.join(app.root, 'new.js'), ''))
	})

	test('what a run changes of the tree it ran on is named, and its receipt never stands', async () => {
		await run('echo more >> total.js; echo fine > made.txt')
		const { receipt, fresh } = await stateThat(() => true)
		expect(receipt).toMatchObject({ code: 0, framework: null, changed: ['total.js'] })
		expect(fresh).toBe(false)
	})

	test('a test that passes and fails on one tree is flaky', async () => {
		// A cache is no part of the tree.
		const flips = "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { existsSync, mkdirSync } from 'node:fs'\nconst was = existsSync('.cache')\nmkdirSync('.cache', { recursive: true })\ntest('sometimes', () => assert.ok(was))\ntest('never', () => assert.ok(false))\n"
		writeFileSync(path.join(app.root, 'total.test.js'), flips)
		await run('node --test')
		await run('node --test')
		expect(await report()).toMatchObject([
			{ name: 'sometimes', history: 'fp', flaky: true },
			{ name: 'never', history: 'ff', flaky: false },
		])
	})

	test('stopping ends everything the run started, and tells so', async () => {
		const unique = `300.${process.pid}`
		const { task_id } = await start(`echo begun; (trap "" TERM; sleep ${unique}) & setsid sleep ${unique} & sleep ${unique}`)
		await follow(task_id, ({ type, data }) => type === 'output' && 'text' in data && data.text.includes('begun'))
		expect((await stateThat(({ running }) => running !== null)).running).toMatchObject({ id: task_id })
		await app.kernel.tasks.cancel(task_id, { by: 'a person' })
		expect((await follow(task_id)).find(({ type }) => type === 'exit')?.data).toMatchObject({ code: 143, stopped: true })
		expect((await stateThat(({ running }) => running === null)).receipt).toMatchObject({ stopped: true })
		expect(processesWith(`sleep\0${unique}`)).toEqual([])
	})

	test('the same id starts one run; a command that is denied is 422, one that would ask runs on the press of Run', async () => {
		await expect(start('a'.repeat(5000))).rejects.toMatchObject({ status: 422, code: 'policy_violation' })
		await expect(start('dir', { runner: 'cmd' })).rejects.toMatchObject({ status: 409, code: 'runner_unavailable' })
		await expect(start(' ')).rejects.toMatchObject({ status: 400 })
		await expect(start('node --test', { only: ['no such'] })).rejects.toMatchObject({ status: 409, code: 'tests.no_selection' })
		const [first, second] = [await start('echo once', { id: 'one' }), await start('echo once', { id: 'one' })]
		expect(second).toEqual(first)
		await app.kernel.tasks.finished(first.task_id, AbortSignal.timeout(10_000))
	})

	test('coverage comes with a run of all tests, stays with its folder, and is no part of the output', async () => {
		const { output } = await run('npm test', { coverage: true })
		expect(output).not.toContain('SF:')
		const coverage = async () => (await api().send(contract.testReport, { cwd: app.root })).coverage
		const { files = [], problem } = (await coverage()) ?? {}
		expect(problem).toBeUndefined()
		expect(files.find(({ file }) => file === 'total.js')).toEqual({ file: 'total.js', lines: 1, covered: 1 })
		expect(await statuses()).toMatchObject({ 'two are added': 'failed' })
		await run('node --test', { coverage: true, only: [(await report())[0]?.id] })
		expect((await coverage())?.files).toEqual(files)
		await run('node --test')
		expect((await coverage())?.files).toEqual(files)
	})

	test.each([
		['npx vitest run', /npm install --save-dev @vitest\/coverage-v8/],
		['cargo test', /cargo llvm-cov/],
		['node --test --test-reporter=tap', /no reporter of its own/],
		['true && node --test', /no reporter of its own/],
	])('coverage of %s: what it lacks is said', async (cmd, problem) => {
		const planned = await plan(app.kernel, { cmd, cwd: app.root, venv: true, coverage: true }, [])
		expect(planned.coverage?.problem).toMatch(problem)
	})
})
