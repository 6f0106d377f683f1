import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { expect, test } from 'vitest'
import half from './index.ts'

async function withApp(files: Record<string, string>, work: (app: TestApp) => Promise<void>) {
	const app = await testApp(half, { files })
	try {
		await work(app)
	} finally {
		await app.close()
	}
}

const query = (app: TestApp, more: Record<string, string>) => new URLSearchParams({ cwd: app.root, ...more }).toString()
const json = (reply: Response): Promise<Record<string, unknown>> => reply.json()
const get = (app: TestApp, call: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) => app.fetch(`${call}?${query(app, more)}`, { headers })
const post = (app: TestApp, call: string, body: object) => app.fetch(call, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

test('the tree lists folders first with the fields of the specification', () =>
	withApp({ 'b.txt': 'hello', 'src/a.ts': '' }, async (app) => {
		for (const call of ['/filetree/children', '/fs/list']) {
			const { entries } = (await json(await get(app, call))) as { entries: Record<string, unknown>[] }
			expect(entries).toMatchObject([{ name: 'src', path: 'src', is_dir: true, type: 'dir', size: null }, { name: 'b.txt', path: 'b.txt', is_dir: false, type: 'file' }])
			if (call === '/filetree/children') expect(entries[1]).toMatchObject({ size: 5, mtime: expect.any(Number) })
		}
		const { entries, total, truncated } = await json(await get(app, '/filetree/children', { path: 'src', limit: '1' }))
		expect({ entries, total, truncated }).toMatchObject({ entries: [{ path: 'src/a.ts' }], total: 1, truncated: false })
	}))

test('a folder with 10,000 files comes in one small answer, and quickly', { timeout: 30_000 }, () =>
	withApp({}, async (app) => {
		await mkdir(path.join(app.root, 'many'))
		await Promise.all(Array.from({ length: 10_000 }, (_, index) => writeFile(path.join(app.root, 'many', `file-${String(index).padStart(5, '0')}.ts`), '')))
		const reply = await get(app, '/fs/names', { path: 'many' })
		const text = await reply.text()
		const { names, kinds, total } = JSON.parse(text)
		expect([names.length, kinds.length, total]).toEqual([10_000, 10_000, 10_000])
		expect(text.length).toBeLessThan(220_000)
		const limited = await json(await get(app, '/filetree/children', { path: 'many' }))
		expect(limited).toMatchObject({ total: 10_000, truncated: true })
		// spec: tree listing limit
		expect(limited['entries']).toHaveLength(500)
	}))

test('the project is searched by letters of a path, with what matched', () =>
	withApp({ 'src/FilesPane.tsx': 'pane', 'src/files/index.ts': '', 'dist/FilesPane.js': '', '.gitignore': 'dist' }, async (app) => {
		const asked = await json(await get(app, '/filetree/search', { query: 'filpane', limit: '100' }))
		expect(asked).toEqual({
			ok: true,
			results: [{ name: 'FilesPane.tsx', path: 'src/FilesPane.tsx', is_dir: false, type: 'file', link: false, size: 4, mtime: expect.any(Number), score: expect.any(Number), ranges: [[4, 7], [9, 13]] }],
			total: 1,
			truncated: false,
		})
		expect(await json(await get(app, '/filetree/search', { q: 'files' }))).toMatchObject({ results: [{ path: 'src/files', is_dir: true, size: null }, { path: 'src/FilesPane.tsx' }, { path: 'src/files/index.ts' }] })
		expect(await json(await get(app, '/filetree/search', {}))).toMatchObject({ results: [], total: 0 })
		expect((await get(app, '/filetree/search', { query: 'a', limit: '101' })).status).toBe(400)
		expect((await app.fetch('/filetree/search?cwd=/etc&query=passwd')).status).toBe(403)
	}))

test('text comes whole and inert, with the etag that a save needs', () =>
	withApp({ 'a.ts': 'let a = 1\r\n' }, async (app) => {
		const reply = await get(app, '/fs/file', { path: 'a.ts' })
		expect(await reply.text()).toBe('let a = 1\r\n')
		expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
		expect(reply.headers.get('content-security-policy')).toContain('sandbox')
		expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
		const etag = reply.headers.get('etag') ?? ''
		expect((await get(app, '/fs/file', { path: 'a.ts' }, { 'if-none-match': etag })).status).toBe(304)
		const saved = await json(await post(app, `/fs/write?${query(app, {})}`, { path: 'a.ts', content: 'new', expected: etag.replaceAll('"', '') }))
		expect(saved).toMatchObject({ ok: true, etag: expect.any(String), entry: expect.any(String) })
		const refused = await post(app, `/fs/write?${query(app, {})}`, { path: 'a.ts', content: 'other', expected: etag.replaceAll('"', '') })
		expect(refused.status).toBe(409)
		expect(await json(refused)).toMatchObject({ code: 'conflict', details: { content: 'new', etag: saved['etag'] } })
	}))

test.each(['page.html', 'image.svg', 'feed.xml'])('%s is a download, never a page of ours', (name) =>
	withApp({ [name]: '<script>1</script>' }, async (app) => {
		const reply = await get(app, '/fs/file', { path: name })
		expect(reply.headers.get('content-disposition')).toContain('attachment')
		expect(reply.headers.get('content-security-policy')).toContain('sandbox')
	}))

test.each([
	['bytes=2-4', 206, '234', 'bytes 2-4/10'],
	['bytes=8-', 206, '89', 'bytes 8-9/10'],
	['bytes=-3', 206, '789', 'bytes 7-9/10'],
	['bytes=0-100', 206, '0123456789', 'bytes 0-9/10'],
	['bytes=10-', 416, undefined, null],
	['bytes=4-2', 200, '0123456789', null],
	['lines=1-2', 200, '0123456789', null],
])('the range %s is answered with %s', (range, status, body, contentRange) =>
	withApp({ 'clip.mp4': '0123456789' }, async (app) => {
		const reply = await get(app, '/fs/file', { path: 'clip.mp4' }, { range })
		expect([reply.status, reply.headers.get('content-range')]).toEqual([status, contentRange])
		if (body !== undefined) expect(await reply.text()).toBe(body)
		if (status !== 416) expect(reply.headers.get('content-type')).toBe('video/mp4')
	}))

test('an empty media file is an empty answer', () =>
	withApp({ 'clip.mp4': '' }, async (app) => {
		const reply = await get(app, '/fs/file', { path: 'clip.mp4' })
		expect([reply.status, await reply.text()]).toEqual([200, ''])
	}))

test('a path outside is refused without a word about what is there', () =>
	withApp({}, async (app) => {
		await writeFile(path.join(app.folder, 'secret.txt'), 'secret')
		await symlink('../secret.txt', path.join(app.root, 'link'))
		for (const asked of ['../secret.txt', '/etc/passwd', 'link']) {
			const reply = await get(app, '/fs/file', { path: asked })
			expect(reply.status).toBe(403)
			expect(await json(reply)).toMatchObject({ ok: false, code: 'workspace.outside' })
		}
		const twice = await app.fetch(`/fs/file?${query(app, { path: 'a' })}&path=../secret.txt`)
		expect(twice.status).toBe(400)
	}))

test.skipIf(process.platform === 'win32')('only files are read, and only those of a size that fits: no device, no pipe, no file of the kernel', () =>
	withApp({}, async (app) => {
		const at = (name: string) => path.join(app.root, name)
		execFileSync('mkfifo', [at('pipe')])
		await symlink('/dev/zero', at('zero'))
		await symlink('/proc/self/environ', at('environ'))
		await writeFile(at('huge.txt'), '')
		await truncate(at('huge.txt'), 10 * 2 ** 30)
		const since = performance.now()
		for (const [name, status] of [['pipe', 403], ['zero', 403], ['environ', 403], ['huge.txt', 413]] as const) {
			expect([name, (await get(app, '/fs/file', { path: name })).status]).toEqual([name, status])
		}
		expect(performance.now() - since).toBeLessThan(10_000)
	}))

test('a file that can run code or hold secrets is saved after one confirmation for exactly that', () =>
	withApp({ 'a.txt': '' }, async (app) => {
		const url = `/fs/write?${query(app, {})}`
		const asked = await post(app, url, { path: '.env', content: 'A=1' })
		expect(asked.status).toBe(403)
		const { code, details } = (await json(asked)) as { code: string; details: { token: string } }
		expect(code).toBe('confirmation_required')
		expect((await post(app, url, { path: '.npmrc', content: '', confirm: details.token })).status).toBe(403)
		const again = (await json(await post(app, url, { path: '.env', content: 'A=1' }))) as { details: { token: string } }
		expect((await post(app, url, { path: '.env', content: 'A=1', confirm: again.details.token })).status).toBe(200)
		expect((await post(app, url, { path: '.env', content: 'A=2', confirm: again.details.token })).status).toBe(403)
		expect(await json(await post(app, url, { path: '.drydock/policy.json', content: '' }))).toMatchObject({ code: 'workspace.protected' })
	}))

test('scaffolding makes what is missing, skips what exists and judges every path first', () =>
	withApp({ 'kept.txt': 'kept' }, async (app) => {
		const made = await json(await post(app, '/ai/scaffold', { cwd: app.root, dirs: ['docs'], files: [{ path: 'src/a.ts', content: 'a' }, { path: 'kept.txt', content: 'no' }], overwrite_mode: 'skip', git_commit: false }))
		expect(made).toEqual({ ok: true, created: ['docs', 'src/a.ts'], skipped: ['kept.txt'] })
		expect(await readFile(path.join(app.root, 'kept.txt'), 'utf8')).toBe('kept')
		const refused = await post(app, '/ai/scaffold', { cwd: app.root, dirs: ['x'], files: [{ path: '../out.txt', content: '' }] })
		expect(refused.status).toBe(403)
		expect((await get(app, '/filetree/node', { path: 'x' })).status).toBe(404)
		expect(await json(await get(app, '/filetree/node', { path: 'docs' }))).toMatchObject({ ok: true, exists: true, is_dir: true })
		expect((await json(await post(app, '/ai/scaffold', { cwd: '/sandbox' })))['ok']).toBe(true)
		expect((await json(await post(app, '/ai/scaffold', { cwd: `${app.root}/my-app`, files: [{ path: 'README.md', content: '' }] })))['created']).toEqual(['', 'README.md'])
	}))

test('files are renamed and removed, and the answer says what stood in the way', () =>
	withApp({ 'a.txt': 'a', 'b.txt': 'b' }, async (app) => {
		expect((await post(app, '/fs/rename', { cwd: app.root, path: 'a.txt', to: 'b.txt' })).status).toBe(409)
		expect((await post(app, '/fs/rename', { cwd: app.root, path: 'a.txt', to: 'c.txt' })).status).toBe(200)
		expect(await json(await post(app, '/fs/discard', { cwd: app.root, paths: ['c.txt'] }))).toMatchObject({ ok: true, done: ['c.txt'], failed: [] })
		expect((await json(await post(app, '/fs/details', { cwd: app.root, names: ['b.txt', 'c.txt'] })))['details']).toEqual([{ size: 1, mtime: expect.any(Number) }, null])
	}))

test('several things are moved, copied and deleted in one go; the trash gives them back', () =>
	withApp({ 'a.txt': 'a', 'b/c.txt': 'c', 'into/keep.txt': '' }, async (app) => {
		const { root: cwd } = app
		expect(await json(await post(app, '/fs/copy', { cwd, paths: ['a.txt', 'b'], folder: '' }))).toMatchObject({ ok: true, done: ['a copy.txt', 'b copy'] })
		expect(await json(await post(app, '/fs/move', { cwd, paths: ['a.txt', 'b', 'nothing'], folder: 'into' }))).toMatchObject({ ok: false, entry: expect.any(String), done: ['into/a.txt', 'into/b'], failed: [{ path: 'nothing' }] })
		expect(await json(await post(app, '/fs/discard', { cwd, paths: ['into', 'a copy.txt'] }))).toMatchObject({ ok: true, done: ['into', 'a copy.txt'] })
		const { items } = (await json(await get(app, '/fs/trash'))) as { items: { id: string; path: string; is_dir: boolean }[] }
		expect(items.map((item) => [item.path, item.is_dir]).toSorted()).toEqual([['a copy.txt', false], ['into', true]])
		const folder = items.find((item) => item.is_dir)
		expect(await json(await post(app, '/fs/trash/restore', { id: folder?.id }))).toMatchObject({ ok: true, path: 'into', root: cwd })
		expect(await readFile(path.join(cwd, 'into/b/c.txt'), 'utf8')).toBe('c')
		expect(await json(await get(app, '/fs/cache_status'))).toMatchObject({ ok: true, limit: 200_000, trash: { items: 1, bytes: 1 } })
		await post(app, '/fs/trash/empty', {})
		expect((await json(await get(app, '/fs/trash')))['items']).toEqual([])
		// What can run code is deleted and moved into place after a question only.
		expect(await json(await post(app, '/fs/copy', { cwd, paths: ['into/keep.txt'], folder: '.vscode' }))).toMatchObject({ code: 'confirmation_required' })
		expect(await json(await post(app, '/fs/discard', { cwd, paths: ['.git'] }))).toMatchObject({ code: 'confirmation_required' })
	}))

test('a rescan counts and names what stands in the way; warming up reads ahead within its budget', () =>
	withApp({ 'a.txt': '', 'src/b.ts': '', 'dist/c.js': '', '.gitignore': 'dist' }, async (app) => {
		await symlink('nowhere', path.join(app.root, 'src/broken'))
		expect(await json(await post(app, '/filetree/rescan', { cwd: app.root }))).toEqual({ ok: true, files: 4, dirs: 1, errors: [{ kind: 'broken_link', path: 'src/broken', message: 'The link leads nowhere.' }], truncated: false })
		expect(await json(await post(app, '/fs/warmup', { cwd: app.root, paths: ['src', 'gone'], budget_ms: 3000 }))).toMatchObject({ ok: true, warmed: 1, indexed: true })
		for (const budget_ms of [99, 3001]) expect((await post(app, '/fs/warmup', { cwd: app.root, budget_ms })).status).toBe(400)
		expect(await json(await get(app, '/fs/cache_status'))).toMatchObject({ indexes: [{ folder: app.root, files: 4, folders: 1, truncated: false }] })
		expect((await post(app, '/filetree/rescan', { cwd: '/etc' })).status).toBe(403)
	}))

test('the watch stream tells of a change after it said ready', () =>
	withApp({ 'a.txt': 'a' }, async (app) => {
		const stop = new AbortController()
		const reply = await app.fetch(`/fs/watch?${query(app, { path: '' })}&path=a.txt`, { signal: stop.signal })
		let text = ''
		const wanted = async (part: string) => {
			for await (const chunk of reply.body?.values({ preventCancel: true }) ?? []) {
				text += new TextDecoder().decode(chunk)
				if (text.includes(part)) return
			}
		}
		await wanted('event: ready')
		await writeFile(path.join(app.root, 'a.txt'), 'b')
		await wanted('"path":"a.txt"')
		expect(text).toContain('event: changed')
		stop.abort()
	}))
