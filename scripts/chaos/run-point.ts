import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { startModelServer } from '../../packages/server-kit/src/testing/model-server.ts'
import { temporaryFolder } from '../../e2e/support/drydock.ts'
import { makeProject, projectFiles } from '../../e2e/support/project.ts'
import { Visitor, type Logged } from './journey.ts'
import { allowedCommand, carefulAgent, deniedCommand, fixed } from './model.ts'

/** Plays the journey with the server dying at one point and checks what was promised. Answers how often it died. */
export async function runPoint(point: string, { count = 1, cancel = false }: { count?: number; cancel?: boolean } = {}): Promise<number> {
	const { folder, cleanUp } = await temporaryFolder()
	const model = await startModelServer(carefulAgent)
	try {
		const root = await makeProject(folder)
		const env = { DRYDOCK_PROVIDER: 'compatible', DRYDOCK_PROVIDER_URL: `${model.url}/v1`, DRYDOCK_PROVIDER_KEY: 'sk-fixture-0123456789abcdef', DRYDOCK_MODEL: 'scripted' }
		const visitor = new Visitor({ roots: [root], folder, env }, { DRYDOCK_FAIL: `${point}:${count}:kill9` })
		const started = await visitor.call<{ task_id: string }>('POST', '/maestro/delegate', { task: 'Make the failing test pass.', cwd: root, client_id: 'one' })
		assert.equal(started.status, 200, JSON.stringify(started.body))
		const task = started.body.task_id
		await visitor.follow(task, cancel ? () => 'cancel' : undefined)
		if (cancel) await checkCancelled(visitor, task)
		else {
			await checkRun(visitor, task, root)
			await takeBackAndForth(visitor, task, root)
		}
		await visitor.stop()
		assert.deepEqual(await processesAt(folder), [], 'a process was left behind')
		return visitor.deaths
	} finally {
		await model.close()
		await cleanUp()
	}
}

async function checkRun(visitor: Visitor, task: string, root: string) {
	const { events } = visitor
	checkLog(events)
	assert.equal(events.at(-1)?.data['status'], 'done', JSON.stringify(events.at(-1)))
	const runs = await linesOf(path.join(root, 'runs.log'))
	const result = resultOf(events, allowedCommand)
	assert.ok(runs <= 1, `the approved command ran ${runs} times`)
	if (result === 'ok') assert.equal(runs, 1, 'the approved command is said to have run')
	assert.equal(await linesOf(path.join(root, 'denied.log')), 0, 'the refused command ran')
	assert.equal(resultOf(events, deniedCommand), 'denied')
	const source = await readFile(path.join(root, 'src/total.js'), 'utf8')
	assert.equal(source.split(fixed).length - 1, 1, 'the edit was made once')
	assert.equal(await readFile(path.join(root, 'NOTES.md'), 'utf8'), '# Notes\n\nTotals count every item.\n')
	assert.equal(events.filter(({ type, data }) => type === 'approval.decided' && data['allow'] === true).length, 1, 'one approval, decided once')
	await checkNothingWorks(visitor, task)
}

async function checkCancelled(visitor: Visitor, task: string) {
	checkLog(visitor.events)
	assert.equal(visitor.events.at(-1)?.data['status'], 'cancelled')
	await checkNothingWorks(visitor, task)
}

/** No gaps, nothing twice, one result for each call, one end. */
function checkLog(events: Logged[]) {
	assert.deepEqual(
		events.map(({ seq }) => seq),
		events.map((_, index) => index + 1),
		'the client saw every event exactly once',
	)
	const called = events.filter(({ type }) => type === 'step.finished').flatMap(({ data }) => (data['calls'] as { id: string }[]).map(({ id }) => id))
	const finished = events.filter(({ type }) => type === 'tool.finished').map(({ data }) => data['call'])
	assert.deepEqual([...finished].sort(), [...called].sort(), 'every call has exactly one result')
	assert.equal(events.filter(({ type }) => type === 'task.finished').length, 1, 'one final event')
}

async function checkNothingWorks(visitor: Visitor, task: string) {
	const { body } = await visitor.call<{ items: { id: string; status: string }[] }>('GET', '/tasks')
	assert.deepEqual(body.items.map(({ id }) => id), [task], 'one run was started')
	for (const { status } of body.items) assert.ok(['done', 'failed', 'cancelled'].includes(status), `a run is left ${status}`)
}

/** The user edits a line, takes the agent's file back, keeps the own edit, and undoes the undo. */
async function takeBackAndForth(visitor: Visitor, task: string, root: string) {
	const file = path.join(root, 'src/total.js')
	const byAgent = await readFile(file, 'utf8')
	const withEdit = byAgent.replace('// Prices are in cents.', '// Prices are in euro cents.')
	await visitor.call('POST', `/fs/write?cwd=${encodeURIComponent(root)}`, { path: 'src/total.js', content: withEdit })
	assert.equal(await readFile(file, 'utf8'), withEdit)
	const original = (projectFiles['src/total.js'] ?? '').replace('// Prices are in cents.', '// Prices are in euro cents.')
	await visitor.call('POST', '/changes/take-back', { task, files: ['src/total.js'] })
	assert.equal(await readFile(file, 'utf8'), original, 'the agent’s lines are gone, the own edit is there')
	const { body } = await visitor.call<{ entries: { id: string; kind: string; undoes?: string }[] }>('GET', '/changes/history')
	const restore = body.entries.find(({ kind }) => kind === 'restore')
	assert.ok(restore, 'the taking back is in the history')
	await visitor.call('POST', '/changes/take-back', { entry: restore.id })
	assert.equal(await readFile(file, 'utf8'), withEdit, 'the undo is undone')
}

function resultOf(events: Logged[], command: string): unknown {
	const asked = events.flatMap(({ type, data }) => (type === 'step.finished' ? (data['calls'] as { id: string; input: { command?: string } }[]) : [])).find(({ input }) => input.command === command)
	return events.find(({ type, data }) => type === 'tool.finished' && data['call'] === asked?.id)?.data['status']
}

async function linesOf(file: string): Promise<number> {
	const text = await readFile(file, 'utf8').catch(() => '')
	return text.split('\n').filter(Boolean).length
}

/** Processes that still name the test's folder. */
async function processesAt(folder: string): Promise<string[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
	const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
	return lines.filter((line) => line.includes(folder)).map((line) => line.replaceAll('\0', ' '))
}
