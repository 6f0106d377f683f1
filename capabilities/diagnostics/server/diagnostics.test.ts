import os from 'node:os'
import { testAdminKey, testApp, testToken, type TestApp } from '@drydock/server-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServerState } from '../contract.ts'
import server from './index.ts'

let app: TestApp
beforeEach(async () => {
	app = await testApp(server)
})
afterEach(() => app.close())

test.each(['/health/healthz', '/healthz', '/health', '/load', '/health/live'])('%s answers anybody with JSON', async (path) => {
	const reply = await app.app.inject({ method: 'GET', url: path, headers: { host: '127.0.0.1:8000' } })
	expect([reply.statusCode, reply.json()]).toEqual([200, { ok: true, status: 'ok' }])
	expect(reply.headers['content-type']).toContain('application/json')
})

test('/openapi.json describes every call, for those who are signed in', async () => {
	expect((await app.app.inject({ method: 'GET', url: '/openapi.json', headers: { host: '127.0.0.1:8000' } })).statusCode).toBe(401)
	const document = (await (await app.fetch('http://app/openapi.json')).json()) as { openapi: string; paths: Record<string, unknown> }
	expect(document.openapi).toMatch(/^3\./)
	expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/health/healthz', '/healthz', '/openapi.json']))
})

test('the state tells version, memory, the loop and what is open', async () => {
	const state = async () => (await (await app.fetch('/diagnostics/state')).json()) as ServerState
	expect(await state()).toMatchObject({ version: 'test', open: { streams: 0, sockets: 0, watches: 0, terminals: 0 }, memory: { rss: expect.any(Number) } })
	await expect.poll(async () => (await state()).event_loop?.p50_ms).toBeTypeOf('number')
})

const planted = {
	vault: 'planted-value-of-the-vault-0001',
	log: 'sk-planted0002planted0002planted',
	address: 'planted-password-0003',
	header: 'planted-bearer-0004',
	field: 'planted-field-0005',
}

test('the support bundle has the log and the runs, and no secret of any kind', async () => {
	await app.close()
	app = await testApp(server, { options: { logLevel: 'warn', provider: { name: 'openai', key: planted.vault } } })
	await app.kernel.models.all()
	app.kernel.log.warn(`a provider said ${planted.vault}`)
	app.kernel.log.warn(`it refused ${planted.log} and https://me:${planted.address}@example.com`, { headers: `Authorization: Bearer ${planted.header}`, body: JSON.stringify({ api_key: planted.field }) })
	app.kernel.tasks.define({ kind: 'demo', resumes: false, drive: async () => ({ status: 'done', summary: 'said something private' }) })
	const { id } = await app.kernel.tasks.start('demo', { task: 'a private question' }, { title: 'a private title' })
	await app.kernel.tasks.finished(id, AbortSignal.timeout(5000))
	const reply = await app.fetch('/diagnostics/bundle')
	expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="drydock-support-\d{4}-\d\d-\d\d\.json"$/)
	const text = await reply.text()
	for (const [place, value] of Object.entries(planted)) expect(text, place).not.toContain(value)
	expect(text).not.toContain('private')
	for (const secret of [testToken, testAdminKey]) expect(text).not.toContain(secret)
	const bundle = JSON.parse(text) as { log: string[]; runs: { id: string; status: string }[]; state: ServerState }
	expect(bundle.log).toHaveLength(2)
	expect(bundle.log[0]).toContain('a provider said [secret]')
	expect(bundle.runs).toEqual([expect.objectContaining({ id, kind: 'demo', status: 'done' })])
	expect(bundle.state.version).toBe('test')
})

test('a home folder, which tells a name, is shortened', async () => {
	await app.close()
	app = await testApp(server, { options: { logLevel: 'warn' } })
	app.kernel.log.warn(`cannot read ${os.homedir()}/x`)
	expect(await (await app.fetch('/diagnostics/bundle')).text()).toContain('cannot read ~/x')
})
