import { once } from 'node:events'
import { readdir, readFile, truncate } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { listen } from '@drydock/server-kit/content/testing.ts'
import { testApp, testToken, type TestApp } from '@drydock/server-kit/testing'
import { expect, test } from 'vitest'
import { uploadLimit } from '../contract.ts'
import half from './index.ts'

async function withApp(files: Record<string, string>, work: (app: TestApp) => Promise<void>) {
	const app = await testApp(half, { files })
	try {
		await work(app)
		// What a form brought is gone with its answer.
		await expect.poll(() => namesIn(path.join(app.folder, 'data/incoming'))).toEqual([])
	} finally {
		await app.close()
	}
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])

interface Part {
	name: string
	value: string | Buffer
	file?: string
}

/** A form as a browser sends it, so that hostile file names arrive as they are. */
function sendForm(app: TestApp, call: string, parts: readonly Part[]) {
	const body = Buffer.concat([
		...parts.flatMap(({ name, value, file }) => [Buffer.from(`--xyz\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n`), Buffer.from(value), Buffer.from('\r\n')]),
		Buffer.from('--xyz--\r\n'),
	])
	return app.app.inject({ method: 'POST', url: call, payload: body, headers: { 'x-api-key': testToken, host: '127.0.0.1:8000', 'content-type': 'multipart/form-data; boundary=xyz' } })
}

test('an upload is saved whole into a folder that is made, never over something unasked', () =>
	withApp({ 'old.bin': 'old' }, async (app) => {
		const bytes = Buffer.of(0, 255, 10, 13, 200)
		const into = (dest_dir: string, file: string, more: Part[] = []) => sendForm(app, '/fs/upload', [{ name: 'cwd', value: app.root }, { name: 'dest_dir', value: dest_dir }, ...more, { name: 'file', value: bytes, file }])
		expect((await into('new/deep', 'a.bin')).json()).toMatchObject({ ok: true, path: 'new/deep/a.bin', size: 5, entry: expect.any(String) })
		expect(await readFile(path.join(app.root, 'new/deep/a.bin'))).toEqual(bytes)
		const taken = await into('', 'old.bin')
		expect([taken.statusCode, taken.json().message]).toEqual([409, 'old.bin exists already.'])
		expect((await into('', 'old.bin', [{ name: 'overwrite', value: 'true' }])).json()).toMatchObject({ ok: true })
		expect(await readFile(path.join(app.root, 'old.bin'))).toEqual(bytes)
		// The file may come before the words about it.
		expect((await sendForm(app, '/fs/upload', [{ name: 'file', value: 'x', file: 'caf\u00e9 %22.txt' }, { name: 'dest_dir', value: 'new' }, { name: 'cwd', value: app.root }])).json()).toMatchObject({ path: 'new/caf\u00e9 ".txt' })
		// Without a folder: the one of the specification.
		expect((await sendForm(app, '/fs/upload', [{ name: 'cwd', value: app.root }, { name: 'file', value: 'x', file: 'y.txt' }])).json()).toMatchObject({ path: 'uploads/chat/y.txt' })
	}))

test.each([
	['../../out.txt', 200, 'up/out.txt'],
	['C:\\\\dir\\\\win.txt', 200, 'up/win.txt'],
	['..', 400, undefined],
	['a/', 400, undefined],
	['.npmrc', 403, undefined],
	['x'.repeat(300), 400, undefined],
])('an upload called %s is answered with %s', (name, status, saved) =>
	withApp({}, async (app) => {
		const reply = await sendForm(app, '/fs/upload', [{ name: 'cwd', value: app.root }, { name: 'dest_dir', value: 'up' }, { name: 'file', value: 'x', file: name }])
		expect([reply.statusCode, reply.json().path]).toEqual([status, saved])
	}))

test('uploads outside, without a file, too large, or as another kind of body are refused', { timeout: 20_000 }, () =>
	withApp({}, async (app) => {
		const form = (...parts: Part[]) => sendForm(app, '/fs/upload', [{ name: 'cwd', value: app.root }, ...parts])
		expect((await form({ name: 'dest_dir', value: '../out' }, { name: 'file', value: '', file: 'a' })).statusCode).toBe(403)
		expect((await form({ name: 'file', value: 'text' })).json()).toMatchObject({ code: 'validation', message: 'The form has no file.' })
		// spec: upload limit
		expect(uploadLimit).toBe(25 * 2 ** 20)
		expect((await form({ name: 'file', value: Buffer.alloc(uploadLimit + 1), file: 'a' })).json()).toMatchObject({ code: 'files.too_large', message: 'a is larger than 25 MB.' })
		expect((await form({ name: 'file', value: '', file: 'a' }, { name: 'more', value: '', file: 'b' })).json()).toMatchObject({ code: 'too_large', message: 'The form has more than one file' })
		const begun = performance.now()
		expect((await form(...Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, value: 'x' })))).statusCode).toBe(413)
		expect((await form({ name: 'file', value: '', file: 'x'.repeat(2 ** 20) })).json()).toMatchObject({ code: 'workspace.bad_path' })
		const cutOff = { method: 'POST', url: '/fs/upload', payload: '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf', headers: { 'x-api-key': testToken, host: '127.0.0.1:8000', 'content-type': 'multipart/form-data; boundary=xyz' } } as const
		expect((await app.app.inject(cutOff)).json()).toMatchObject({ code: 'validation', message: 'The form cannot be read' })
		expect((await app.app.inject({ ...cutOff, headers: { ...cutOff.headers, 'content-length': String(2 ** 40) } })).statusCode).toBe(413)
		expect(performance.now() - begun).toBeLessThan(30_000)
		expect((await sendForm(app, `/fs/write?cwd=${encodeURIComponent(app.root)}`, [{ name: 'path', value: 'a' }, { name: 'content', value: '' }])).statusCode).toBe(415)
		const asJson = await app.fetch('/fs/upload', { method: 'POST', body: JSON.stringify({ cwd: app.root, file: { file: '/etc/hostname', name: 'x', size: 1, hash: '' } }), headers: { 'content-type': 'application/json' } })
		expect(asJson.status).toBe(400)
		expect(await namesIn(app.root)).toEqual([])
	}))

