import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPtys, type Attachment, type Ptys, type PtySession, type ViewerEvent } from './index.ts'
import { hostSocket } from './socket-path.ts'

let dataDir: string
let ptys: Ptys
const marker = `DRYDOCK_TEST_MARK_${process.pid}`

beforeEach(() => {
	dataDir = mkdtempSync(path.join(os.tmpdir(), 'drydock-pty-'))
	ptys = createPtys({ dataDir })
})
afterEach(async () => {
	await ptys.end()
	rmSync(dataDir, { recursive: true, force: true })
})

const size = { cols: 80, rows: 24 }

function open(line: string, on: Ptys = ptys) {
	return on.open({ owner: 'me', runner: 'bash', program: { file: '/bin/bash', args: ['--norc', '--noprofile', '-c', line], cwd: dataDir }, size, env: { [marker]: '1' } })
}

/** Looks at a terminal, and lets a test wait for what it shows. */
async function look(session: PtySession, { on = ptys, acknowledges = true } = {}) {
	const seen = { text: '', bytes: 0, events: [] as ViewerEvent[], isLost: false }
	const checks = new Set<() => void>()
	const check = () => checks.forEach((one) => one())
	const attached = Promise.withResolvers<Attachment>()
	attached.resolve(
		await on.attach(session.sid, 'me', {
			bytes(bytes, release) {
				seen.text += bytes.toString('latin1')
				seen.bytes += bytes.length
				if (acknowledges) void attached.promise.then(({ ack }) => ack(bytes.length))
				release()
				check()
			},
			event: (event) => void (seen.events.push(event), check()),
			lost: () => void ((seen.isLost = true), check()),
		}),
	)
	const attachment = await attached.promise
	const until = (holds: () => boolean) =>
		new Promise<void>((resolve) => {
			const one = () => holds() && (checks.delete(one), resolve())
			checks.add(one)
			one()
		})
	return { ...attachment, seen, until, shows: (text: string) => until(() => seen.text.includes(text)) }
}

function marked(): string[] {
	return readdirSync('/proc').filter((name) => {
		try {
			return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(marker)
		} catch {
			return false
		}
	})
}

async function gone() {
	while (marked().length > 0) await new Promise((resolve) => setImmediate(resolve))
}

test('the marks of a shell are told with its key taken off, to its owner only; marks of others are not', async () => {
	const session = await ptys.open({ owner: 'me', runner: 'bash', program: { file: '/bin/bash', args: [], cwd: dataDir, isInteractive: true }, size, env: { HOME: dataDir } })
	const view = await look(session)
	const marks: string[] = []
	const ended = Promise.withResolvers<void>()
	await expect(ptys.follow(session.sid, 'somebody', { mark() {}, onEnd() {} })).rejects.toMatchObject({ status: 404 })
	const followed = await ptys.follow(session.sid, 'me', { mark: (text) => void marks.push(text), onEnd: ended.resolve })
	expect(followed.session.cwd).toBe(dataDir)
	view.input("printf '\\033]633;C;1\\007\\033]633;x;C;2\\007'; echo grüße-$((1+1))\r")
	await view.shows('-2\r\n')
	view.input('exit\r')
	await ended.promise
	expect([...followed.marks, ...marks].map((mark) => mark.replace(/(?<=^[CD];.*)[\d.]{8,}/, 'time').replace(/^P;.*/, 'P'))).toEqual([
		'D;0;time', 'P', 'A', 'B',
		"E;printf '\\\\033]633;C;1\\\\007\\\\033]633;x;C;2\\\\007'; echo grüße-$((1+1))", 'C;time', 'D;0;time', 'P', 'A', 'B',
		'E;exit', 'C;time',
	])
})

test('a terminal takes keys, has a size, and tells the exit code', async () => {
	const view = await look(await open('read x; echo "got $x"; stty size; exit 7'))
	view.resize({ cols: 91, rows: 33 })
	view.input('hello\r')
	await view.until(() => view.seen.events.some(({ type }) => type === 'exit'))
	expect(view.seen.text).toContain('got hello')
	expect(view.seen.text).toContain('33 91')
	expect(view.seen.events.at(-1)).toEqual({ type: 'exit', code: 7 })
	view.resize({ cols: 10, rows: 10 })
	expect(await ptys.list('me')).toMatchObject([{ status: 'exited', code: 7, runner: 'bash' }])
})

test('an interactive shell has job control: Ctrl-C ends the job and not the shell', async () => {
	const session = await ptys.open({ owner: 'me', runner: 'bash', program: { file: '/bin/bash', args: ['--norc', '--noprofile'], cwd: dataDir }, size, env: { PS1: 'ready> ' } })
	const view = await look(session)
	await view.shows('ready> ')
	view.input("sh -c 'echo start; exec sleep 100'\r")
	await view.shows('start\r\n')
	view.input('\u0003')
	await view.until(() => view.seen.text.split('ready> ').length === 3)
	view.input('echo rc=$?\r')
	await view.shows('rc=130')
	expect(view.seen.text).not.toContain('no job control')
})

test('a shell gets who and where, and nothing of the server', async () => {
	ptys.close()
	const own = createPtys({ dataDir, env: { ...process.env, DRYDOCK_TOKEN: 'secret-value', NODE_OPTIONS: '--no-warnings', LD_PRELOAD: '' } })
	const view = await look(await open('env; exit', own), { on: own })
	await view.until(() => view.seen.events.some(({ type }) => type === 'exit'))
	expect(view.seen.text).toContain(`HOME=${process.env['HOME']}`)
	expect(view.seen.text).toContain('TERM=xterm-256color')
	expect(view.seen.text).not.toMatch(/secret-value|NODE_OPTIONS|LD_PRELOAD|npm_/)
	own.close()
})

