import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '@drydock/server-kit/testing'
import commands from '../commands/server/index.ts'
import { capabilityPaths, invalidPrefix, isPrefix, longestPrefix, suggestPrefix } from './contract.ts'
import policy from './server/index.ts'

let app: TestApp

beforeEach(async () => {
	app = await testApp([policy, commands], { files: { 'a.txt': 'hello\n', 'sub/b.txt': '' } })
})
afterEach(() => app.close())

const url = '/settings/shell_whitelist'
const send = (path: string, body: unknown, method = 'POST') => app.fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const json = async (reply: Promise<Response> | Response) => (await (await reply).json()) as Record<string, never>
const read = () => json(app.fetch(`${url}?cwd=${app.root}`))

/** As a person does it: asked first, then with the word of the answer. */
async function add(body: Record<string, unknown>) {
	const asked = await send(url, body)
	if (asked.status !== 403) return asked
	const { details } = (await asked.json()) as { details: { token: string } }
	return send(url, { ...body, confirm: details.token })
}

test('loosening the policy needs a fresh confirmation, for exactly that change', async () => {
	const first = await send(url, { add: ['bash'] })
	expect(first.status).toBe(403)
	expect(await first.json()).toMatchObject({ code: 'confirmation_required' })
	const asked = (await (await send(url, { add: ['ls -l'] })).json()) as { message: string; details: { token: string } }
	expect(asked.message).toContain('"ls -l"')
	expect((await send(url, { add: ['cat'], confirm: asked.details.token })).status).toBe(403)
	expect((await read())['dynamic']).toEqual([])
})

test('a rule is added, counts, and is taken away by its text or with all others', async () => {
	const body = await json(add({ add: ['git  log'], exact: ['npm test'], scope: 'me' }))
	expect(body).toMatchObject({ ok: true, dynamic: ['git log', 'npm test (exactly)'], rules: [{ kind: 'prefix', scope: 'me' }, { kind: 'exact' }] })
	expect(body['effective']).toEqual(expect.arrayContaining(['ls', 'git status', 'npm test (exactly)']))
	expect(await json(send(url, { remove: ['git log'] }))).toMatchObject({ dynamic: ['npm test (exactly)'] })
	expect(await json(send(url, {}, 'DELETE'))).toMatchObject({ dynamic: [], rules: [] })
})

test.each([
	['bash', /shell, which runs whatever/],
	['python3 -c', /interpreter/],
	['sudo ls', /wrapper/],
	['npm run', /project itself/],
	['terraform plan', /options of terraform are not known/],
])('the prefix %s is refused with the reason', async (prefix, reason) => {
	const reply = await add({ add: [prefix] })
	expect(reply.status).toBe(400)
	expect(await reply.json()).toMatchObject({ code: 'shell_policy.refused', error: expect.stringMatching(reason) })
})

// spec: shell prefix length
test.each(['', '  ', 'ls && rm', 'ls;', 'a|b', 'a > b', 'a < b', 'a `b`', 'a\nb', '-x', './ls', `a${'b'.repeat(longestPrefix)}`])('%j is no prefix', async (text) => {
	expect(isPrefix(text)).toBe(false)
	const reply = await send(url, { add: [text] })
	expect(reply.status).toBe(400)
	expect(await reply.json()).toMatchObject({ code: 'validation', error: 'Invalid prefix (no operators, must start with a word)' })
	expect(invalidPrefix).toBe('Invalid prefix (no operators, must start with a word)')
})

test('what a shell would expand is no rule, nor are two commands', async () => {
	for (const exact of ['ls $HOME', 'ls *.ts', 'ls && pwd', 'a=1 ls']) expect((await send(url, { exact: [exact] })).status, exact).toBe(400)
	expect((await send(url, { add: ['ls'], scope: 'run' })).status).toBe(400)
})

test.each([
	['npm run build -- --watch', 'npm run'],
	['ls', 'ls'],
	['git push && rm x', 'git push'],
	['cat<x', 'cat'],
	['; ls', ';'],
])('the suggestion for %j is %j', (cmd, prefix) => {
	expect(suggestPrefix(cmd)).toBe(prefix)
})

