import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { askAt, listen } from '@drydock/server-kit/content/testing.ts'
import { testApp, testToken, type TestApp } from '@drydock/server-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bridgePath } from '../contract.ts'
import { withBridge } from './bridge.ts'
import half from './index.ts'

let app: TestApp
let host: string
let origin: string
beforeAll(async () => {
	app = await testApp(half, {
		files: {
			'site/index.html': '<!doctype html><html><head lang="en"><title>Home</title><script src="app.js"></script></head></html>',
			'site/app.js': 'let a',
			'site/sub/index.html': '<p>sub',
			'site/.env': 'KEY=secret',
			'site/.git/config': 'secret',
			'site/a b.css': 'p{}',
			'site/tool.ts': 'let b: string',
			'beside.html': 'secret',
		},
	})
	host = `127.0.0.1:${await listen(app)}`
	await writeFile(path.join(app.folder, 'outside.html'), 'secret')
	await symlink('../../outside.html', path.join(app.root, 'site/out.html'))
	origin = await open({ cwd: `${app.root}/site` })
})
afterAll(() => app.close())

const call = (method: string, target: string, body?: object, headers: Record<string, string> = {}) =>
	askAt(`http://${host}${target}`, { method, headers: { 'x-api-key': testToken, ...(body && { 'content-type': 'application/json' }), ...headers }, body: body && JSON.stringify(body) })
const open = async (body: object) => JSON.parse((await call('POST', '/preview/open', body)).text).origin as string
const get = (target: string, headers: Record<string, string> = {}) => askAt(origin + target, { headers })

test('a page comes as a page, framed by the product alone, with the bridge first and without the internet', async () => {
	const { status, text, headers } = await get('/fs/preview/index.html?cwd=/anything')
	expect(status).toBe(200)
	expect(text).toContain(`<head lang="en"><script src="${bridgePath}" data-mark="${encodeURIComponent(String(headers.etag))}"></script><title>`)
	expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', etag: expect.any(String), 'last-modified': expect.any(String), 'x-content-type-options': 'nosniff' })
	const rules = String(headers['content-security-policy'])
	expect(rules).toContain("default-src 'self'")
	expect(rules).toContain(`frame-ancestors http://${app.kernel.places.product}`)
	const script = await get(bridgePath)
	expect(script.headers['content-type']).toContain('javascript')
	expect(script.text).toContain(app.kernel.places.product)
	expect(() => new Function(script.text)).not.toThrow()
})

test('with the network the page may load from anywhere and is still framed by the product alone', async () => {
	const wide = await open({ cwd: app.root, network: true })
	const { headers } = await askAt(`${wide}/fs/preview/beside.html`)
	expect(headers['content-security-policy']).toBe(`frame-ancestors http://${app.kernel.places.product}`)
})

test('links work as they stand: relative, from the root, to folders, with blanks; sources stay text', async () => {
	expect(await get('/fs/preview/app.js')).toMatchObject({ text: 'let a', headers: { 'content-type': 'text/javascript; charset=utf-8' } })
	expect(await get('/app.js')).toMatchObject({ text: 'let a' })
	expect(await get('/fs/preview/a%20b.css')).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } })
	expect(await get('/fs/preview/sub')).toMatchObject({ status: 307, headers: { location: '/fs/preview/sub/' } })
	expect((await get('/fs/preview/sub/')).text).toContain('<p>sub')
	expect((await get('/')).text).toContain('<title>Home')
	expect((await get('/fs/preview/tool.ts')).headers['content-type']).toBe('text/plain; charset=utf-8')
})

test.each([
	['/fs/preview/.env', 403],
	['/fs/preview/%2eenv', 403],
	['/.git/config', 403],
	['/fs/preview/sub/../.env', 403],
	['/fs/preview/sub/%2e%2e/%2eenv', 403],
	['/fs/preview/../beside.html', 404],
	['/fs/preview/..%2fbeside.html', 403],
	['/fs/preview/%2e%2e%2fbeside.html', 403],
	['/fs/preview/out.html', 403],
	['/fs/preview//etc/passwd', 404],
	['/fs/preview/%00index.html', 400],
	['/fs/preview/%ff', 400],
	['/fs/file?path=beside.html', 404],
	['/session', 404],
	['/settings/provider', 404],
])('%s tells nothing: %i', async (target, status) => {
	const reply = await get(target, { 'x-api-key': testToken })
	expect(reply.status).toBe(status)
	expect(reply.text).not.toContain('secret')
})