test('a terminal of another owner does not exist', async () => {
	const session = await open('cat')
	const viewer = { bytes() {}, event() {}, lost() {} }
	await expect(ptys.attach(session.sid, 'somebody else', viewer)).rejects.toMatchObject({ status: 404, code: 'not_found' })
	await expect(ptys.kill(session.sid, 'somebody else')).rejects.toMatchObject({ status: 404 })
	expect(await ptys.list('somebody else')).toEqual([])
})

test('what a program prints before it waits is all sent, whatever the viewer has drawn of it', async () => {
	const view = await look(await open('head -c 400000 /dev/zero | tr "\\0" x; echo; echo "and now?"; read'), { acknowledges: false })
	await view.shows('and now?')
	expect(view.seen.bytes).toBeGreaterThan(400_000)
})

test('two viewers see the same, and who comes later sees what was before, sizes included', async () => {
	const first = await look(await open('echo one; read; stty size; read; echo end'))
	await first.shows('one')
	first.resize({ cols: 100, rows: 40 })
	first.input('\r')
	await first.shows('40 100')
	const [session] = await ptys.list('me')
	if (!session) throw new Error('no terminal')
	const second = await look(session)
	await second.until(() => second.seen.events.some(({ type }) => type === 'live'))
	expect(second.seen.text).toBe(first.seen.text)
	expect(second.seen.events.map((event) => (event.type === 'resize' ? event.cols : event.type))).toEqual(['replay', 80, 100, 'live'])
	second.input('\r')
	await Promise.all([first.shows('end'), second.shows('end')])
})

test('a flood is paused until it is acknowledged, and no byte is lost', async () => {
	const total = 8 * 1024 * 1024
	const view = await look(await open(`stty raw; head -c ${total} /dev/zero | tr '\\0' x; read`), { acknowledges: false })
	await view.until(() => view.seen.bytes >= 128 * 1024)
	let [session] = await ptys.list('me')
	while (!session?.paused) [session] = await ptys.list('me')
	const { sid } = session
	// A program that got no processor for a moment looks quiet; even then no more is on its way.
	expect(view.seen.bytes).toBeLessThanOrEqual(1024 * 1024)
	let shown = 0
	while (view.seen.bytes < total) {
		view.ack(view.seen.bytes - shown)
		shown = view.seen.bytes
		await view.until(() => view.seen.bytes > shown)
	}
	expect(view.seen.bytes).toBe(total)
	await ptys.kill(sid, 'me')
})

test('closing a terminal ends everything that was started in it', async () => {
	const session = await open('trap "" HUP; (trap "" HUP; setsid sleep 3600) & sleep 3601 & echo up; wait; sleep 3602')
	const view = await look(session)
	await view.shows('up')
	expect(marked().length).toBeGreaterThan(2)
	await ptys.kill(session.sid, 'me')
	await gone()
})

test('a terminal that is closed while it starts leaves nothing behind', async () => {
	for (let round = 0; round < 30; round++) await ptys.kill((await open('cat')).sid, 'me')
	await gone()
})

test('a terminal outlives its server, shows the same screen to the next one, and kill -9 of the host leaves nothing', async () => {
	const script = path.join(dataDir, 'server.ts')
	writeFileSync(
		script,
		`import { createPtys } from ${JSON.stringify(new URL('./index.ts', import.meta.url).pathname)}
		const ptys = createPtys({ dataDir: ${JSON.stringify(dataDir)} })
		const open = (line) => ptys.open({ owner: 'me', runner: 'bash', program: { file: '/bin/bash', args: ['--norc', '--noprofile', '-c', line], cwd: '/' }, size: { cols: 80, rows: 24 }, env: { ${marker}: '1' } })
		const sessions = [await open('top -d 0.2'), await open('for i in $(seq 1 100000); do echo line $i; sleep 0.02; done')]
		console.log(JSON.stringify(sessions))
		setInterval(() => {}, 1000)`,
	)
	const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
	const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
	const [top, loop] = JSON.parse(line) as [PtySession, PtySession]
	const before = await look(loop)
	await before.shows('line 20')
	server.kill('SIGKILL')
	await once(server, 'exit')
	const after = await look(loop)
	await after.shows('line 60')
	expect(after.seen.text.startsWith(before.seen.text.slice(0, 200))).toBe(true)
	expect(after.seen.text.match(/line \d+/g)?.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, at) => `line ${at + 1}`))
	const screen = await look(top)
	await screen.shows('load average')
	const host = Number(readFileSync(path.join(dataDir, 'pty', 'host.pid'), 'utf8'))
	process.kill(host, 'SIGKILL')
	await screen.until(() => screen.seen.isLost)
	await gone()
})

test('the socket is for its owner alone', async () => {
	await open('true')
	expect(statSync(hostSocket(dataDir)).mode & 0o777).toBe(0o600)
	expect(statSync(path.dirname(hostSocket(dataDir))).mode & 0o777).toBe(0o700)
})

test('listing terminals starts no host', async () => {
	expect(await ptys.list('me')).toEqual([])
	expect(ptys.isUp()).toBe(false)
})