test('a rule holds in its scope: a run, a project, or everywhere', async () => {
	const explain = (cwd: string, task?: string) => json(send(`${url}/explain`, { cmd: 'uname --all', cwd, task }))
	expect(await explain(app.root)).toMatchObject({ decision: 'ask', reason: expect.stringContaining('--all') })
	const { id } = await app.kernel.tasks.run('waiting', (run) => new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason))))
	await add({ exact: ['uname --all'], scope: 'run', task: id })
	expect(await explain(app.root)).toMatchObject({ decision: 'ask' })
	expect(await explain(app.root, id)).toMatchObject({ decision: 'allow', read_only: false, parts: [{ words: ['uname', '--all'], rule: { text: 'uname --all (exactly)', scope: 'run' } }] })
	// Rules of a run go with it.
	await app.kernel.tasks.cancel(id, { by: 'user' })
	expect((await add({ exact: ['uname --all'], scope: 'run', task: id })).status).toBe(409)
	await add({ exact: ['uname --all'], scope: 'project', cwd: `${app.root}/sub` })
	expect((await read())['rules']).toMatchObject([{ scope: 'project' }])
	expect(await explain(app.root)).toMatchObject({ decision: 'allow' })
	expect(await explain('/sandbox')).toMatchObject({ decision: 'ask' })
})

test('a rule is really used by the call that runs', async () => {
	const cmd = 'tee made.txt'
	expect((await send('/shell/run', { cmd, cwd: app.root })).status).toBe(403)
	await add({ exact: [cmd], scope: 'project', cwd: app.root })
	expect(await json(send('/shell/run', { cmd, cwd: app.root }))).toMatchObject({ code: 0 })
})

test('an explanation shows the words of each part, the rule and what is wrong, and remembers nothing', async () => {
	const body = await json(send(`${url}/explain`, { cmd: `cat "a b" | rm 'x'`, cwd: app.root }))
	expect(body).toMatchObject({
		decision: 'ask',
		reason: 'rm is not on the list of commands that run without asking',
		parts: [{ words: ['cat', 'a b'], rule: { text: 'cat', scope: 'built-in' } }, { words: ['rm', 'x'], operator: '|', problem: expect.stringContaining('rm') }],
	})
	expect(await json(send(`${url}/explain`, { cmd: 'dir', runner: 'cmd' }))).toMatchObject({ decision: 'ask', reason: expect.stringContaining('language of cmd') })
	expect((await read())['rejects']).toEqual([])
})

test('rejected commands are listed, newest first, each once, ten at most', async () => {
	for (let n = 1; n <= 12; n++) await send('/shell/run', { cmd: `rm ${n}`, cwd: app.root })
	await send('/shell/run', { cmd: 'rm 5', cwd: app.root })
	const rejects: { cmd: string; at: number }[] = (await read())['rejects'] ?? []
	// spec: recent rejects
	expect(rejects).toHaveLength(10)
	expect(rejects.slice(0, 3).map(({ cmd }) => cmd)).toEqual(['rm 5', 'rm 12', 'rm 11'])
	expect(rejects[0]?.at).toBeGreaterThan(1_600_000_000)
})

test('what was allowed again and again is suggested as a rule', async () => {
	const { tasks } = app.kernel
	tasks.define({
		kind: 'asking',
		resumes: true,
		async drive(run) {
			for (const command of ['npm test', 'npm test', 'npm test', 'rm a', 'ls --zero', 'ls --zero']) await run.requestApproval({ action: 'run', message: '', metadata: { command, cwd: app.root }, mode: 'auto', agent: 'Maestro', stage: 'tool' })
			await run.changed(Number.MAX_SAFE_INTEGER)
			return undefined
		},
	})
	await tasks.start('asking', {})
	await expect.poll(async () => (await tasks.approvals.list({ status: 'pending' })).length).toBe(6)
	for (const { id } of await tasks.approvals.list({ status: 'pending' })) await tasks.approvals.decide(id, { allow: true, by: 'user' })
	expect((await read())['suggestions']).toEqual([
		{ text: 'npm test', kind: 'exact', times: 3, cwd: app.root },
		{ text: 'ls --zero', kind: 'exact', times: 2, cwd: app.root },
	])
	await add({ exact: ['npm test'], scope: 'project', cwd: app.root })
	expect((await read())['suggestions']).toMatchObject([{ text: 'ls --zero' }])
})

// '/settings/shell_capabilities' and what clients try before and after it: '/capabilities.details', '/capabilities/details', '/capabilities'
test.each(capabilityPaths)('the capabilities under %s', async (path) => {
	const body = (await (await app.fetch(path)).json()) as { allowlist: string[]; allowlistSize: number }
	expect(body).toMatchObject({ ok: true, indexParallelThreads: expect.any(Number), allowlist: expect.arrayContaining(['ls']), sandbox: true, sandbox_error: null })
	expect(body.allowlistSize).toBe(body.allowlist.length)
})

test('an agent’s token changes no policy', async () => {
	const agent = { scope: 'agent' as const, session: 'task' }
	const { changeWhitelist } = await import('./contract.ts')
	await expect(app.kernel.call(changeWhitelist, { add: ['ls'] }, agent)).rejects.toMatchObject({ status: 403 })
})
