import { createConnection } from 'node:net'
import { call, is } from '@drydock/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import { serve } from '../serve.ts'
import { testApp, testToken, type TestApp } from '../testing.ts'
import type { Site } from './index.ts'
import { send } from './replies.ts'
import { askAt, listen } from './testing.ts'

let effects = 0
const api = serve({ act: call({ method: 'POST', path: '/act', body: {}, reply: is.object({ ok: is.flag() }) }), secrets: call({ method: 'GET', path: '/secrets', reply: is.object({ ok: is.flag() }) }) }, () => ({
	act: () => ({ ok: ++effects > 0 }),
	secrets: () => ({ ok: ++effects > 0 }),
}))
const site: Site = { embeds: ['iframe', 'image'], answer: (request, reply, { url }) => send(request, reply, { headers: { 'content-type': 'text/plain' }, body: `here is ${url.pathname}` }) }

let now = 1_000_000
const clock: Clock = { now: () => now, after: () => () => {} }
let app: TestApp
let port: number
let origin: string
beforeAll(async () => {
	app = await testApp(api, { clock })
	port = await listen(app)
	origin = app.kernel.content.open({ kind: 'preview', key: 'a', session: 's' }, site).origin
})
afterAll(() => app.close())

const product = () => `http://${app.kernel.places.product}`

test('a name is 128 bits that nobody guesses, the same for the same thing, another one for another thing', () => {
	expect(origin).toMatch(/^http:\/\/preview-[0-9a-f]{32}\.localhost:\d+$/)
	expect(app.kernel.content.open({ kind: 'preview', key: 'a', session: 's' }, site)).toMatchObject({ origin, renewed: true })
	expect(app.kernel.content.open({ kind: 'preview', key: 'b', session: 's' }, site).origin).not.toBe(origin)
	expect(app.kernel.content.open({ kind: 'media', key: 'a', session: 's' }, site).origin).not.toBe(origin)
})

test('the site answers under its name, and no call of the API does, with the best credential', async () => {
	expect(await askAt(`${origin}/x`)).toMatchObject({ status: 200, text: 'here is /x', headers: { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } })
	const before = effects
	expect(await askAt(`${origin}/secrets`, { headers: { 'x-api-key': testToken } })).toMatchObject({ status: 200, text: 'here is /secrets' })
	expect(await askAt(`${origin}/act`, { method: 'POST', headers: { 'x-api-key': testToken, 'content-type': 'application/json' }, body: '{}' })).toMatchObject({ status: 405 })
	expect(effects).toBe(before)
})

const names: Record<string, () => string> = {
	'a name that was never opened': () => `preview-${'0'.repeat(32)}.localhost:${port}`,
	'a name of another port': () => `${new URL(origin).hostname}:9`,
	'a longer name': () => `x.${new URL(origin).host}`,
	'the former content name': () => `content-12345678.localhost:${port}`,
	'the name without its port': () => new URL(origin).hostname,
	'a rebound name': () => `${new URL(origin).hostname}.evil.example:${port}`,
}
test.each(Object.entries(names))('%s is refused', async (_, host) => {
	const reply = await askAt(`http://127.0.0.1:${port}/secrets`, { headers: { host: host(), 'x-api-key': testToken } })
	expect(reply).toMatchObject({ status: 403 })
	expect(JSON.parse(reply.text)).toMatchObject({ code: 'host_not_allowed' })
})

const page = (site: string, dest: string, more: Record<string, string> = {}) => ({ 'sec-fetch-site': site, 'sec-fetch-dest': dest, 'sec-fetch-mode': 'no-cors', ...more })
test.each([
	['its own page reads it', () => ({ headers: page('same-origin', 'empty') }), 200],
	['a typed address reads it', () => ({ headers: page('none', 'document') }), 200],
	['the product shows it in a frame', () => ({ headers: page('cross-site', 'iframe') }), 200],
	['another page takes it as a script', () => ({ headers: page('cross-site', 'script') }), 403],
	['another page fetches it', () => ({ headers: page('cross-site', 'empty') }), 403],
	['another page fetches it by name', () => ({ headers: page('cross-site', 'empty', { origin: 'http://evil.example' }) }), 403],
	['the product’s own page fetches it', () => ({ headers: { origin: product() } }), 403],
	['a frame without an origin fetches it', () => ({ headers: { origin: 'null' } }), 403],
	['another page sends a form', () => ({ method: 'POST', headers: page('cross-site', 'document', { origin: 'http://evil.example' }) }), 403],
	['something else than reading', () => ({ method: 'DELETE' }), 405],
] as const)('%s: %s', async (_, asked, status) => {
	expect((await askAt(`${origin}/x`, asked())).status).toBe(status)
})

