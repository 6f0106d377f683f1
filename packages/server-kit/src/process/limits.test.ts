import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProcesses, type Processes } from './index.ts'

const mebibyte = 2 ** 20

describe.skipIf(process.platform !== 'linux').each([{ by: 'the kernel', useControlGroups: true }, { by: 'looking', useControlGroups: false }])('counted by $by,', ({ useControlGroups }) => {
	let project: string
	let processes: Processes

	beforeAll(() => {
		project = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-limits-')))
		processes = createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [], env: { PATH: '/usr/bin:/bin' }, useControlGroups })
	})
	afterAll(() => rmSync(project, { recursive: true, force: true }))

	const run = (line: string, limits: object = {}, more: object = {}) => processes.run({ line, cwd: '.', limits, timeoutMs: 20_000, ...more })
	/** Nothing of a command is left: its mark is no process's argument. */
	const isGone = (mark: string) => expect(execFileSync('ps', ['ax', '-o', 'args'], { encoding: 'utf8' }).split('\n').filter((line) => line.includes(mark) && !line.startsWith('ps'))).toEqual([])

	test('a fork bomb is bounded and leaves nothing', async () => {
		const { stdout } = await run('for i in $(seq 400); do sleep 54321 & done; ps ax -o pid= | wc -l; kill -9 -1', { processes: 64 }, { timeoutMs: 2500 })
		// No limit of the kernel's holds root without a control group: until it is looked, such a bomb has thousands of processes.
		const isHeld = useControlGroups || process.getuid?.() !== 0
		if (isHeld) expect(Number(stdout.trim() || 0)).toBeLessThanOrEqual(66)
		isGone('sleep 54321')
		const bomb = await run(isHeld ? ':() { : | : & sleep 54322; }; :; sleep 30' : 'for i in $(seq 600); do sleep 54322 & done; wait', { processes: 64 }, { timeoutMs: 1500 })
		expect(bomb.timedOut || bomb.exceeded === 'processes' || bomb.code !== 0).toBe(true)
		isGone('sleep 54322')
	})

	test('memory is bounded for all processes together', async () => {
		const eat = `perl -e '$x = "x" x (40 * 1048576); sleep 9'`
		const { exceeded } = await run(`for i in 1 2 3 4 5 6; do ${eat} & done; wait; echo survived`, { memoryBytes: 128 * mebibyte }, { timeoutMs: 4000 })
		expect(exceeded).toBe('memory')
	})

	test('one process cannot use all memory, and the server goes on', async () => {
		expect(await run(`perl -e 'push @x, "x" x 1048576 while 1'`, { memoryBytes: 256 * mebibyte })).toMatchObject({ exceeded: 'memory', timedOut: false })
		expect(await run('echo fine')).toMatchObject({ stdout: 'fine\n' })
	})
})

describe.skipIf(process.platform !== 'linux')('bounded:', () => {
	let project: string
	let processes: Processes

	beforeAll(() => {
		project = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'drydock-limits-')))
		processes = createProcesses({ locate: () => ({ root: project, absolute: project }), hidden: [], env: { PATH: '/usr/bin:/bin' }, secret: async (name) => (name === 'TOKEN' ? 'value' : undefined) })
	})
	afterAll(() => rmSync(project, { recursive: true, force: true }))

	const run = (line: string, more: object = {}) => processes.run({ line, cwd: '.', timeoutMs: 20_000, ...more })

	test('the size of a file', async () => {
		expect((await run('head -c 64M /dev/zero > big', { limits: { fileBytes: mebibyte } })).code).not.toBe(0)
		expect(statSync(path.join(project, 'big')).size).toBe(mebibyte)
	})

	test('the space that is left on the disk', async () => {
		expect(await run('sleep 30', { limits: { freeBytes: Number.MAX_SAFE_INTEGER } })).toMatchObject({ exceeded: 'disk', timedOut: false })
	})

	test('the number of files', async () => {
		const { exceeded } = await run('mkdir many; for i in $(seq 1000000); do : > many/$i; done', { limits: { newFiles: 2000 } })
		expect(exceeded).toBe('disk')
		expect(readdirSync(path.join(project, 'many')).length).toBeLessThan(900_000)
	})

	test('the time of the processor', async () => {
		const { code, timedOut } = await run('while :; do :; done', { limits: { cpuSeconds: 1 } })
		expect({ isKilled: code > 128, timedOut }).toEqual({ isKilled: true, timedOut: false })
	})

	test('endless output', async () => {
		const { stdout, truncated, timedOut } = await run('yes', { timeoutMs: 1500, maxOutputBytes: 4096 })
		expect({ truncated, timedOut }).toEqual({ truncated: true, timedOut: true })
		expect(stdout.length).toBeLessThan(4300)
	})

	test.for([
		['ignores SIGTERM', 'trap "" TERM INT HUP; echo ready; while :; do sleep 65431; done'],
		['forks twice and leaves its session', '(setsid sh -c "trap \\"\\" TERM; sleep 65431 & sleep 65431" &) ; echo ready; sleep 65431'],
		['outlives its parent', 'nohup setsid sleep 65431 >/dev/null 2>&1 & echo ready'],
	] as const)('a child that %s', async ([, line]) => {
		const { stdout } = await run(line, { timeoutMs: 1000 })
		expect(stdout).toBe('ready\n')
		expect(execFileSync('ps', ['ax', '-o', 'args'], { encoding: 'utf8' })).not.toMatch(/^sleep 65431/m)
	})

	test('a killed server leaves nothing of its commands, with a network and on a copy too', async () => {
		const code = `
			import { createProcesses } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
			const root = ${JSON.stringify(project)}
			const processes = createProcesses({ locate: () => ({ root, absolute: root }), hidden: [], env: {}, shadowDir: root + '/../shadow-of-' + process.pid, hosts: async () => ['example.com'] })
			const request = { line: 'echo up; sleep 65432', cwd: '.', timeoutMs: 60_000, onOutput: () => console.log('up') }
			processes.run(request)
			processes.run({ ...request, network: true })
			processes.shadow(request, async () => {})
		`
		const server = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
		let said = ''
		for await (const chunk of server.stdout) if ((said += String(chunk)).split('up').length > 3) break
		server.kill('SIGKILL')
		const left = () => execFileSync('ps', ['ax', '-o', 'args'], { encoding: 'utf8' }).split('\n').filter((line) => line.startsWith('sleep 65432'))
		await expect.poll(left).toEqual([])
		rmSync(`${project}/../shadow-of-${server.pid}`, { recursive: true, force: true })
	})

	test('a secret reaches the child that asked by name, and no other; one that is missing runs nothing', async () => {
		expect((await run('echo "[$TOKEN]"', { secrets: ['TOKEN'] })).stdout).toBe('[value]\n')
		expect((await run('echo "[$TOKEN]"')).stdout).toBe('[]\n')
		await expect(run('touch pwned', { secrets: ['OTHER'] })).rejects.toMatchObject({ code: 'secrets.not_found', message: /nothing was run/ })
		expect(readdirSync(project)).not.toContain('pwned')
	})
})
