import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import server from './server/index.ts'

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
