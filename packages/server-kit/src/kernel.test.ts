import { call, DrydockError, file, is, stream } from '@drydock/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serve } from './serve.ts'
import { testApp, type TestApp } from './testing.ts'

const echo = call({
	method: 'POST',
	path: '/echo/:id',
	params: { id: is.text() },
	query: { count: is.withDefault(is.integer({ minimum: 1 }), 3) },
	body: { text: is.text(), loud: is.maybe(is.flag()) },
	reply: is.object({ id: is.text(), count: is.integer(), text: is.text() }),
})
const numbers = stream({ method: 'GET', path: '/numbers', events: { number: is.object({ n: is.integer() }) } })
const bytes = file({ method: 'GET', path: '/bytes', query: {} })
const slow = call({ method: 'GET', path: '/slow', timeout: 20, reply: is.object({}) })
const broken = call({ method: 'GET', path: '/broken', reply: is.object({}) })

const half = serve({ echo, numbers, bytes, slow, broken }, () => ({
	echo: ({ id, count, text }) => ({ id, count, text }),
	async *numbers(_, { resumeAfter }) {
		for (let seq = resumeAfter + 1; seq <= 3; seq++) yield { seq, type: 'number' as const, data: { n: seq } }
		throw new DrydockError(409, 'numbers.over', 'There are only three')
	},
	bytes: () => ({ body: Buffer.from([1, 2]), type: 'application/octet-stream' }),
	slow: () => new Promise(() => {}),
	broken: () => {
		throw new Error('secret detail')
	},
}))

let app: TestApp
beforeEach(async () => void (app = await testApp(half)))
afterEach(() => app.close())

const post = (path: string, body: unknown) => app.fetch(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

test('a handler receives path, query and body fields flat, with defaults filled in', async () => {
	expect(await (await post('/echo/a?count=5', { text: 'x', unknown: 1 })).json()).toEqual({ id: 'a', count: 5, text: 'x' })
	expect(await (await post('/echo/a', { text: 'x' })).json()).toMatchObject({ count: 3 })
})

test.each([
	['a missing field', '/echo/a', {}],
	['a body field of the wrong type is not coerced', '/echo/a', { text: 'x', loud: 'true' }],
	['a number below its minimum', '/echo/a?count=0', { text: 'x' }],
	['a repeated query field', '/echo/a?count=1&count=2', { text: 'x' }],
])('bad input is 400 validation: %s', async (_, path, body) => {
	const reply = await post(path, body)
	expect(reply.status).toBe(400)
	expect(await reply.json()).toMatchObject({ ok: false, code: 'validation' })
})

test('a stream resumes after Last-Event-ID and ends a failure with an error event', async () => {
	const reply = await app.fetch('/numbers', { headers: { 'last-event-id': '1' } })
	const text = await reply.text()
	expect(text).toContain('id: 2\nevent: number\ndata: {"n":2}\n\n')
	expect(text).not.toContain('id: 1\n')
	expect(text).toContain('event: error\ndata: {"ok":false,"code":"numbers.over"')
})

test('bytes come with their type and the security headers', async () => {
	const reply = await app.fetch('/bytes')
	expect(new Uint8Array(await reply.arrayBuffer())).toEqual(new Uint8Array([1, 2]))
	expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a call that takes longer than its limit answers 504', async () => {
	const reply = await app.fetch('/slow')
	expect(reply.status).toBe(504)
	expect(await reply.json()).toMatchObject({ code: 'timeout' })
})

test('an unexpected failure tells nothing of its inside', async () => {
	const reply = await app.fetch('/broken')
	expect(reply.status).toBe(500)
	expect(JSON.stringify(await reply.json())).not.toContain('secret detail')
})

test('one capability runs another one’s call by its contract', async () => {
	const reply = await app.kernel.call(echo, { id: 'z', text: 'in' }, { scope: 'user', session: 's' })
	expect(reply).toEqual({ id: 'z', count: 3, text: 'in' })
})

test('a second server on the same data folder is refused with a sentence', async () => {
	await expect(testApp([], { options: { dataDir: app.kernel.options.dataDir } })).rejects.toMatchObject({ code: 'data.in_use' })
})

test('vault values come back after a restart, are redacted everywhere, and never lie in the file as text', async () => {
	await app.kernel.vault.set('provider.openai', 'sk-fixture-0123456789abcdef')
	expect(await app.kernel.vault.get('provider.openai')).toBe('sk-fixture-0123456789abcdef')
	expect(app.kernel.redact('key=sk-fixture-0123456789abcdef')).toBe('key=[secret]')
	expect(await app.kernel.vault.list()).toEqual([{ name: 'provider.openai', updated_at: expect.any(Number) }])
	const row = await app.kernel.store.db<{ secret: { sealed: string } }>().selectFrom('secret').select('sealed').executeTakeFirstOrThrow()
	expect(Buffer.from(row.sealed, 'base64').toString('latin1')).not.toContain('fixture')
})
