import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProcesses, type Processes } from './index.ts'
import { defaultLimits } from './limits.ts'
import { makeProfile } from './profile.ts'
import { runSandboxed } from './run-sandboxed.ts'
import { seatbeltProfile } from './seatbelt-profile.ts'

const standIn = fileURLToPath(new URL('../testing/sandbox-exec.ts', import.meta.url))
let folder: string
let made = 0

beforeAll(() => {
	folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-seatbelt-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A folder with a `sandbox-exec` of this text. */
function program(script: string): string {
	const bin = path.join(folder, `bin-${++made}`)
	mkdirSync(bin)
	writeFileSync(path.join(bin, 'sandbox-exec'), `#!/bin/bash\n${script}\n`)
	chmodSync(path.join(bin, 'sandbox-exec'), 0o755)
	return bin
}

function makeProject(name: string): string {
	const project = path.join(folder, name)
	for (const inner of ['.git/hooks', 'data', 'inner/.git']) mkdirSync(path.join(project, inner), { recursive: true })
	for (const file of ['.git/config', 'data/key', 'inner/.git/config', 'a.txt']) writeFileSync(path.join(project, file), 'FIXTURE')
	return project
}

const darwin = (bin: string, project: string, hosts: readonly string[] = []) =>
	createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [path.join(project, 'data')], env: { PATH: '/usr/bin:/bin' }, platform: 'darwin', searchPath: [bin], hosts: async () => hosts })

/** Does whatever it is asked to, without a sandbox. */
const nothing = 'while [[ $1 == -* ]]; do shift 2; done\nexec "$@"'
const holding = (...leftOut: string[]) => `exec ${process.execPath} ${standIn} ${leftOut.map((role) => `--leave-out ${role}`).join(' ')} "$@"`

describe('the profile', () => {
	const profileOf = (project: string, mode: 'project' | 'read-only' = 'project', port?: number) => seatbeltProfile(makeProfile({ mode, root: project, cwd: project, secretFolders: [path.join(project, 'data')], env: { PATH: '/usr/bin' } }), { scratch: '/tmp/scratch', port })

	test.each(['plain', 'with space', 'quote"and\'quote', 'paren) (allow default', 'back\\slash', 'ünï 漢字 🚢', 'new\nline', 'a=b', '-p', '(param "ROOT")', '$HOME `id`'])('keeps the path %j out of its text', (name) => {
		const project = makeProject(name)
		const { text, parameters } = profileOf(project)
		expect(text).not.toContain(folder)
		expect(text).toBe(profileOf(makeProject(`beside-${++made}`)).text)
		expect(parameters).toContain(`WRITE_1=${project}`)
		expect(parameters).toEqual(expect.arrayContaining([`KEEP_0=${project}/.git`, `HIDE_0=${project}/data`, `ABOVE_1=${project}/inner`]))
		// One closing bracket for each that opens, outside of strings.
		const bare = text.replaceAll(/"[^"]*"/g, '')
		expect(bare.split('(').length).toBe(bare.split(')').length)
	})

	test('refuses first, and guards after it allowed', () => {
		const lines = profileOf(makeProject('order')).text.split('\n')
		expect(lines.slice(0, 3)).toEqual(['(version 1)', '(deny default)', '(import "system.sb")'])
		const at = (part: string) => lines.findIndex((line) => line.includes(part))
		expect(at('(param "READ_0")')).toBeLessThan(at('(param "WRITE_0")'))
		for (const guard of ['KEEP_0', 'HIDE_0', 'ABOVE_0']) expect(at(`(param "${guard}")`), guard).toBeGreaterThan(at('(param "WRITE_0")'))
		expect(lines.filter((line) => line.includes('network'))).toEqual([])
	})

	test('lets one port out where there are hosts, and writes nothing of a project that is read-only', () => {
		const { text, parameters } = profileOf(makeProject('read'), 'read-only', 4321)
		expect(text.split('\n').filter((line) => line.includes('network'))).toEqual(['(allow network-outbound (remote ip "localhost:4321"))'])
		expect(parameters.filter((word) => word.startsWith('WRITE_'))).toEqual(['WRITE_0=/tmp/scratch'])
	})
})

test('without sandbox-exec nothing runs', async () => {
	const processes = darwin(path.join(folder, 'nowhere'), makeProject('bare'))
	expect(await processes.capability()).toMatchObject({ sandbox: false, reason: /sandbox-exec is missing/ })
	await expect(processes.run({ line: 'true', cwd: '.' })).rejects.toMatchObject({ code: 'sandbox_unavailable' })
})

test('a sandbox that enforces nothing is none: the probe is named, and no command runs', async () => {
	const project = makeProject('lenient')
	const processes = darwin(program(nothing), project)
	expect(await processes.capability()).toMatchObject({ sandbox: false, reason: /does not hold, so no command runs: a command can write outside the project$/ })
	await expect(processes.run({ line: 'touch pwned', cwd: '.' })).rejects.toMatchObject({ status: 503, code: 'sandbox_unavailable', message: /write outside the project/ })
	expect(await processes.judge('ls', { cwd: '.' })).toMatchObject({ decision: 'deny', reason: /write outside the project/ })
	expect(existsSync(path.join(project, 'pwned'))).toBe(false)
})

