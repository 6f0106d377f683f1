import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { askAt, listen } from '@drydock/server-kit/content/testing.ts'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extensions, mediaKind } from '../contract.ts'
import half from './index.ts'

let app: TestApp
let origin: string
let host: string
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
beforeAll(async () => {
	app = await testApp(half, { files: { 'a.png': 'png', 'b.mp4': '0123456789', 'c.mp3': 'mp3', 'd.ogg': 'ogg', 'e.svg': drawing, 'notes.txt': 'text', 'page.html': 'html', 'more/f.PNG': 'png', '.hidden/g.png': 'png' } })
	host = `127.0.0.1:${await listen(app)}`
	for (const [index, name] of ['a.png', 'b.mp4', 'c.mp3', 'd.ogg', 'e.svg'].entries()) await utimes(path.join(app.root, name), 1000 + index, 1000 + index)
	origin = (await json('POST', '/media/open', { cwd: app.root })).origin as string
})
afterAll(() => app.close())

async function json(method: string, target: string, body?: object): Promise<Record<string, unknown> & { items?: { name: string; path: string; kind: string }[] }> {
	const reply = await app.fetch(target, { method, headers: { host, ...(body && { 'content-type': 'application/json' }) }, body: body && JSON.stringify(body) })
	return reply.json()
}
const list = (more: Record<string, string>) => json('GET', `/media/list?${new URLSearchParams({ cwd: app.root, ...more })}`)
const file = (name: string, headers: Record<string, string> = {}) => askAt(`${origin}/fs/file?path=${encodeURIComponent(name)}`, { headers })

test('every extension of the specification has its kind; names without one have none', () => {
	for (const [kind, all] of Object.entries(extensions)) for (const extension of all) if (extension !== 'ogg') expect(mediaKind(`x.${extension.toUpperCase()}`)).toBe(kind)
	expect([mediaKind('png'), mediaKind('a.txt'), mediaKind('a.png.txt'), mediaKind('song.ogg')]).toEqual([undefined, undefined, undefined, 'audio'])
})

test('a folder lists its media newest first, each kind alone or all together', async () => {
	const names = async (more: Record<string, string>) => (await list(more)).items?.map(({ name, kind }) => `${name} ${kind}`)
	expect(await names({})).toEqual(['e.svg image', 'd.ogg audio', 'c.mp3 audio', 'b.mp4 video', 'a.png image'])
	expect(await names({ kind: 'image' })).toEqual(['e.svg image', 'a.png image'])
	expect(await names({ kind: 'video' })).toEqual(['d.ogg video', 'b.mp4 video'])
	expect(await names({ kind: 'audio' })).toEqual(['d.ogg audio', 'c.mp3 audio'])
	expect(await list({ path: 'more' })).toMatchObject({ folders: [], items: [{ name: 'f.PNG', path: 'more/f.PNG', kind: 'image', size: 3 }], total: 1 })
	expect((await list({})).folders).toEqual(['more'])
})

test('links are followed inside the project only', async () => {
	await mkdir(path.join(app.root, 'links'))
	await writeFile(path.join(app.folder, 'outside.png'), 'secret')
	await symlink('../a.png', path.join(app.root, 'links/in.png'))
	await symlink('../../outside.png', path.join(app.root, 'links/out.png'))
	expect((await list({ path: 'links' })).items).toMatchObject([{ name: 'in.png', size: 3 }])
	expect((await file('links/out.png')).status).toBe(403)
})

test('players seek: one range, an open one, the last bytes, and none behind the end', async () => {
	expect(await file('b.mp4')).toMatchObject({ status: 200, text: '0123456789', headers: { 'accept-ranges': 'bytes', 'content-type': 'video/mp4' } })
	expect(await file('b.mp4', { range: 'bytes=2-4' })).toMatchObject({ status: 206, text: '234', headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3' } })
	expect(await file('b.mp4', { range: 'bytes=7-' })).toMatchObject({ status: 206, text: '789' })
	expect(await file('b.mp4', { range: 'bytes=-2' })).toMatchObject({ status: 206, text: '89' })
	expect((await file('b.mp4', { range: 'bytes=10-' })).status).toBe(416)
	expect(await file('b.mp4', { range: 'bytes=2-4', 'if-range': '"other"' })).toMatchObject({ status: 200, text: '0123456789' })
	const { etag } = (await file('b.mp4')).headers
	expect((await file('b.mp4', { 'if-none-match': String(etag) })).status).toBe(304)
})

test('a drawing comes as a picture that can do nothing else', async () => {
	const { headers, text } = await file('e.svg')
	expect(text).toBe(drawing)
	expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' })
	expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/)
})

test.each([
	['a text', 'notes.txt', 403],
	['a page', 'page.html', 403],
	['a file outside', '../data/content.key', 403],
	['a picture outside', '../outside.png', 403],
	['an absolute path', '/etc/passwd.png', 403],
	['a name with NUL', 'a.png\0.png', 400],
	['what is not there', 'none.png', 404],
	['a folder', 'more', 403],
])('under this name %s is refused', async (_, name, status) => {
	const reply = await file(name)
	expect(reply.status).toBe(status)
	expect(reply.text).not.toContain('secret')
})

test('only elements that show media may use the name from another page', async () => {
	const from = (dest: string) => file('a.png', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest, 'sec-fetch-mode': 'no-cors' })
	for (const dest of ['image', 'video', 'audio', 'track']) expect((await from(dest)).status).toBe(200)
	for (const dest of ['script', 'iframe', 'document', 'empty', 'object', 'style', 'worker']) expect((await from(dest)).status).toBe(403)
})

test('thumbnails are for pictures; one that cannot be made says so', async () => {
	expect((await askAt(`${origin}/fs/thumbnail?path=b.mp4&size=160`)).status).toBe(403)
	expect((await askAt(`${origin}/fs/thumbnail?path=a.png&size=160`)).status).toBe(415)
})

test('an agent may not open a name, and nobody outside of the roots', async () => {
	const agent = app.kernel.auth.mintAgentToken('task')
	const open = (cwd: string, headers: Record<string, string> = {}) => app.fetch('/media/open', { method: 'POST', body: JSON.stringify({ cwd }), headers: { host, 'content-type': 'application/json', ...headers } })
	expect((await open(app.root, { 'x-api-key': agent })).status).toBe(403)
	expect((await open('/etc')).status).toBe(403)
})
