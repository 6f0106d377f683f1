import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import server from './index.ts'

let app: TestApp
beforeEach(async () => {
	app = await testApp(server)
})
afterEach(() => app.close())

async function send(method: string, path: string, body?: unknown) {
	const reply = await app.fetch(path, { method, ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) })
	return { status: reply.status, body: (await reply.json()) as Record<string, never> }
}

test('plans start as todo at the end, and move to any of the three', async () => {
	for (const title of ['one', 'two']) await send('POST', '/plans', { title })
	const [one, two] = (await send('GET', '/plans')).body['plans'] as unknown as { id: string; status: string; position: number }[]
	expect([one, two]).toMatchObject([{ title: 'one', status: 'todo', position: 1 }, { title: 'two', status: 'todo', position: 2 }])
	for (const status of ['in_progress', 'done', 'todo']) {
		await send('PUT', `/plans/${two?.id}`, { status, position: 0.5 })
		expect((await send('GET', '/plans')).body['plans']).toMatchObject([{ title: 'two', status }, { title: 'one' }])
	}
	expect((await send('PUT', `/plans/${two?.id}`, { status: 'blocked' })).status).toBe(400)
	await send('DELETE', `/plans/${two?.id}`)
	expect((await send('GET', '/plans')).body['plans']).toHaveLength(1)
})

test('a todo is medium and open at first; its fields change one by one', async () => {
	const { body } = await send('POST', '/todos', { text: 'buy milk' })
	await send('PUT', `/todos/${String(body['id'])}`, { priority: 'high' })
	await send('PUT', `/todos/${String(body['id'])}`, { done: true })
	expect((await send('GET', '/todos')).body['todos']).toMatchObject([{ text: 'buy milk', done: true, priority: 'high' }])
	expect((await send('POST', '/todos', { text: '' })).status).toBe(400)
})

test.each([{ title: '', body: 'x' }, { title: ' ', body: 'x' }, { title: 'x', body: '' }, { title: 'x', body: '\n' }])('a snippet needs a title and a body: %j', async (snippet) => {
	expect((await send('POST', '/snippets', snippet)).status).toBe(400)
})

test('snippets are listed by title, and a change over a newer one is refused', async () => {
	const { body: second } = await send('POST', '/snippets', { title: 'second', body: 'b' })
	await send('POST', '/snippets', { title: 'first', body: 'a' })
	await send('PUT', `/snippets/${String(second['id'])}`, { body: 'newer' })
	expect((await send('PUT', `/snippets/${String(second['id'])}`, { body: 'mine', expected: second['etag'] })).status).toBe(409)
	expect((await send('GET', '/snippets')).body['snippets']).toMatchObject([{ title: 'first', body: 'a' }, { title: 'second', body: 'newer' }])
})