const mebibyte = Buffer.alloc(2 ** 20, 'm')

/** A form over a socket whose file is written a mebibyte at a time, as fast as it is taken. */
async function upload(app: TestApp, name: string, mebibytes: number, onSent: () => void = () => {}) {
	const start = `--xyz\r\nContent-Disposition: form-data; name="cwd"\r\n\r\n${app.root}\r\n--xyz\r\nContent-Disposition: form-data; name="dest_dir"\r\n\r\nbig\r\n--xyz\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
	const request = http.request({ port: await listen(app), host: '127.0.0.1', path: '/fs/upload', method: 'POST', headers: { 'x-api-key': testToken, 'content-type': 'multipart/form-data; boundary=xyz' } })
	request.write(start)
	for (let sent = 0; sent < mebibytes; sent++) {
		if (!request.write(mebibyte)) await once(request, 'drain')
		onSent()
	}
	request.end('\r\n--xyz--\r\n')
	const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
	const chunks = (await reply.toArray()) as Buffer[]
	return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
}

test('uploads do not stand in memory: eight large ones at once', { timeout: 60_000 }, () =>
	withApp({}, async (app) => {
		const held = () => process.memoryUsage().arrayBuffers
		const before = held()
		let most = before
		const names = Array.from({ length: 8 }, (_, index) => `film-${index}.bin`)
		const replies = await Promise.all(names.map((name) => upload(app, name, 24, () => (most = Math.max(most, held())))))
		expect(replies.map(({ path: saved, size }) => [saved, size])).toEqual(names.map((name) => [`big/${name}`, 24 * 2 ** 20]))
		// Pieces on their way, until they are collected.
		expect(most - before).toBeLessThan(100 * 2 ** 20)
		expect(await namesIn(path.join(app.root, 'big'))).toEqual(names)
	}))

test('what has become too large to be kept is not taken back, since it would be lost', () =>
	withApp({}, async (app) => {
		const sent = await sendForm(app, '/fs/upload', [{ name: 'cwd', value: app.root }, { name: 'dest_dir', value: '' }, { name: 'file', value: 'x', file: 'a.bin' }])
		await truncate(path.join(app.root, 'a.bin'), 65 * 2 ** 20)
		const taken = await app.kernel.ledger.takeBack({ entry: String(sent.json().entry) }, { kind: 'user', label: 'You' })
		expect(taken.conflicts).toMatchObject([{ path: 'a.bin', reason: expect.stringContaining('too large to be kept') }])
		expect(await namesIn(app.root)).toEqual(['a.bin'])
	}))

test('an upload can be taken back and brought again, with what it replaced', () =>
	withApp({ 'a.bin': 'old' }, async (app) => {
		const sent = await sendForm(app, '/fs/upload', [{ name: 'cwd', value: app.root }, { name: 'dest_dir', value: '' }, { name: 'overwrite', value: 'true' }, { name: 'file', value: mebibyte, file: 'a.bin' }])
		const you = { kind: 'user', label: 'You' } as const
		const taken = await app.kernel.ledger.takeBack({ entry: String(sent.json().entry) }, you)
		expect(await readFile(path.join(app.root, 'a.bin'), 'utf8')).toBe('old')
		await app.kernel.ledger.takeBack({ entry: String(taken.entry) }, you)
		expect(await readFile(path.join(app.root, 'a.bin'))).toEqual(mebibyte)
	}))

test('an upload that is cut off leaves nothing, neither in the project nor where it waited', () =>
	withApp({}, async (app) => {
		const port = await listen(app)
		const client = net.connect(port, '127.0.0.1')
		const form = `--xyz\r\nContent-Disposition: form-data; name="cwd"\r\n\r\n${app.root}\r\n--xyz\r\nContent-Disposition: form-data; name="file"; filename="half.bin"\r\n\r\n`
		client.write(`POST /fs/upload HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${testToken}\r\nContent-Type: multipart/form-data; boundary=xyz\r\nContent-Length: 5000000\r\n\r\n${form}`)
		client.write(mebibyte)
		const waiting = path.join(app.folder, 'data/incoming')
		await expect.poll(() => namesIn(waiting)).toHaveLength(1)
		client.destroy()
		await expect.poll(() => namesIn(waiting)).toEqual([])
		expect(await namesIn(app.root)).toEqual([])
	}))
