import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startModelServer, type Scripted } from '@drydock/server-kit/testing/model-server.ts'
import { testApp } from '@drydock/server-kit/testing'
import approvals from '../../approvals/server/index.ts'
import tasks from '../../tasks/server/index.ts'
import maestro from './index.ts'

let closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.toReversed()) await close()
	closers = []
})

async function setUp(scripted: Scripted, provider?: { name: string }) {
	const server = await startModelServer(scripted)
	closers.push(server.close)
	const first = provider ?? { name: 'compatible', url: `${server.url}/v1`, key: 'key-for-tests', model: 'scripted' }
	const app = await testApp([tasks, approvals, maestro], { files: { 'a.txt': 'one\n' }, options: { provider: first } })
	closers.push(app.close)
	async function json(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
		const reply = await app.fetch(url, { method, body: body === undefined ? undefined : JSON.stringify(body), headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers } })
		return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
	}
	async function stream(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
		const reply = await app.fetch(url, { method, body: body === undefined ? undefined : JSON.stringify(body), headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers } })
		return eventsOf(await reply.text())
	}
	const until = async (id: unknown) => app.kernel.tasks.finished(String(id), AbortSignal.timeout(10_000))
	return { app, server, json, stream, until }
}

function eventsOf(text: string) {
	return text
		.split('\n\n')
		.filter((block) => block.includes('event: '))
		.map((block) => {
			const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
			return { id: Number(field('id')), type: field('event'), data: JSON.parse(field('data')) as Record<string, unknown> }
		})
}

const script = { turns: [{ reasoning: 'hm', text: 'Reading.', calls: [{ name: 'read', input: { path: 'a.txt' } }] }, { text: 'It says one.' }] }

test('a run streams its events in the words of the specification and ends with eof', async () => {
	const { app, stream } = await setUp(script)
	const events = await stream('POST', '/vibe/maestro', { task: 'What is in a.txt?', cwd: app.root, correlation_id: 'c1' })
	expect(events.map(({ type }) => type)).toEqual(['accepted', 'delegate_result', 'tool_result', 'delegate_result', 'done', 'eof'])
	expect(events.at(-2)?.data).toEqual({ summary: 'It says one.' })
	const id = String(events[0]?.data['task_id'])
	const again = await stream('POST', '/vibe/maestro', { task: 'What is in a.txt?', cwd: app.root, correlation_id: 'c1' })
	expect(again[0]?.data['task_id']).toBe(id)
	const status = await stream('GET', `/maestro/status/${id}`)
	expect(status.map(({ type }) => type)).toEqual(['accepted', 'agent_delta', 'agent_delta', 'agent_done', 'tool_result', 'agent_delta', 'agent_done', 'done', 'eof'])
	expect(status[1]?.data).toEqual({ agent: 'Maestro/thought', content: 'hm' })
	const rest = await stream('GET', `/maestro/status/${id}`, undefined, { 'last-event-id': String(status[4]?.id) })
	expect(rest.map(({ type }) => type)).toEqual(['agent_delta', 'agent_done', 'done', 'eof'])
	const whole = await stream('GET', `/tasks/${id}/events`)
	expect(whole.map((event) => event.id)).toEqual(whole.map((_, index) => index + 1))
	expect(whole.at(-1)).toMatchObject({ type: 'task.finished', data: { status: 'done', ts: expect.any(Number) } })
	expect(await stream('GET', `/tasks/${id}/events`, undefined, { 'last-event-id': String(whole.length) })).toEqual([])
})

test('an approval is decided once by a person, and never by an agent', async () => {
	const { app, json, until } = await setUp({ turns: [{ calls: [{ name: 'run', input: { command: 'echo hi > made.txt' } }] }, { text: 'ok' }] })
	const { body } = await json('POST', '/maestro/delegate', { task: 'Make it.', cwd: app.root })
	await expect.poll(async () => (await json('GET', '/tools/approvals/list?status=pending')).body['items']).toHaveLength(1)
	const [item] = (await json('GET', '/tools/approvals/list?status=pending')).body['items'] as Record<string, unknown>[]
	expect(item).toMatchObject({ task_id: body['task_id'], agent: 'Maestro', action: 'run', status: 'pending', metadata: { command: 'echo hi > made.txt' } })
	const decision = { task_id: body['task_id'], action_id: item?.['approval_id'], allow: true }
	const token = app.kernel.auth.mintAgentToken(String(body['task_id']))
	const asAgent = await app.fetch('/approvals/decide', { method: 'POST', body: JSON.stringify(decision), headers: { 'content-type': 'application/json', 'x-api-key': token } })
	expect(asAgent.status).toBe(403)
	expect((await json('POST', '/approvals/decide', decision)).body).toEqual({ ok: true, status: 'approved' })
	const late = await json('POST', '/tools/approvals/commit', { approval_id: item?.['approval_id'], decision: 'reject' })
	expect([late.status, late.body['code']]).toEqual([409, expect.stringMatching(/not_pending|tasks.ended/)])
	expect((await until(body['task_id'])).status).toBe('done')
	expect(await readFile(path.join(app.root, 'made.txt'), 'utf8')).toBe('hi\n')
})

