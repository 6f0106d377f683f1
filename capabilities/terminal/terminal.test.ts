import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { testApp, testToken, type TestApp } from '@drydock/server-kit/testing'
import terminal from './server/index.ts'
import { openTerminal } from './testing.ts'

let app: TestApp
let port: number
const sockets: WebSocket[] = []

beforeEach(async () => {
	app = await testApp(terminal, { files: { 'a.txt': 'hello from a\n' } })
	// What the start files of whoever runs the tests do is not ours to wait for.
	vi.stubEnv('HOME', app.folder)
	await app.app.listen({ host: '127.0.0.1', port: 0 })
	port = (app.app.server.address() as { port: number }).port
	app.kernel.setAddress({ host: '127.0.0.1', port })
})
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.terminate()
	await app.close()
	vi.unstubAllEnvs()
})

const headers = { 'x-api-key': testToken, 'content-type': 'application/json' }
const url = (rest: string) => `http://127.0.0.1:${port}${rest}`

const connect = (query: Record<string, string> = {}) => openTerminal({ port, sockets }, query)

test('a terminal over its socket: keys in, output out, size, exit code', async () => {
	const view = await connect({ runner: 'bash', cols: '90', rows: '20' })
	view.send({ type: 'input', data: 'PS1="; "; stty size; pwd\r' })
	await view.shows('20 90')
	await view.shows(app.root)
	expect(view.seen.messages.map(({ type }) => type)).toEqual(['replay', 'resize', 'live', 'status'])
	view.send({ type: 'resize', cols: 100, rows: 30 })
	view.send({ type: 'input', data: 'stty size; exit 5\r' })
	await view.until(() => view.seen.messages.some((message) => message.type === 'status' && message.status === 'exited' && message.code === 5))
	expect(view.seen.text).toContain('30 100')
})

test('a socket that comes back shows what was before and goes on', async () => {
	const first = await connect()
	await first.ready()
	first.send({ type: 'input', data: 'echo before-$((40+2))\r' })
	await first.shows('before-42')
	const status = first.status()
	if (status?.type !== 'status' || status.status !== 'connected') throw new Error('not connected')
	first.socket.terminate()
	const second = await connect({ sid: status.sid })
	await second.ready()
	expect(second.seen.text).toContain('before-42')
	second.send({ type: 'input', data: 'echo after-$((40+2))\r' })
	await second.shows('after-42')
	const { sessions } = (await (await fetch(url('/shell/ps'), { headers })).json()) as { sessions: { sid: string; pid: number; age_sec: number; idle_sec: number }[] }
	expect(sessions).toMatchObject([{ sid: status.sid, runner: 'bash', status: 'running', cwd: app.root, age_sec: expect.any(Number), idle_sec: expect.any(Number) }])
	expect((await fetch(url(`/shell/ps/${status.sid}`), { method: 'DELETE', headers: { 'x-api-key': testToken } })).status).toBe(200)
	await second.until(() => second.seen.messages.some((message) => message.type === 'status' && message.status === 'exited'))
})

test("another owner's terminal, an unknown one, a folder outside and a runner that is not there are refused", async () => {
	const { sid } = await app.kernel.ptys.open({ owner: 'somebody else', runner: 'bash', program: { file: '/bin/bash', args: [], cwd: '/' }, size: { cols: 80, rows: 24 } })
	for (const [query, code] of [
		[{ sid }, 4404],
		[{ sid: 'unknown' }, 4404],
		[{ cwd: '/etc' }, 4403],
		[{ runner: 'wsl' }, 4409],
	] as const) {
		const view = await connect(query)
		await view.until(() => view.seen.closed > 0)
		expect(view.seen.closed).toBe(code)
		expect(view.seen.messages.at(-1)).toMatchObject({ type: 'error', code: expect.any(String), message: expect.stringMatching(/\w/) })
	}
	expect(await app.kernel.ptys.list('person')).toEqual([])
	expect((await fetch(url(`/shell/ps/${sid}`), { method: 'DELETE', headers: { 'x-api-key': testToken } })).status).toBe(404)
	expect(await (await fetch(url('/shell/ps'), { headers })).json()).toEqual({ sessions: [] })
})

