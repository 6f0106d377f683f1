import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest'
import { WebSocket } from 'ws'
import { serverFolder } from './testing.ts'

const run = promisify(execFile)
const works = (command: readonly string[]) => run(command[0] ?? '', command.slice(1)).then(() => true, () => false)

const token = 'test-token-0123456789abcdef'
const headers = { 'x-api-key': token, 'content-type': 'application/json' }

let place: Awaited<ReturnType<typeof serverFolder>>
let project: string
beforeEach(async () => {
	place = await serverFolder()
	project = path.join(place.folder, 'project')
	await mkdir(project)
	await writeFile(path.join(project, 'a.txt'), 'old')
})
afterEach(() => place.cleanUp())

const start = (options: { as?: string[]; env?: Record<string, string> } = {}) => place.start([project], { ...options, env: { DRYDOCK_TOKEN: token, ...options.env } })

/** Calls a listening server as a program does. */
function caller(url: string) {
	return async (method: string, target: string, body?: unknown) => {
		const reply = await fetch(url + target, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
		return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
	}
}
async function upload(url: string, content: string) {
	const form = new FormData()
	form.set('cwd', project)
	form.set('dest_dir', '')
	form.set('file', new File([content], 'sent.bin'))
	const reply = await fetch(`${url}/fs/upload`, { method: 'POST', headers: { 'x-api-key': token }, body: form })
	return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const inProject = (call: string) => `${call}?cwd=${encodeURIComponent(project)}`
const save = (content: string) => ['POST', inProject('/fs/write'), { path: 'a.txt', content }] as const

test('a server that is told to stop ends its streams and sockets with a word, then its terminals, then itself', { timeout: 20_000 }, async () => {
	const { child, listening, ended } = start()
	const url = await listening
	const order: string[] = []
	const stream = await fetch(`${url}${inProject('/fs/watch')}&path=a.txt`, { headers })
	const streamEnded = stream.text().then(() => order.push('stream'))
	const { ticket } = (await (await fetch(`${url}/session/ticket`, { method: 'POST', headers, body: '{"path":"/shell/pty"}' })).json()) as { ticket: string }
	const socket = new WebSocket(`${url.replace('http', 'ws')}/shell/pty?${new URLSearchParams({ ticket, cwd: project })}`, { origin: url })
	const mark = `71${process.pid}`
	let text = ''
	socket.on('message', (data: Buffer, isBinary) => {
		if (isBinary) text += data.toString()
	})
	await once(socket, 'open')
	socket.send(JSON.stringify({ type: 'input', data: `sleep ${mark} & echo up-$((1+1))\r` }))
	while (!text.includes('up-2')) await once(socket, 'message')
	await expect.poll(() => running(`sleep\0${mark}`)).toBe(1)
	const closed = once(socket, 'close').then(([code]) => {
		order.push('socket')
		return code as number
	})
	const since = performance.now()
	child.kill('SIGTERM')
	const [code, { code: exitCode }] = await Promise.all([closed, ended.then((end) => (order.push('server'), end)), streamEnded])
	expect(performance.now() - since).toBeLessThan(10_000)
	expect([code, exitCode, order.at(-1)]).toEqual([1001, 0, 'server'])
	expect(running(`sleep\0${mark}`)).toBe(0)
	await expect(fetch(`${url}/health`)).rejects.toThrow()
})

function running(words: string): number {
	return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).startsWith(words)).length
}

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
	} catch {
		return ''
	}
}

/** Runs a server in a place of its own where `mount` was mounted. */
const mounted = (mount: string, at: string) => ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', `mkdir -p "$0" && cp -r "$0" "$0.seed" && mount -t tmpfs -o ${mount} tmpfs "$0" && cp -r "$0.seed/." "$0" && exec "$@"`, at]
const inside = (pid: number | undefined, at: string) => path.join(`/proc/${pid}/root`, at)

async function needsMounts({ skip }: TestContext) {
	skip(!(await works([...mounted('size=128k', path.join(place.folder, 'try')), 'true'])), 'this machine lets nobody mount a small disk')
}

