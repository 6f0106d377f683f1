import { stat } from 'node:fs/promises'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Note } from '../contract.ts'
import server from './index.ts'

let app: TestApp
beforeEach(async () => {
	app = await testApp(server)
})
afterEach(() => app.close())

async function send(method: string, path: string, body?: unknown) {
	const reply = await app.fetch(path, { method, ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) })
	return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const list = async (query = '') => (await send('GET', `/notes${query}`)).body['notes'] as Note[]

test('POST, PUT, GET and DELETE /notes/', async () => {
	const made = await send('POST', '/notes', {})
	const id = String(made.body['id'])
	expect(await list()).toMatchObject([{ id, title: 'Untitled', content: '' }])
	const saved = await send('PUT', `/notes/${id}`, { content: 'text' })
	expect((await send('GET', `/notes/${id}`)).body).toMatchObject({ title: 'Untitled', content: 'text', etag: saved.body['etag'] })
	expect(await list('?brief=true')).toMatchObject([{ id, content: '' }])
	expect((await send('DELETE', `/notes/${id}`)).body).toEqual({ ok: true })
	expect(await list()).toEqual([])
	expect(await send('PUT', `/notes/${id}`, { title: 'x' })).toMatchObject({ status: 404, body: { error: 'That note is gone' } })
})

test('creating twice with one id makes one note', async () => {
	await send('POST', '/notes', { id: 'mine', title: 'a' })
	await send('POST', '/notes', { id: 'mine', title: 'b' })
	expect(await list()).toMatchObject([{ id: 'mine', title: 'a' }])
	expect((await send('POST', '/notes', { id: '../x' })).status).toBe(400)
})

test('a save over a version that somebody replaced is refused with that version', async () => {
	const { body } = await send('POST', '/notes', { id: 'n', title: 'T', content: 'one' })
	await send('PUT', '/notes/n', { content: 'two', expected: body['etag'] })
	expect(await send('PUT', '/notes/n', { content: 'three', expected: body['etag'] })).toMatchObject({ status: 409, body: { code: 'conflict', details: { title: 'T', content: 'two' } } })
})

test('a note that is saved without a pause stays one note with its last text, and the database does not grow by it', async () => {
	await send('POST', '/notes', { id: 'n' })
	const sizes = () => Promise.all(['drydock.db', 'drydock.db-wal'].map(async (name) => (await stat(path.join(app.kernel.options.dataDir, name))).size))
	const times = 600
	const content = 'word '.repeat(8000)
	const mostBytes = 8 * 2 ** 20
	let most = 0
	for (let n = 1; n <= times; n++) {
		expect((await send('PUT', '/notes/n', { content: `${n} ${content}` })).status).toBe(200)
		if (n % 50 === 0) most = Math.max(most, ...(await sizes()))
	}
	expect(times * content.length).toBeGreaterThan(2 * mostBytes)
	expect(most).toBeLessThan(mostBytes)
	expect(await list()).toEqual([expect.objectContaining({ id: 'n', content: expect.stringMatching(/^600 word /) })])
})

test('search finds every word anywhere, without regard to case and accents, with its place', async () => {
	await send('POST', '/notes', { id: 'a', title: 'Café', content: `${'x '.repeat(50)}The harbour opens at nine. ${'y '.repeat(100)}` })
	await send('POST', '/notes', { id: 'b', title: 'Other', content: 'nothing here' })
	expect((await list('?q=CAFE%20harbour')).map(({ id }) => id)).toEqual(['a'])
	expect((await list('?q=harbour'))[0]?.excerpt).toMatch(/^….*The harbour opens at nine\..*…$/)
	expect(await list('?q=absent')).toEqual([])
})

test('2,000 notes are searched at once', async () => {
	const notes = app.kernel.records.of('note', 'note')
	for (let n = 0; n < 2000; n++) await notes.add({ title: `Note ${n}`, content: `line ${n} ${'word '.repeat(200)}` })
	const since = performance.now()
	expect(await list('?q=line%201999&brief=true')).toHaveLength(1)
	expect(performance.now() - since).toBeLessThan(5000)
})