test.each(['not json', '{}', '{"type":"input","data":1}', '{"type":"resize","cols":0,"rows":5}', '{"type":"resize","cols":1e9,"rows":5}', '{"type":"ack","bytes":-1}'])('the message %s ends the socket and not the terminal', async (text) => {
	const view = await connect()
	await view.ready()
	view.socket.send(text)
	await view.until(() => view.seen.closed > 0)
	expect(view.seen.closed).toBe(1008)
	expect(await app.kernel.ptys.list('person')).toMatchObject([{ status: 'running' }])
})

test('a terminal that is opened ahead is not listed, is kept once it is taken, and ends with its socket otherwise', async () => {
	const [ahead, unwanted] = [await connect({ ahead: 'true' }), await connect({ ahead: 'true' })]
	await Promise.all([ahead.ready(), unwanted.ready()])
	expect(await app.kernel.ptys.list('person')).toEqual([])
	ahead.send({ type: 'take' })
	ahead.send({ type: 'input', data: 'echo mine-$((1+1))\r' })
	await ahead.shows('mine-2')
	unwanted.socket.terminate()
	ahead.socket.terminate()
	const status = ahead.status()
	if (status?.type !== 'status' || status.status !== 'connected') throw new Error('not connected')
	expect(await app.kernel.ptys.list('person')).toMatchObject([{ sid: status.sid, status: 'running' }])
	const again = await connect({ sid: status.sid })
	await again.ready()
	expect(again.seen.text).toContain('mine-2')
})

test('a shell that was started ahead is refused when what its prompt depends on has changed', async () => {
	const ahead = await connect({ ahead: 'true' })
	await ahead.ready()
	writeFileSync(path.join(app.folder, '.bashrc'), 'PS1="new> "\n')
	ahead.send({ type: 'take' })
	await ahead.until(() => ahead.seen.closed > 0)
	expect(ahead.seen.closed).toBe(4404)
})

test('no more than four wait to be wanted', async () => {
	for (let count = 0; count < 4; count++) await (await connect({ ahead: 'true' })).ready()
	const fifth = await connect({ ahead: 'true' })
	await fifth.until(() => fifth.seen.closed > 0)
	expect(fifth.seen.closed).toBe(4429)
})

test('a probe is answered at once, and the shell marks its commands with a key that only the page is told', async () => {
	const view = await connect()
	await view.ready()
	view.send({ type: 'probe' })
	await view.until(() => view.seen.messages.some(({ type }) => type === 'probe'))
	const [replay] = view.seen.messages
	const key = replay?.type === 'replay' ? replay.key : undefined
	expect(key).toMatch(/^[\w-]{36}$/)
	view.send({ type: 'input', data: "env | grep -c $((1+1)) ; (exit 7) # a ; 'b'\r" })
	await view.shows(`633;${key};D;7;`)
	expect(view.seen.text).toContain(`633;${key};E;env | grep -c $((1+1)) ; (exit 7) # a ; 'b'\u0007`)
	view.send({ type: 'input', data: 'env; cat /proc/$$/environ; echo over-$((1+1))\r' })
	await view.shows('over-2')
	const printed = view.seen.text.replaceAll(`\u001b]633;${key};`, '')
	expect(printed).not.toContain(key)
})

test('50 terminals with 5,000 lines each take less than 100 MiB, and one of them is shown again at once', { timeout: 60_000 }, async () => {
	const program = { file: '/bin/bash', args: ['--norc', '--noprofile', '-c', 'seq -f "a line of a program that has something to say %g" 5000; read'], cwd: app.root }
	const sessions = await Promise.all(Array.from({ length: 50 }, () => app.kernel.ptys.open({ owner: 'person', runner: 'bash', program, size: { cols: 80, rows: 24 } })))
	while (!(await app.kernel.ptys.list('person')).every(({ printed }) => printed > 5000 * 50)) continue
	const host = readFileSync(path.join(app.kernel.options.dataDir, 'pty', 'host.pid'), 'utf8').trim()
	const pss = Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${host}/smaps_rollup`, 'utf8'))?.[1]) / 1024
	expect(pss).toBeLessThan(100)
	const asked = performance.now()
	const view = await connect({ sid: sessions[7]?.sid ?? '' })
	await view.ready()
	// A freeze, on a machine with much else to do; how fast it is, the bench measures.
	expect(performance.now() - asked).toBeLessThan(2000)
	expect(view.seen.text).toContain('say 5000\r\n')
})

test('without a ticket there is no socket and no process', async () => {
	const socket = new WebSocket(`ws://127.0.0.1:${port}/shell/pty?runner=bash`, { origin: url('') })
	const [error] = await once(socket, 'error')
	expect(String(error)).toContain('401')
	expect(app.kernel.ptys.isUp()).toBe(false)
})