test('a sandbox that lets nothing start is none', async () => {
	expect(await darwin(program('echo "sandbox-exec: unknown operation" >&2; exit 65'), makeProject('strict')).capability()).toMatchObject({ sandbox: false, reason: /unknown operation/ })
	expect(await darwin(program(`${nothing.replace('exec', 'printf started >&3; exit 0;')}`), makeProject('mute')).capability()).toMatchObject({ sandbox: false, reason: /its probes did not end/ })
})

describe.skipIf(process.platform === 'win32')('a command that no process table of its own ends', () => {
	const run = (line: string, timeoutMs = 60_000) =>
		runSandboxed({
			confined: { words: ['/bin/bash', '-c', `printf started >&3; exec 3>&-; ${line}`], env: {}, read: (told) => ({ started: told === 'started' }), endsWhole: false, close: async () => {} },
			env: { PATH: '/usr/bin:/bin' },
			folder,
			limits: defaultLimits,
			timeoutMs,
			maxOutputBytes: 10_000,
		})
	const isRunning = (pid: string) => spawnSync('/bin/ps', ['-o', 'stat=', '-p', pid.trim()]).stdout.toString().trim().replace(/^Z.*/, '') !== ''

	test('ends with what it left in its group', async () => {
		const { code, stdout } = await run('sleep 4322 & echo $!; exit 4')
		expect(code).toBe(4)
		await expect.poll(() => isRunning(stdout)).toBe(false)
	})

	test('ends after its time, though it does not want to', async () => {
		const { stdout, timedOut } = await run('trap "" TERM; echo $$; while :; do sleep 0.1; done', 500)
		expect(timedOut).toBe(true)
		await expect.poll(() => isRunning(stdout)).toBe(false)
	})

	test('does not wait for what went away and holds its output open', async () => {
		const { code, stdout } = await run(`perl -e 'use POSIX; fork and exit; POSIX::setsid(); $| = 1; print "$$\n"; sleep 4323' & sleep 1; exit 5`)
		expect(code).toBe(5)
		process.kill(Number(stdout), 'SIGKILL')
	})
})

describe.skipIf(process.platform !== 'linux')('with a stand-in that keeps to the rules', () => {
	test.each<[leftOut: string, problem: string]>([
		['WRITE', 'a command cannot write in the project'],
		['OUTSIDE', 'a command can write outside the project'],
		['HIDE', 'a command can read what is hidden in the project'],
		['KEEP', 'a command can write a git hook'],
		['ABOVE', 'inner/.git/config was changed from inside'],
		['NETWORK', 'a command can connect to this machine'],
		['SOCKET', 'a command can connect to a socket file'],
		['PORT', 'a command cannot reach a listed host through Drydock'],
	])('one that forgets %s is none: %s', async (leftOut, problem) => {
		expect(await darwin(program(holding(leftOut)), makeProject(`without-${leftOut}`)).capability()).toMatchObject({ sandbox: false, reason: expect.stringContaining(problem) })
	})

	describe('all of them', () => {
		let project: string
		let processes: Processes
		let server: Server
		let port: number

		beforeAll(async () => {
			server = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi'))
			await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
			const address = server.address()
			port = typeof address === 'object' && address ? address.port : 0
			project = makeProject('kept "in" (here) ü')
			processes = darwin(program(holding()), project, [`127.0.0.1:${port}`])
		})
		afterAll(() => server.close())

		test('it counts as one, and says what it cannot do', async () => {
			expect(await processes.capability()).toEqual({ sandbox: true, counted: undefined, note: expect.stringMatching(/memory of a command .* cannot be limited/) })
		})

		test('a command runs in the project with a home and a temporary folder of its own, which go away', async () => {
			const ran = await processes.run({ line: 'cat a.txt; echo x > b.txt; echo x > "$TMPDIR/y"; echo x > ~/z; echo err >&2; echo "$HOME"; exit 7', cwd: '.' })
			expect(ran).toMatchObject({ code: 7, stderr: 'err\n' })
			const home = ran.stdout.trim().replace('FIXTURE', '')
			expect(path.basename(home)).toBe('home')
			expect(existsSync(path.dirname(home))).toBe(false)
			expect(readFileSync(path.join(project, 'b.txt'), 'utf8')).toBe('x\n')
			expect(await processes.run({ argv: ['/usr/bin/no-such-program'], cwd: '.' })).toMatchObject({ code: 127 })
		})

		test('what is guarded and hidden stays so', async () => {
			expect((await processes.run({ line: 'cat data/key || echo x > .git/config || mv .git x || mv inner x', cwd: '.' })).code).not.toBe(0)
			expect((await processes.run({ line: 'echo x > c.txt', cwd: '.', sandbox: 'read-only' })).code).not.toBe(0)
		})

		test('a listed host is reached through the proxy, and told', async () => {
			const line = `exec 3<>"/dev/tcp/127.0.0.1/\${http_proxy##*:}"; printf 'GET http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n' "$1" "$1" >&3; cat <&3`
			const ask = (host: string) => processes.run({ argv: ['/bin/bash', '-c', line, 'bash', host], cwd: '.', network: true })
			const reached = await ask(`127.0.0.1:${port}`)
			expect(reached.stdout).toMatch(/^HTTP\/1.1 200 [^]*hi$/)
			expect(reached.contacts).toEqual({ reached: [`127.0.0.1:${port}`], refused: [] })
			expect((await ask('example.com')).contacts).toEqual({ reached: [], refused: ['example.com:80'] })
		})

		test('there are no copies of projects, and that is said', async () => {
			expect(await processes.shadowCapability()).toMatchObject({ shadow: false, reason: /none for this system yet/ })
		})
	})
})