test('a content page cannot call the API: its origin and its name are foreign there', async () => {
	const headers = { origin, 'content-type': 'application/json', 'x-api-key': testToken }
	for (const host of [app.kernel.places.product, `127.0.0.1:${port}`]) {
		const reply = await askAt(`http://127.0.0.1:${port}/act`, { method: 'POST', headers: { ...headers, host }, body: '{}' })
		expect(reply.status).toBe(403)
		expect(reply.headers['access-control-allow-origin']).toBeUndefined()
		expect((await askAt(`http://127.0.0.1:${port}/secrets`, { headers: { host, ...page('cross-site', 'empty') } })).status).toBe(403)
		expect((await askAt(`http://127.0.0.1:${port}/act`, { method: 'OPTIONS', headers: { ...headers, host, 'access-control-request-method': 'POST' } })).headers['access-control-allow-origin']).toBeUndefined()
	}
})

test('a name closes with the sessions that opened it, and after an hour without use', async () => {
	const { content } = app.kernel
	const twice = content.open({ kind: 'media', key: 'twice', session: 'one' }, site)
	content.open({ kind: 'media', key: 'twice', session: 'two' }, site)
	content.forget('one')
	expect((await askAt(`${twice.origin}/`)).status).toBe(200)
	content.close(twice.origin, 'two')
	expect((await askAt(`${twice.origin}/`)).status).toBe(403)
	const idle = content.open({ kind: 'media', key: 'idle', session: 'one' }, site)
	now += (idle.expires_in - 1) * 1000
	expect((await askAt(`${idle.origin}/`)).status).toBe(200)
	now += (idle.expires_in - 1) * 1000
	expect((await askAt(`${idle.origin}/`)).status).toBe(200)
	now += idle.expires_in * 1000 + 1
	const reply = await askAt(`${idle.origin}/`, { headers: { 'sec-fetch-mode': 'navigate' } })
	expect([reply.status, reply.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
	expect(content.open({ kind: 'media', key: 'idle', session: 'one' }, site)).toMatchObject({ origin: idle.origin, renewed: false })
})

test('signing out closes what the session had opened', async () => {
	const { origin: mine } = app.kernel.content.open({ kind: 'media', key: 'mine', session: 'program' }, site)
	expect((await askAt(`${mine}/`)).status).toBe(200)
	expect((await askAt(`http://127.0.0.1:${port}/session/end`, { method: 'POST', headers: { 'x-api-key': testToken, 'content-type': 'application/json' }, body: '{}' })).status).toBe(200)
	expect((await askAt(`${mine}/`)).status).toBe(403)
})

test('there are never more names than a person looks at: the oldest gives way', async () => {
	const { content } = app.kernel
	const first = content.open({ kind: 'media', key: 'first', session: 's' }, site)
	for (let count = 0; count < 200; count++) content.open({ kind: 'media', key: `n${count}`, session: 's' }, site)
	expect((await askAt(`${first.origin}/`)).status).toBe(403)
})

test('a socket to a name without sockets, or from another page, is refused before it opens', async () => {
	const name = new URL(app.kernel.content.open({ kind: 'preview', key: 'a', session: 's' }, site).origin).host
	const upgrade = (from: string) =>
		new Promise<string>((resolve) => {
			const socket = createConnection(port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\nhost: ${name}\r\n${from}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`))
			let said = ''
			socket.on('data', (chunk) => (said += chunk.toString())).on('close', () => resolve(said.split('\r\n')[0] ?? ''))
		})
	expect(await upgrade(`origin: ${product()}\r\n`)).toContain('403')
	expect(await upgrade('')).toContain('403')
	expect(await upgrade(`origin: http://${name}\r\n`)).toContain('426')
})