/** A server in a process of its own, so that its memory can be told from the test's. */
async function startServer() {
	const script = path.join(app.folder, 'server.ts')
	writeFileSync(
		script,
		`import { testApp } from ${JSON.stringify(fileURLToPath(import.meta.resolve('@drydock/server-kit/testing')))}
		import terminal from ${JSON.stringify(fileURLToPath(import.meta.resolve('./server/index.ts')))}
		const app = await testApp(terminal)
		await app.app.listen({ host: '127.0.0.1', port: 0 })
		const { port } = app.app.server.address()
		app.kernel.setAddress({ host: '127.0.0.1', port })
		console.log(port)
		process.on('SIGTERM', () => app.close().then(() => process.exit(0)))`,
	)
	const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
	const [text] = await once(child.stdout.setEncoding('utf8'), 'data')
	port = Number(text)
	return { child, resident: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024 }
}

test('50 MiB of output that cannot be left out gain the server at most 12 MiB at any time, and Ctrl-C in a flood is answered', { timeout: 40_000 }, async () => {
	const server = await startServer()
	const view = await connect()
	await view.ready()
	view.socket.removeAllListeners('message')
	let bytes = 0
	let unsaid = 0
	let hear: ((text: string) => void) | undefined
	view.socket.on('message', (data: Buffer, isBinary) => {
		if (!isBinary) return
		bytes += data.length
		unsaid += data.length
		// As the page does.
		if (unsaid >= 64 * 1024) view.send({ type: 'ack', bytes: unsaid })
		if (unsaid >= 64 * 1024) unsaid = 0
		hear?.(data.toString('latin1', Math.max(0, data.length - 1000)))
	})
	const prints = (line: string, sign: string) =>
		new Promise<void>((resolve) => {
			let tail = ''
			hear = (text) => {
				tail = (tail + text).slice(-2000)
				if (tail.includes(sign)) resolve()
			}
			view.send({ type: 'input', data: line })
		})
	await prints('PS1=; stty -echo; echo go-$((1+1))\r', 'go-2')
	const before = server.resident()
	let most = before
	const watch = setInterval(() => (most = Math.max(most, server.resident())), 5)
	await prints(`head -c ${50 * 1024 * 1024} /dev/zero | tr '\\0' x; echo end-$((1+1))\r`, 'end-2')
	clearInterval(watch)
	expect(bytes).toBeGreaterThan(50 * 1024 * 1024)
	expect(most - before).toBeLessThan(12)
	await prints('yes flood-$((1+1))\r', 'flood-2')
	const asked = performance.now()
	await prints('\u0003echo stopped-$((1+1))\r', 'stopped-2')
	expect(performance.now() - asked).toBeLessThan(500)
	server.child.kill('SIGTERM')
	await once(server.child, 'exit')
})

test('the runners are listed with the reason why one is not there', async () => {
	const diag = await (await fetch(url('/shell/pty/diag'), { headers })).json()
	// spec: default runner
	expect(diag).toMatchObject({ enablePtyWebsocket: true, error: null, sandbox_error: null, default_runner: 'bash' })
	expect(diag.runners).toEqual([
		{ name: 'bash', title: 'Bash', available: true },
		...['wsl', 'powershell', 'cmd'].map((name) => ({ name, title: expect.any(String), available: false, reason: expect.stringContaining('Windows') })),
	])
})

test('when the server stops, its terminals and all they started are gone', async () => {
	const view = await connect()
	await view.ready()
	const mark = `43${process.pid}`
	view.send({ type: 'input', data: `sleep ${mark} & (setsid sleep ${mark} &) ; echo up-$((1+1))\r` })
	await view.shows('up-2')
	const running = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(mark))
	expect(running().length).toBeGreaterThan(0)
	await app.kernel.ptys.end()
	while (running().length > 0) await new Promise((resolve) => setImmediate(resolve))
})

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
	} catch {
		return ''
	}
}
