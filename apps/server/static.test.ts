import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePage } from './static.ts'

const page = '<script>theme()</script><p>page</p>'
let app: TestApp
let folder: string
beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'drydock-page-'))
	await mkdir(path.join(folder, 'assets'))
	await writeFile(path.join(folder, 'index.html'), page)
	await writeFile(path.join(folder, 'assets/app-1.js'), 'plain')
	await writeFile(path.join(folder, 'assets/app-1.js.br'), 'brotli')
	await writeFile(path.join(folder, 'assets/app-1.js.gz'), 'gzip')
	await writeFile(path.join(folder, 'assets/app-1.js.map'), 'map')
	app = await testApp([])
	await servePage(app.app, app.kernel, folder)
})
afterAll(async () => {
	await app.close()
	await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers: { host: app.kernel.places.product, ...headers } })

test('the page is served on the product’s own name only; other names are sent there', async () => {
	expect(await get('/')).toMatchObject({ statusCode: 200, body: page })
	expect(await get('/', { host: '127.0.0.1:8000' })).toMatchObject({ statusCode: 307, headers: { location: `http://${app.kernel.places.product}/` } })
	expect((await get('/', { host: 'evil.example' })).statusCode).toBe(403)
	expect((await get('/', { host: app.kernel.places.contentHost(`preview-${'0'.repeat(32)}`) })).statusCode).toBe(403)
})

test('the page may run its own scripts only, those inside it by their hashes, and may not be framed', async () => {
	const { headers } = await get('/')
	expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${createHash('sha256').update('theme()').digest('base64')}';`)
	expect((await get('/assets/app-1.js')).headers['content-security-policy']).toContain("script-src 'self';")
	expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
	expect(headers['x-content-type-options']).toBe('nosniff')
})

test('assets are sent as the build compressed them and cached for ever', async () => {
	expect(await get('/assets/app-1.js', { 'accept-encoding': 'gzip, br' })).toMatchObject({ body: 'brotli', headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' } })
	expect((await get('/assets/app-1.js', { 'accept-encoding': 'gzip' })).body).toBe('gzip')
	expect((await get('/assets/app-1.js')).body).toBe('plain')
})

test('the page is asked for anew and answered with 304 when nothing changed', async () => {
	const { headers } = await get('/')
	expect(headers['cache-control']).toBe('no-cache')
	expect((await get('/', { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304)
})

test.each(['/assets/../index.html/../../etc/passwd', '/assets/%2e%2e/%2e%2e/etc/passwd', '/assets/app-1.js.map', '/assets/'])('%s is not a file of the page', async (url) => {
	expect([400, 401, 404]).toContain((await get(url)).statusCode)
})
