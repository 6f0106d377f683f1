import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import names from './cases/env-names.json' with { type: 'json' }
import { createPlaces } from '../workspace/places.ts'
import { createProcesses, locateFolder, type Processes } from './index.ts'

let folder: string
let project: string
let processes: Processes
const poison = Object.fromEntries(names.map((name) => [name.split(' ')[0]?.replace('*', 'ANY') ?? name, '/tmp/poison-value']))

beforeAll(() => {
	folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-run-')))
	project = path.join(folder, 'project')
	for (const name of ['project/.git/hooks', 'project/.vscode', 'project/data', 'other']) mkdirSync(path.join(folder, name), { recursive: true })
	for (const name of ['project/.git/config', 'project/.vscode/settings.json', 'project/.mcp.json', 'project/data/key', 'other/secret', 'project/a.txt']) writeFileSync(path.join(folder, name), 'FIXTURE')
	processes = createProcesses({
		locate: (cwd) => ({ root: project, absolute: path.resolve(project, cwd) }),
		hidden: [path.join(project, 'data')],
		env: { ...poison, PATH: '/repo/node_modules/.bin/poison-value:relative/poison-value:/usr/local/bin:/usr/bin:/bin', LANG: 'en_US.UTF-8', OWN_SECRET: 'poison-value' },
	})
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bash = (line: string, more: object = {}) => processes.run({ line, cwd: '.', ...more })

test('an allowed command runs with its own exit code and both outputs', async () => {
	const { command } = await processes.judge('cat a.txt', { cwd: '.' })
	expect(await processes.run({ command, cwd: '.' })).toMatchObject({ code: 0, stdout: 'FIXTURE', stderr: '', timedOut: false })
	expect(await bash('echo out; echo err >&2; exit 42')).toMatchObject({ code: 42, stdout: 'out\n', stderr: 'err\n' })
	expect(await bash('kill -9 $$')).toMatchObject({ code: 137 })
	expect(await processes.run({ argv: ['/usr/bin/no-such-program'], cwd: '.' })).toMatchObject({ code: 127 })
})

test('a working folder is inside a root by its real path', () => {
	const data = path.join(project, 'data')
	mkdirSync(path.join(data, 'sandbox/x'), { recursive: true })
	mkdirSync(path.join(project, 'inner'))
	symlinkSync(path.join(folder, 'other'), path.join(project, 'link'))
	symlinkSync(data, path.join(project, 'to-data'))
	const { resolve } = createPlaces({ roots: [project, path.join(project, 'inner')], sandbox: path.join(data, 'sandbox'), hidden: [data] })
	expect(locateFolder(path.join(project, '.vscode'), resolve)).toEqual({ root: project, absolute: path.join(project, '.vscode') })
	expect(locateFolder(path.join(project, 'inner'), resolve)).toEqual({ root: path.join(project, 'inner'), absolute: path.join(project, 'inner') })
	expect(locateFolder('/sandbox/x', resolve)).toEqual({ root: path.join(data, 'sandbox'), absolute: path.join(data, 'sandbox/x') })
	const outside = [path.join(project, 'link'), path.join(project, 'to-data'), data, folder, '/', 'relative', `${project}/../other`, '/sandbox/../../../other']
	for (const cwd of outside) expect(() => locateFolder(cwd, resolve), cwd).toThrow(expect.objectContaining({ status: 403, code: 'workspace.outside' }))
	expect(() => locateFolder(`${project}/missing`, resolve)).toThrow(expect.objectContaining({ status: 404 }))
})

test('words are passed on as they are, without a shell', async () => {
	const words = ['$(id)', 'a b', '*', '; id', '']
	expect((await processes.run({ argv: ['/usr/bin/printf', '[%s]', ...words], cwd: '.' })).stdout).toBe(words.map((word) => `[${word}]`).join(''))
})

test('no variable of the server reaches a child', async () => {
	const { stdout } = await bash('cat /proc/*/environ | tr "\\0" "\\n"; env')
	const found = new Set(stdout.split('\n').filter((line) => line.includes('=')).map((line) => line.slice(0, line.indexOf('='))))
	expect(stdout).not.toContain('poison-value')
	expect([...found].sort()).toEqual(['HOME', 'LANG', 'PATH', 'PWD', 'SHLVL', 'TERM', '_'])
})

describe('the sandbox holds:', () => {
	test.each([
		['write /', 'mkdir /pwned'],
		['see /root', 'ls /root/.bashrc /root/.ssh'],
		['read the data folder inside the project', 'cat data/key'],
		['redirect git', 'echo x > .git/commondir'],
	])('cannot %s', async (_, line) => {
		const { code, stdout } = await bash(line)
		expect(code).not.toBe(0)
		expect(stdout).not.toContain('FIXTURE')
	})

	test('the project can be written, and only where it is not read-only', async () => {
		expect(await bash('mkdir -p src && echo hello > src/new.txt && echo x > /tmp/scratch && echo x > ~/home')).toMatchObject({ code: 0, stderr: '' })
		expect(readFileSync(path.join(project, 'src/new.txt'), 'utf8')).toBe('hello\n')
		expect(existsSync('/tmp/scratch')).toBe(false)
		expect((await bash('echo x > src/other.txt', { sandbox: 'read-only' })).code).not.toBe(0)
	})
})

test('without bubblewrap nothing runs, and a sentence says what to install', async () => {
	const bare = createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [], searchPath: [path.join(folder, 'nowhere')] })
	await expect(bare.run({ line: 'touch pwned', cwd: '.' })).rejects.toMatchObject({ status: 503, code: 'sandbox_unavailable', message: /nothing was run: bubblewrap is not installed/ })
	expect(await bare.capability()).toMatchObject({ sandbox: false })
	expect(await bare.judge('ls', { cwd: '.' })).toMatchObject({ decision: 'deny', reason: /not installed/ })
})