test('a page cannot put a service worker before its site: that could answer without the rules', async () => {
	expect((await get('/fs/preview/app.js', { 'service-worker': 'script' })).status).toBe(403)
})

test('two folders are two origins', async () => {
	expect(await open({ cwd: app.root })).not.toBe(origin)
	expect(await open({ cwd: `${app.root}/site` })).toBe(origin)
})

test('HEAD tells whether the page or a file that it used has changed', async () => {
	const head = async () => (await call('HEAD', `/fs/preview/index.html?${new URLSearchParams({ cwd: `${app.root}/site` })}`)).headers
	const from = { referer: `${origin}/fs/preview/index.html` }
	await get('/fs/preview/index.html')
	const alone = await head()
	expect(alone).toMatchObject({ etag: expect.any(String), 'last-modified': expect.any(String) })
	await get('/fs/preview/app.js', from)
	await get('/fs/preview/a%20b.css', from)
	await get('/fs/preview/font.woff2', { referer: `${origin}/fs/preview/a%20b.css` })
	const whole = await head()
	expect(whole.etag, 'loading is no change').toBe(alone.etag)
	await writeFile(path.join(app.root, 'site/font.woff2'), 'now there')
	const grown = await head()
	expect(grown.etag).not.toBe(whole.etag)
	expect(await head()).toMatchObject({ etag: grown.etag })
	await utimes(path.join(app.root, 'site/app.js'), 5000, 5000)
	const changed = await head()
	expect(changed.etag).not.toBe(grown.etag)
	await writeFile(path.join(app.root, 'site/index.html'), '<p>new')
	expect((await head()).etag).not.toBe(changed.etag)
})

test('under the product’s own name a page is inert, and only for those who are signed in', async () => {
	const target = `/fs/preview/site/index.html?${new URLSearchParams({ cwd: app.root })}`
	const { status, headers, text } = await call('GET', target)
	expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
	expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/)
	expect(text).not.toContain('<script src="/__drydock')
	expect((await askAt(`http://${host}${target}`)).status).toBe(401)
	expect((await call('GET', `/fs/preview/.env?${new URLSearchParams({ cwd: `${app.root}/site` })}`)).status).toBe(403)
	await mkdir(path.join(app.root, 'bare'))
	expect((await call('GET', `/fs/preview/bare?${new URLSearchParams({ cwd: app.root })}`)).status).toBe(404)
})

test('agents open nothing, and nobody opens a folder outside of the roots', async () => {
	const agent = app.kernel.auth.mintAgentToken('task')
	expect((await call('POST', '/preview/open', { cwd: app.root }, { 'x-api-key': agent })).status).toBe(403)
	expect((await call('POST', '/preview/port', { port: 3000 }, { 'x-api-key': agent })).status).toBe(403)
	expect((await call('POST', '/preview/open', { cwd: '/etc' })).status).toBe(403)
})

test('a closed name shows nothing', async () => {
	const other = await open({ cwd: `${app.root}/site/sub` })
	expect((await askAt(`${other}/`)).status).toBe(200)
	await call('POST', '/preview/close', { origin: other })
	expect((await askAt(`${other}/`)).status).toBe(403)
})

const tag = `<script src="${bridgePath}"></script>`
test.each([
	['<!doctype html><html><head><title>x', `<!doctype html><html><head>${tag}<title>x`],
	['<!DOCTYPE html>\n<p>x', `<!DOCTYPE html>${tag}\n<p>x`],
	['<!-- a --><!doctype html><p>', `<!-- a --><!doctype html>${tag}<p>`],
	['<p>no head', `${tag}<p>no head`],
	['<header>x</header>', `${tag}<header>x</header>`],
	['', tag],
])('the bridge stands before everything that runs: %s', (html, expected) => {
	expect(withBridge(html)).toBe(expected)
})