test('messages steer a run, cancel ends it, and the history shows it', async () => {
	const { app, json, until } = await setUp({ turns: [{ calls: [{ name: 'ask', input: { question: 'Which?' } }] }, { text: 'word '.repeat(400), delayMs: 20 }] })
	const started = await json('POST', '/maestro/delegate', { task: 'Pick.', cwd: app.root, client_id: 'k' })
	const id = String(started.body['task_id'])
	expect((await json('POST', '/maestro/delegate', { task: 'Pick.', cwd: app.root, client_id: 'k' })).body['task_id']).toBe(id)
	await expect.poll(async () => (await json('GET', `/tasks/${id}`)).body['status']).toBe('awaiting_approval')
	expect((await json('POST', `/maestro/runs/${id}/messages`, { text: 'The red one.' })).body['ok']).toBe(true)
	await expect.poll(async () => (await app.kernel.tasks.events(id, { after: 0 })).some(({ type }) => type === 'text.delta')).toBe(true)
	expect((await json('POST', `/maestro/cancel/${id}`)).body).toEqual({ ok: true, status: 'cancelled' })
	await until(id)
	expect((await json('POST', `/maestro/runs/${id}/messages`, { text: 'hello' })).body).toMatchObject({ code: 'tasks.ended' })
	expect((await json('GET', '/maestro/runs')).body['items']).toEqual([expect.objectContaining({ task_id: id, title: 'Pick.', status: 'cancelled', cwd: app.root, model: 'scripted' })])
})

test('says what is missing instead of starting', async () => {
	const { app, json } = await setUp(script, { name: 'openrouter' })
	expect((await json('GET', '/maestro/health')).body).toMatchObject({ ok: false, status: 'no_key', provider: 'openrouter' })
	const refused = await json('POST', '/vibe/maestro', { task: 'x', cwd: app.root })
	expect([refused.status, refused.body['code'], refused.body['error']]).toEqual([409, 'models.no_key', 'There is no key for OpenRouter yet'])
	expect((await json('POST', '/maestro/delegate', { task: ' ', cwd: app.root })).body).toMatchObject({ error: 'task is required' })
	expect((await json('POST', '/maestro/cancel/nope')).status).toBe(404)
	expect((await json('POST', '/vibe/maestro', { task: 'x', max_iters: 51 })).status).toBe(400)
})

test('keeps its configuration and resets it', async () => {
	const { json } = await setUp(script)
	expect((await json('GET', '/maestro/config')).body).toMatchObject({ preferred_provider: 'compatible', preferred_model: 'scripted', validators: { enable_rust: false } })
	expect((await json('POST', '/maestro/config', { validators: { enable_rust: true } })).body).toMatchObject({ validators: { enable_rust: true, enable_node: true } })
	expect((await json('POST', '/maestro/config/model', { provider: 'openai', model: 'gpt-4o' })).body).toMatchObject({ preferred_provider: 'openai', preferred_model: 'gpt-4o' })
	expect((await json('POST', '/maestro/config/model', { provider: 'nobody', model: 'x' })).body).toMatchObject({ code: 'models.unknown_provider' })
	expect((await json('POST', '/maestro/config/reset')).body).toMatchObject({ validators: { enable_rust: false } })
	expect((await json('GET', '/maestro/health')).body).toMatchObject({ running: 0 })
})

test.each([0, -1, 1.5, '10', 1001, 1e9, null, true])('no run is started with %j steps', async (max_steps) => {
	const { json } = await setUp(script)
	expect(await json('POST', '/maestro/delegate', { task: 'x', cwd: '/sandbox', max_steps })).toMatchObject({ status: 400, body: { code: 'validation', message: expect.stringContaining('max_steps') } })
	expect((await json('GET', '/tasks')).body).toMatchObject({ items: [] })
})

test('a task has its length, and a larger body is not read', async () => {
	const { json } = await setUp(script)
	const start = async (length: number) => (await json('POST', '/maestro/delegate', { task: 'x'.repeat(length), cwd: '/sandbox' })).status
	expect([await start(100_000), await start(100_001), await start(10 * 2 ** 20)]).toEqual([200, 400, 413])
})