test('a sandbox that cannot start runs nothing', async () => {
	const bin = path.join(folder, 'bin')
	mkdirSync(bin)
	writeFileSync(path.join(bin, 'bwrap'), '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n', { mode: 0o755 })
	const broken = createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [], searchPath: [bin] })
	await expect(broken.run({ line: 'true', cwd: '.' })).rejects.toMatchObject({ code: 'sandbox_unavailable', message: /No permissions/ })
})

test('a command that takes too long is asked to end, then ended, with all it started', async () => {
	const polite = await bash('trap "echo tidy; exit 3" TERM; sleep 60 & wait', { timeoutMs: 300 })
	expect(polite).toMatchObject({ code: 3, stdout: 'tidy\n', timedOut: true })
	const stubborn = await bash('trap "" TERM; echo mark; while :; do sleep 0.1; done', { timeoutMs: 300 })
	expect(stubborn).toMatchObject({ timedOut: true, stdout: 'mark\n' })
	expect(stubborn.durationMs).toBeLessThan(15_000)
})

test('an aborted command ends with its children', async () => {
	const stop = new AbortController()
	const running = bash('sleep 4321 & echo started; wait', { signal: stop.signal, onOutput: () => stop.abort() })
	await expect(running).rejects.toMatchObject({ name: 'AbortError' })
	expect(await new Promise<string>((resolve) => spawn('ps', ['ax', '-o', 'args']).stdout.setEncoding('utf8').once('data', resolve))).not.toMatch(/^sleep 4321/m)
})

test('output is bounded to its beginning and end', async () => {
	const { stdout, truncated } = await bash('echo first; seq 1 200000; echo last', { maxOutputBytes: 2000 })
	expect(truncated).toBe(true)
	expect(stdout.length).toBeLessThan(2100)
	expect(stdout).toMatch(/^first\n1\n2\n[^]*… \d+ bytes left out …\n[^]*200000\nlast\n$/)
})

test('a slow reader slows the command down', async () => {
	let seen = 0
	let busy = 0
	await bash('seq 1 50000', {
		onOutput: async ({ text }: { text: string }) => {
			expect(++busy).toBe(1)
			await new Promise((resolve) => setImmediate(resolve))
			busy--
			seen += text.length
		},
	})
	expect(seen).toBe(288894)
})