describe.skipIf(process.platform !== 'linux')('a disk', () => {
	test('with the data folder that is full: what cannot be kept is refused in a sentence, reading goes on, and so does writing once there is space', { timeout: 30_000 }, async (context) => {
		await needsMounts(context)
		const data = path.join(place.folder, 'data')
		const { child, listening } = start({ as: mounted('size=6m', data) })
		const call = caller(await listening)
		await call('POST', '/notes', { id: 'n', title: 'before', content: 'kept' })
		const filler = inside(child.pid, path.join(data, 'filler'))
		await run('sh', ['-c', 'head -c 8M /dev/zero > "$0" || true', filler])
		const big = 'x'.repeat(200_000)
		expect(await call('PUT', '/notes/n', { content: big })).toMatchObject({ status: 507, body: { code: 'store.full', message: expect.stringContaining('full') } })
		const saved = await call(...save(big))
		expect(saved).toMatchObject({ status: 507, body: { code: expect.stringMatching(/full$/), message: expect.stringContaining('full') } })
		expect(await readFile(path.join(project, 'a.txt'), 'utf8')).toBe('old')
		expect(await upload(await listening, big)).toMatchObject({ status: 507, body: { code: expect.stringMatching(/full$/), message: expect.stringContaining('full') } })
		expect(await readdir(project)).toEqual(['a.txt'])
		expect(await call('GET', '/notes/n')).toMatchObject({ status: 200, body: { content: 'kept' } })
		expect((await call('GET', inProject('/fs/list'))).status).toBe(200)
		await rm(filler)
		expect((await call('PUT', '/notes/n', { content: big })).status).toBe(200)
		expect((await call(...save('new'))).status).toBe(200)
		expect(await readFile(path.join(project, 'a.txt'), 'utf8')).toBe('new')
		expect((await upload(await listening, big)).status).toBe(200)
	})

	test('with the project that has no room for what is uploaded: no part of it is left, and a sentence says so', { timeout: 30_000 }, async (context) => {
		await needsMounts(context)
		const { child, listening } = start({ as: mounted('size=1m', project) })
		const reply = await upload(await listening, 'x'.repeat(2_000_000))
		expect(reply).toMatchObject({ status: 507, body: { code: 'workspace.full', message: expect.stringContaining('sent.bin was not written') } })
		expect(await readdir(inside(child.pid, project))).toEqual(['a.txt'])
		expect((await upload(await listening, 'x'.repeat(200_000))).status).toBe(200)
	})

	test('with the project that has no room for another file: nothing is changed, and a sentence says so', { timeout: 30_000 }, async (context) => {
		await needsMounts(context)
		const { child, listening } = start({ as: mounted('nr_inodes=20', project) })
		const call = caller(await listening)
		const there = inside(child.pid, project)
		await run('sh', ['-c', 'for i in $(seq 30); do touch "$0/f$i" 2>/dev/null; done; true', there])
		expect(await call(...save('new'))).toMatchObject({ status: 507, body: { code: 'workspace.full', message: expect.stringContaining('a.txt was not written') } })
		expect(await readFile(path.join(there, 'a.txt'), 'utf8')).toBe('old')
		await rm(path.join(there, 'f1'))
		expect((await call(...save('new'))).status).toBe(200)
		expect(await readFile(path.join(there, 'a.txt'), 'utf8')).toBe('new')
	})

	test('with a file that belongs to somebody else: it is named, and nothing is changed', { timeout: 30_000 }, async ({ skip }) => {
		const weak = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-fowner'] : []
		skip(weak.length > 0 && !(await works([...weak, 'true'])), 'root cannot give up its rights here')
		await chmod(path.join(project, 'a.txt'), 0o000)
		await chmod(project, 0o555)
		const { listening } = start({ as: weak })
		const call = caller(await listening)
		for (const [method, target, body] of [['GET', `${inProject('/fs/file')}&path=a.txt`], save('new'), ['POST', '/fs/rename', { cwd: project, path: 'a.txt', to: 'b.txt' }]] as const) {
			expect(await call(method, target, body)).toMatchObject({ status: 403, body: { code: 'workspace.denied', message: 'No permission for a.txt.' } })
		}
		await chmod(project, 0o755)
		await chmod(path.join(project, 'a.txt'), 0o600)
		expect(readdirSync(project)).toEqual(['a.txt'])
		expect(await readFile(path.join(project, 'a.txt'), 'utf8')).toBe('old')
	})

	test('that fails when it is told to keep a file: the save is refused, and the old content stays', { timeout: 30_000 }, async (context) => {
		const { call, fails } = await onFaultyDisk(context)
		await writeFile(fails, '')
		expect(await call(...save('new'))).toMatchObject({ status: 500, body: { code: 'workspace.disk_error', message: expect.stringContaining('a.txt') } })
		expect(await readFile(path.join(project, 'a.txt'), 'utf8')).toBe('old')
		expect(readdirSync(project)).toEqual(['a.txt'])
		await rm(fails)
		expect((await call(...save('new'))).status).toBe(200)
	})

	test('that hangs: others are answered while a save waits for it, and the save is not reported before', { timeout: 30_000 }, async (context) => {
		const { call, hangs, url } = await onFaultyDisk(context)
		await call('GET', inProject('/fs/list'))
		await writeFile(hangs, '')
		let isSaved = false
		const saved = call(...save('new')).finally(() => (isSaved = true))
		while (readdirSync(project).length === 1) await new Promise((resolve) => setImmediate(resolve))
		for (const target of [inProject('/fs/list'), '/health/live', `${inProject('/fs/file')}&path=a.txt`]) expect((await fetch(url + target, { headers })).status).toBe(200)
		expect(isSaved).toBe(false)
		await rm(hangs)
		expect((await saved).status).toBe(200)
	})

	test('that loses its power: what was reported as saved was kept by the disk before, the file and then its name', { timeout: 30_000 }, async (context) => {
		const { call, log } = await onFaultyDisk(context)
		await rm(log, { force: true })
		expect((await call(...save('new'))).status).toBe(200)
		const steps = (await readFile(log, 'utf8')).trimEnd().split('\n').filter((line) => line.includes(project) || line.startsWith('rename'))
		const renamed = steps.findIndex((step) => step.startsWith('rename') && step.endsWith('/a.txt'))
		expect(steps[renamed - 1]).toMatch(new RegExp(`^sync ${project}/.+`))
		expect(steps.slice(renamed + 1)).toContain(`sync ${project}`)
	})
})

/** A server whose calls to the disk are noted and can be made to fail. */
async function onFaultyDisk({ skip }: TestContext) {
	skip(!existsSync('/usr/bin/cc'), 'there is no compiler here')
	const library = path.join(place.folder, 'faulty-disk.so')
	await run('cc', ['-shared', '-fPIC', '-o', library, fileURLToPath(new URL('faulty-disk.c', import.meta.url))])
	const at = (name: string) => path.join(place.folder, name)
	const [log, fails, hangs] = [at('disk.log'), at('disk-fails'), at('disk-hangs')]
	const { listening } = start({ env: { LD_PRELOAD: library, DISK_LOG: log, DISK_FAILS: fails, DISK_HANGS: hangs } })
	const url = await listening
	return { url, call: caller(url), log, fails, hangs }
}
