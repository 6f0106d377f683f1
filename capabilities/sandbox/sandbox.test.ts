import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createApi } from '@drydock/web-kit'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contract from './contract.ts'
import server from './server/index.ts'

let app: TestApp
beforeEach(async () => {
	app = await testApp(server, { files: { 'a.txt': 'one\n' } })
})
afterEach(() => app.close())

const api = () => createApi('http://127.0.0.1:8000', { fetch: app.fetch })

async function run(language: contract.LanguageId, code: string, mode: contract.SandboxMode) {
	let output = ''
	let errors = ''
	for await (const event of api().open(contract.runSnippet, { cwd: app.root, language, code, mode, id: crypto.randomUUID() }, { signal: new AbortController().signal })) {
		if (event.type === 'output' && event.data.stream === 'stdout') output += event.data.text
		if (event.type === 'output' && event.data.stream === 'stderr') errors += event.data.text
		if (event.type === 'exit') return { output, errors, ...event.data }
		if (event.type === 'error') throw new Error(event.data.message)
	}
	throw new Error('It ended without an exit code')
}

describe.skipIf(process.platform !== 'linux')('the sandbox', () => {
	test('says what a command could touch', async () => {
		const { available, shadow, profile, languages } = await api().send(contract.sandboxProfile, { cwd: app.root })
		expect({ available, shadow }).toEqual({ available: true, shadow: { available: true } })
		expect(profile).toMatchObject({ root: app.root, hosts: [], limits: { processes: 512 } })
		expect(languages.map(({ id }) => id)).toEqual(expect.arrayContaining(['bash', 'perl']))
	})

	test('what it says and what it complains of are told apart', async () => {
		expect(await run('bash', 'echo out; echo err >&2', 'read-only')).toMatchObject({ output: 'out\n', errors: 'err\n' })
	})

	test('a snippet runs read-only, on a copy, or in the project', async () => {
		expect(await run('bash', 'cat a.txt; echo x > b.txt', 'read-only')).toMatchObject({ code: 1, output: expect.stringContaining('one\n'), changed: 0 })
		expect(await run('perl', 'print 6 * 7; exit 3', 'read-only')).toMatchObject({ code: 3, output: '42' })
		expect(await run('bash', 'echo direct > c.txt', 'project')).toMatchObject({ code: 0, changed: 1 })
		expect(readFileSync(path.join(app.root, 'c.txt'), 'utf8')).toBe('direct\n')
	})

	test('what a copy changed is shown, merged by file, and the rest thrown away', async () => {
		const { effect = '', changed } = await run('bash', 'echo two >> a.txt; echo new > b.txt', 'shadow')
		expect(changed).toBe(2)
		expect(readFileSync(path.join(app.root, 'a.txt'), 'utf8')).toBe('one\n')
		const { files, run: about } = await api().send(contract.getShadowRun, { id: effect })
		expect(about).toMatchObject({ by: 'Sandbox pane', changes: 2 })
		expect(files.map(({ path: name, kind }) => `${kind} ${name}`)).toEqual(['changed a.txt', 'added b.txt'])
		expect(await api().send(contract.mergeShadowRun, { id: effect, files: ['a.txt'] })).toMatchObject({ merged: ['a.txt'], conflicts: [], left: 1 })
		expect(readFileSync(path.join(app.root, 'a.txt'), 'utf8')).toBe('one\ntwo\n')
		expect((await api().send(contract.listShadowRuns, {})).runs).toHaveLength(1)
		await api().send(contract.discardShadowRun, { id: effect })
		expect((await api().send(contract.listShadowRuns, {})).runs).toEqual([])
		expect(existsSync(path.join(app.root, 'b.txt'))).toBe(false)
	})

	test('hosts are kept for the project, and what is no host is refused', async () => {
		expect(await api().send(contract.setSandboxHosts, { cwd: app.root, hosts: ['Registry.npmjs.org', 'registry.npmjs.org'] })).toEqual({ hosts: ['registry.npmjs.org'] })
		await expect(api().send(contract.setSandboxHosts, { cwd: app.root, hosts: ['*.example.com'] })).rejects.toMatchObject({ status: 400 })
		expect((await api().send(contract.sandboxProfile, { cwd: app.root })).profile?.hosts).toEqual(['registry.npmjs.org'])
	})

	test('a host that is not listed is named afterwards', async () => {
		await api().send(contract.setSandboxHosts, { cwd: app.root, hosts: ['example.com'] })
		const ask = 'use IO::Socket::INET; my $s = IO::Socket::INET->new("127.0.0.1:3128") or die; print $s "GET http://other.example/ HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n"; print <$s>;'
		expect(await run('perl', ask, 'read-only')).toMatchObject({ refused: ['other.example:80'] })
	})

	test('it stops when its task is cancelled', async () => {
		const stop = new AbortController()
		for await (const event of api().open(contract.runSnippet, { cwd: app.root, language: 'bash', code: 'echo ready; sleep 60', mode: 'read-only', id: 'x' }, { signal: stop.signal })) {
			if (event.type === 'start') await app.kernel.tasks.cancel(event.data.task_id, { by: 'test' })
			if (event.type === 'error') return
		}
		expect.unreachable()
	})
})
