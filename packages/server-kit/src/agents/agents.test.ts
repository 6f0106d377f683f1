import { readFileSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { collect, waitFor } from '../tasks/testing.ts'
import { startModelServer, type ModelServer, type Scripted, type Turn } from '../testing/model-server.ts'
import type { AgentStart } from './index.ts'
import { testAgents } from './testing.ts'

let closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers.toReversed()) await close()
	closers = []
})

const files = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'export const b = 1\n', '.env': 'TOKEN=hush\n', '.vscode/settings.json': '{}\n' }

async function setUp(scripted: Scripted) {
	const server = await startModelServer(scripted)
	closers.push(server.close)
	const agents = await testAgents({ modelUrl: server.url, files })
	closers.push(agents.close)
	const start = (more: Partial<AgentStart> = {}) => agents.agent.start({ task: 'Do it.', cwd: agents.root, agent: 'Maestro', ...more })
	return { server, agents, start, read: (name: string) => readFile(path.join(agents.root, name), 'utf8') }
}

type SetUp = Awaited<ReturnType<typeof setUp>>

/** Runs a script to its end; `decide` answers each approval. */
async function play({ agents, start }: SetUp, { decide, ...more }: Partial<AgentStart> & { decide?: (asked: Record<string, unknown>) => boolean } = {}) {
	const { id } = await start(more)
	for await (const event of await agents.tasks.watch(id, 0, AbortSignal.timeout(20_000))) {
		if (event.type === 'approval.requested') await agents.tasks.approvals.decide(String(event.data['action_id']), { allow: decide?.(event.data) ?? false, by: 'user' })
	}
	const events = await collect(agents.tasks, id)
	const results = events.filter(({ type }) => type === 'tool.finished').map(({ data }) => data)
	return { id, events, results, task: await agents.tasks.get(id), asked: events.filter(({ type }) => type === 'approval.requested').map(({ data }) => data) }
}

const call = (name: string, input: unknown): Turn => ({ calls: [{ name, input }] })
const lastSeen = (server: ModelServer) => server.requests.at(-1)?.messages.at(-1)?.text ?? ''

test('reads, lists, searches, edits and writes in the project, and answers', async () => {
	const made = await setUp({
		turns: [
			{ text: 'Let me look.', calls: [{ name: 'list', input: {} }, { name: 'read', input: { path: 'a.txt' } }, { name: 'search', input: { pattern: 'const \\w+', glob: '*.ts' } }] },
			call('plan', { items: [{ text: 'change it', status: 'active' }] }),
			call('edit', { path: 'a.txt', edits: [{ old: 'two', new: '2' }] }),
			call('write', { path: 'new/c.txt', content: 'c\n' }),
			{ text: 'All done.' },
		],
	})
	const { task, results, events } = await play(made)
	expect(task).toMatchObject({ status: 'done', summary: 'All done.' })
	expect(results.map(({ name, status }) => `${name} ${status}`)).toEqual(['list ok', 'read ok', 'search ok', 'plan ok', 'edit ok', 'write ok'])
	expect(results[0]?.['output']).toContain('"src/"')
	expect(results[2]?.['output']).toBe('src/b.ts:1:export const b = 1')
	expect(await made.read('a.txt')).toBe('one\n2\nthree\n')
	expect(await made.read('new/c.txt')).toBe('c\n')
	expect(JSON.stringify(results[4]?.['facts'])).toContain('+2')
	expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
	expect((await made.agents.ledger.entries({ task: task.id })).length).toBeGreaterThanOrEqual(2)
})

test('what is edited must have been read and be unchanged since', async () => {
	const made = await setUp({
		turns: [
			call('edit', { path: 'a.txt', edits: [{ old: 'two', new: '2' }] }),
			call('read', { path: 'a.txt' }),
			call('ask', { question: 'Shall I?' }),
			call('edit', { path: 'a.txt', edits: [{ old: 'two', new: '2' }] }),
			{ text: 'done' },
		],
	})
	const { results } = await play(made, {
		decide: () => {
			void writeFile(path.join(made.agents.root, 'a.txt'), 'one\ntwo\nthree and more\n')
			return true
		},
	})
	expect(results.map(({ status }) => status)).toEqual(['error', 'ok', 'ok', 'error'])
	expect(results[0]?.['output']).toMatch(/Read a.txt before/)
	expect(results[3]?.['output']).toMatch(/changed since you read it/)
	expect(await made.read('a.txt')).toBe('one\ntwo\nthree and more\n')
})

test.each([
	['.vscode/tasks.json', 'ask'],
	['AGENTS.md', 'ask'],
	['.mcp.json', 'ask'],
	['.env', 'ask'],
	['.GIT/config', 'deny'],
	['.g\u200bit/hooks/pre-commit', 'deny'],
	['.drydock/policy.json', 'deny'],
	['../outside.txt', 'refuse'],
	['/etc/passwd', 'refuse'],
	['src/new.ts', 'allow'],
])('writing %s: %s', async (file, expected) => {
	const made = await setUp({ turns: [call('write', { path: file, content: 'x' }), { text: 'done' }] })
	if (file === '.env') made.server.play({ turns: [call('read', { path: file }), call('write', { path: file, content: 'x' }), { text: 'done' }] })
	const { results, asked } = await play(made, { decide: ({ action }) => action === 'read' })
	const status = results.at(-1)?.['status']
	if (expected === 'allow') expect(status).toBe('ok')
	if (expected === 'refuse') expect(status).toBe('error')
	if (expected === 'deny') expect([status, asked.length]).toEqual(['denied', 0])
	if (expected === 'ask') {
		expect(status).toBe('denied')
		expect(asked.at(-1)).toMatchObject({ action: 'write', metadata: { hash: expect.any(String), path: file, preview: expect.stringContaining('+x') } })
	}
	expect(lastSeen(made.server)).toMatch(expected === 'allow' ? /Created/ : expected === 'refuse' ? /outside|relative|absolute/i : /Not allowed: .*\. Do not retry it/s)
})

test('an approval is bound to what it showed: when the file changes meanwhile, it is asked again', async () => {
	const made = await setUp({ turns: [call('read', { path: '.vscode/settings.json' }), call('edit', { path: '.vscode/settings.json', edits: [{ old: '{}', new: '{"a":1}' }] }), { text: 'done' }] })
	const { id } = await made.start()
	const asked = await waitFor(made.agents.tasks, id, 'approval.requested')
	await writeFile(path.join(made.agents.root, '.vscode/settings.json'), '{} // mine\n')
	await made.agents.tasks.approvals.decide(String(asked.data['action_id']), { allow: true, by: 'user' })
	await made.agents.tasks.finished(id, AbortSignal.timeout(10_000))
	expect(await made.read('.vscode/settings.json')).toBe('{} // mine\n')
	expect(lastSeen(made.server)).toMatch(/changed/)
})

test('a command waits for its approval, shows exactly what would run, and is recorded', async () => {
	const command = 'echo hello > out.txt && cat out.txt'
	const made = await setUp({ turns: [call('run', { command }), { text: 'done' }] })
	const { results, asked, task } = await play(made, { decide: () => true })
	expect(asked[0]).toMatchObject({ action: 'run', metadata: { command, cwd: made.agents.root, hash: expect.any(String) } })
	expect(results[0]).toMatchObject({ status: 'ok', output: 'Exit code 0.\nhello', files: [{ path: 'out.txt', change: 'changed' }], facts: { code: 0 } })
	expect((await made.agents.ledger.entries({ task: task.id })).length).toBe(1)
})

test('a denied command does not run, and the model is told in a sentence', async () => {
	const made = await setUp({ turns: [call('run', { command: 'touch denied.txt' }), { text: 'As you wish.' }] })
	const { results, task } = await play(made)
	expect(results[0]).toMatchObject({ status: 'denied', output: expect.stringMatching(/^Not allowed: the user refused\. Do not retry it/) })
	await expect(made.read('denied.txt')).rejects.toThrow('ENOENT')
	expect(task.status).toBe('done')
})

test('a harmless command runs without asking, a hidden payload is shown as it is', async () => {
	const made = await setUp({ turns: [call('run', { command: 'cat a.txt' }), call('run', { command: `ls ${' '.repeat(300)}\u202e; rm -rf .` }), { text: 'done' }] })
	const { results, asked } = await play(made)
	expect(results[0]).toMatchObject({ status: 'ok', output: 'Exit code 0.\none\ntwo\nthree' })
	expect(asked).toHaveLength(1)
	expect(JSON.stringify(asked[0]?.['metadata'])).toContain('u{202e}')
})

test('a rule of the project lets a command run without asking, and of another project does not', async () => {
	const made = await setUp({ turns: [call('run', { command: 'tee made.txt' }), call('run', { command: 'tee other.txt' }), { text: 'done' }] })
	const { rules } = made.agents.processes
	await rules.add([{ words: ['tee', 'made.txt'], kind: 'exact', scope: 'project', target: made.agents.root }, { words: ['tee', 'other.txt'], kind: 'exact', scope: 'project', target: '/elsewhere' }])
	const { results, asked } = await play(made)
	expect(results[0]).toMatchObject({ status: 'ok', files: [{ path: 'made.txt', change: 'changed' }] })
	expect(asked).toMatchObject([{ metadata: { command: 'tee other.txt' } }])
	expect(await rules.rejects()).toMatchObject([{ cmd: 'tee other.txt' }])
})

test('a secret file is read only after somebody said yes, and search leaves it out', async () => {
	const made = await setUp({ turns: [call('search', { pattern: 'TOKEN' }), call('read', { path: '.env' }), { text: 'done' }] })
	const { results } = await play(made)
	expect(results.map(({ status }) => status)).toEqual(['ok', 'denied'])
	expect(JSON.stringify(made.server.requests.map(({ body }) => body))).not.toContain('hush')
})

test('a search leaves out what git ignores, follows no link, takes folders in its glob, and says when a pattern is none', async () => {
	const made = await setUp({ turns: [call('search', { pattern: 'needle' }), call('search', { pattern: 'needle', glob: 'src/**/*.ts' }), call('search', { pattern: 'needle', path: 'src' }), call('search', { pattern: '(' }), { text: 'done' }] })
	const { root } = made.agents
	await Promise.all(['src/deep', 'made', 'node_modules/x'].map((folder) => mkdir(path.join(root, folder), { recursive: true })))
	for (const file of ['z.txt', 'src/deep/a.ts', 'src/deep/a.css', 'made/out.ts', 'node_modules/x/i.js']) await writeFile(path.join(root, file), `one\nneedle\n${'long '.repeat(200)}needle\n`)
	await writeFile(path.join(root, '.gitignore'), 'made/\n')
	await symlink('/etc', path.join(root, 'outside'))
	const { results } = await play(made)
	const [all = '', globbed = '', inside = '', wrong = ''] = results.map(({ output }) => String(output))
	expect(all.split('\n').map((line) => line.slice(0, 30).trimEnd())).toEqual(['src/deep/a.css:2:needle', 'src/deep/a.css:3:long long lon', 'src/deep/a.ts:2:needle', 'src/deep/a.ts:3:long long long', 'z.txt:2:needle', 'z.txt:3:long long long long lo'])
	expect(all.length).toBeLessThan(2000)
	expect(globbed).not.toMatch(/css|z\.txt/)
	expect(globbed).toContain('src/deep/a.ts:2:needle')
	expect(inside).toContain('src/deep/a.css:2:needle')
	expect(inside).not.toContain('z.txt')
	expect(results[3]?.['status']).toBe('error')
	expect(wrong).toContain('unclosed group')
})

const summarised = /^You summarise/

test('no pattern holds a search up: repeats within repeats are linear, what goes back is refused, a long one is too long', async () => {
	const patterns = ['^(a+)+$', '(?<=a{1,1000})b', '(a*)*\\1', 'a'.repeat(1001)]
	const made = await setUp({ turns: [...patterns.map((pattern) => call('search', { pattern })), { text: 'Done.' }] })
	await writeFile(path.join(made.agents.root, 'a.txt'), `${'a'.repeat(30)}!\n`.repeat(1000))
	const since = performance.now()
	const { results } = await play(made)
	expect(performance.now() - since).toBeLessThan(20_000)
	expect(results.map(({ status }) => status)).toEqual(['ok', 'error', 'error', 'invalid'])
})

test('near the end of what a model can read, old outputs are left out; the log keeps them', async () => {
	const reads = Array.from({ length: 8 }, (_, index) => call('read', { path: `long-${index}.txt` }))
	const made = await setUp({ turns: [...reads.slice(0, -1), { ...reads.at(-1), usage: { input: 100_000, output: 10 } }, { text: 'done' }] })
	for (let index = 0; index < 8; index++) await writeFile(path.join(made.agents.root, `long-${index}.txt`), `start-${index}\n${'some words\n'.repeat(1900)}`)
	const { events, task } = await play(made)
	expect(task.status).toBe('done')
	expect(events.filter(({ type }) => type === 'compaction.done')).toMatchObject([{ data: { up_to: expect.any(Number) } }])
	const last = made.server.requests.at(-1)?.messages.map(({ text }) => text) ?? []
	expect(last.some((text) => text.includes('start-7'))).toBe(true)
	expect(last.some((text) => text.includes('start-0'))).toBe(false)
	expect(last.filter((text) => text.includes('Left out to make room')).length).toBeGreaterThan(1)
	expect(JSON.stringify(events)).toContain('start-0')
})

test('a provider that finds the conversation too long gets a summary of it, once; the run goes on', async () => {
	const refused = new Set<number>()
	const made = await setUp((request) => {
		if (summarised.test(request.system)) return { text: 'Goal: read. Next: say done.', usage: { input: 50, output: 7 } }
		if (request.messages.some(({ text }) => text.includes('Goal: read.'))) return { text: 'Done after the summary.' }
		if (request.messages.length < 3) return call('read', { path: 'a.txt' })
		refused.add(request.messages.length)
		return { fault: { kind: 'status', status: 400, message: "This model's maximum context length is 8192 tokens", times: 99 } }
	})
	const { events, task } = await play(made)
	expect(task).toMatchObject({ status: 'done', summary: 'Done after the summary.' })
	expect(refused.size).toBe(1)
	expect(events.filter(({ type }) => type === 'compaction.done')).toMatchObject([{ data: { summary: 'Goal: read. Next: say done.', usage: { input: 50, output: 7 } } }])
})

test('a conversation that is too long even when summarised ends the run with what to do', async () => {
	const made = await setUp((request) => (summarised.test(request.system) ? { text: 'Goal: fail.' } : { fault: { kind: 'status', status: 400, message: 'prompt is too long: 250000 tokens > 200000 maximum', times: 99 } }))
	const { events, task } = await play(made)
	expect(task).toMatchObject({ status: 'failed', summary: expect.stringContaining('longer than') })
	expect(events.filter(({ type }) => type === 'compaction.done')).toHaveLength(1)
})

test('a link that leaves the project leads nowhere', async () => {
	const made = await setUp({ turns: [call('read', { path: 'leak' }), call('write', { path: 'leak', content: 'x' }), { text: 'done' }] })
	await symlink('/etc/hostname', path.join(made.agents.root, 'leak'))
	const { results } = await play(made)
	expect(results.map(({ status }) => status)).toEqual(['error', 'error'])
})

test('wrong input, unknown tools and broken calls are told to the model and harm nothing', async () => {
	const made = await setUp({ turns: [call('fly', {}), call('read', { file: 'a.txt' }), call('edit', { path: 'a.txt', edits: 'x' }), { text: 'done' }] })
	const { results, task } = await play(made)
	expect(results.map(({ status }) => status)).toEqual(['invalid', 'invalid', 'invalid'])
	expect(results[0]?.['output']).toMatch(/There are: read, list/)
	expect(task.status).toBe('done')
})

test('the third identical call in a row asks, and a fourth after a no ends the run', async () => {
	const made = await setUp(() => call('read', { path: 'a.txt' }))
	const { results, asked, task } = await play(made)
	expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'denied', 'denied'])
	expect(asked[0]).toMatchObject({ action: 'stuck' })
	expect(task).toMatchObject({ status: 'failed', summary: expect.stringContaining('same call') })
	const alone = await play(made, { unattended: true })
	expect(alone.task.status).toBe('failed')
	expect(alone.asked).toEqual([])
})

test('an empty answer gets one nudge, a second one fails the run', async () => {
	const once = await setUp({ turns: [{ fault: { kind: 'empty', times: 1 } }, { text: 'never' }] })
	once.server.play((request) => (request.messages.at(-1)?.text.includes('empty') ? { text: 'Here I am.' } : { fault: { kind: 'empty' } }))
	expect((await play(once)).task).toMatchObject({ status: 'done', summary: 'Here I am.' })
	once.server.play(() => ({ fault: { kind: 'empty', times: 99 } }))
	const { task, events } = await play(once)
	expect(task).toMatchObject({ status: 'failed' })
	expect(events.filter(({ type }) => type === 'step.started')).toHaveLength(2)
})

test('a budget warns before it ends the run', async () => {
	let n = 0
	const made = await setUp(() => call('read', { path: n++ % 2 ? 'a.txt' : 'src/b.ts' }))
	const { task, events } = await play(made, { steps: 5 })
	expect(task).toMatchObject({ status: 'failed', summary: expect.stringMatching(/budget of 5 steps is used up/) })
	expect(events.filter(({ type }) => type === 'budget.warning')).toHaveLength(1)
	expect(events.at(-1)?.data).toMatchObject({ code: 'budget' })
})

test('a message that comes while calls are open enters before the next step', async () => {
	const made = await setUp({ turns: [call('run', { command: 'touch x' }), { text: 'Understood.' }] })
	const { id } = await made.start()
	const asked = await waitFor(made.agents.tasks, id, 'approval.requested')
	await made.agents.agent.tell(id, { text: 'Use tabs.' })
	await made.agents.tasks.append(id, 'user.message', { text: 'The user took back your change to a.txt.', by: 'review' })
	await made.agents.tasks.approvals.decide(String(asked.data['action_id']), { allow: true, by: 'user' })
	await made.agents.tasks.finished(id, AbortSignal.timeout(10_000))
	expect(made.server.requests.at(-1)?.messages.map(({ role, text }) => `${role} ${text}`)).toEqual([
		'user Do it.',
		'assistant ',
		'tool Exit code 0.',
		'user Use tabs.',
		'user [From the review of your changes] The user took back your change to a.txt.',
	])
})

test('a question waits for its answer, and a message is one', async () => {
	const made = await setUp({ turns: [call('ask', { question: 'Which colour?', options: ['red', 'blue'] }), { text: 'Blue it is.' }] })
	const { id } = await made.start()
	const asked = await waitFor(made.agents.tasks, id, 'approval.requested')
	expect(asked.data).toMatchObject({ action: 'ask', message: 'Which colour?', metadata: { options: ['red', 'blue'] } })
	await made.agents.agent.tell(id, { text: 'blue' })
	await made.agents.tasks.finished(id, AbortSignal.timeout(10_000))
	expect(lastSeen(made.server)).toBe('The user answers: blue')
})

test('a run that ended can be continued with its conversation', async () => {
	const made = await setUp({ turns: [call('read', { path: 'a.txt' }), { text: 'First.' }, { text: 'Second.' }] })
	const first = await play(made)
	const second = await play(made, { task: 'And now?', continues: first.id })
	expect(second.task).toMatchObject({ status: 'done', summary: 'Second.', parent: first.id })
	expect(made.server.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
})

test('stops within moments: in the model stream and in a command', async () => {
	const made = await setUp({ turns: [{ text: 'word '.repeat(500), delayMs: 20 }] })
	const slow = await made.start()
	await waitFor(made.agents.tasks, slow.id, 'text.delta')
	const before = performance.now()
	expect((await made.agents.tasks.cancel(slow.id, { by: 'user' })).status).toBe('cancelled')
	expect(performance.now() - before).toBeLessThan(8000)
	made.server.play({ turns: [call('run', { command: 'echo started; sleep 60' })] })
	const { id } = await made.start()
	const asked = await waitFor(made.agents.tasks, id, 'approval.requested')
	await made.agents.tasks.approvals.decide(String(asked.data['action_id']), { allow: true, by: 'user' })
	await waitFor(made.agents.tasks, id, 'tool.output')
	expect((await made.agents.tasks.cancel(id, { by: 'user' })).status).toBe('cancelled')
	const types = (await collect(made.agents.tasks, id)).map(({ type, data }) => `${type} ${String(data['status'] ?? '')}`.trim())
	expect(types.slice(-3)).toEqual(['cancel.requested', 'tool.finished cancelled', 'task.finished cancelled'])
})

test('stops within moments while it waits for a provider that wants to be asked later', async () => {
	const made = await setUp({ turns: [{ text: 'x', fault: { kind: 'status', status: 429, retryAfter: 60, times: 9 } }] })
	const { id } = await made.start()
	await waitFor(made.agents.tasks, id, 'step.retry')
	const before = performance.now()
	expect((await made.agents.tasks.cancel(id, { by: 'user' })).status).toBe('cancelled')
	expect(performance.now() - before).toBeLessThan(8000)
	expect(made.server.requests).toHaveLength(1)
})

test('stops after any event: at once, with one end, and a file is the old one or the new one', { timeout: 60_000 }, async () => {
	const turns = [call('read', { path: 'a.txt' }), call('edit', { path: 'a.txt', edits: [{ old: 'two', new: 'TWO' }] }), call('run', { command: 'ls' }), { text: 'Done.' }]
	const whole = (await play(await setUp({ turns }))).events
	for (let last = 1; last < whole.length; last++) {
		const made = await setUp({ turns })
		const { id } = await made.start()
		await waitFor(made.agents.tasks, id, whole[last - 1]?.type ?? '', ({ seq }) => seq >= last).catch(() => undefined)
		const before = performance.now()
		await made.agents.tasks.cancel(id, { by: 'user' }).catch(() => undefined)
		const events = await collect(made.agents.tasks, id)
		expect(performance.now() - before, `after event ${last}`).toBeLessThan(10_000)
		expect(events.filter(({ type }) => type === 'task.finished'), `after event ${last}`).toHaveLength(1)
		expect(events.at(-1)?.type).toBe('task.finished')
		expect(['one\ntwo\nthree\n', 'one\nTWO\nthree\n']).toContain(await made.read('a.txt'))
	}
})

test('a provider that fails is a sentence, and the run can be told from a finished one', async () => {
	const made = await setUp({ turns: [{ text: 'x', fault: { kind: 'status', status: 400, message: 'context too long', times: 9 } }] })
	const { task, events } = await play(made)
	expect(task).toMatchObject({ status: 'failed', summary: expect.stringContaining('context too long') })
	expect(events.map(({ type }) => type)).toContain('step.aborted')
})

test('a stream cut in the middle is retried and the whole answer counts once', async () => {
	const made = await setUp({ turns: [{ text: 'all of this', fault: { kind: 'cut', after: 2 } }] })
	const { task, events } = await play(made)
	expect(task.summary).toBe('all of this')
	expect(events.filter(({ type }) => type === 'step.retry')).toHaveLength(1)
})

test('without a provider, a task or a folder nothing starts', async () => {
	const made = await setUp([])
	await expect(made.start({ task: '  ' })).rejects.toMatchObject({ status: 400, message: 'task is required' })
	await expect(made.start({ cwd: '/etc' })).rejects.toMatchObject({ code: 'workspace.outside' })
	await made.agents.models.configure({ provider: 'openai' })
	await expect(made.start()).rejects.toMatchObject({ code: 'models.no_key' })
	expect(await made.agents.tasks.list()).toEqual([])
})

test('a new process goes on: an interrupted read runs again, an interrupted effect is reported and not repeated', async () => {
	const made = await setUp({ turns: [call('run', { command: 'echo once >> log.txt; sleep 60' }), { text: 'I checked.' }] })
	const { id } = await made.start()
	const asked = await waitFor(made.agents.tasks, id, 'approval.requested')
	await made.agents.stop()
	closers = closers.filter((close) => close !== made.agents.close)
	const second = await testAgents({ modelUrl: made.server.url, folder: made.agents.folder })
	await second.tasks.recover()
	await second.tasks.approvals.decide(String(asked.data['action_id']), { allow: true, by: 'user' })
	await waitFor(second.tasks, id, 'tool.started')
	await expect.poll(() => made.read('log.txt').catch(() => '')).toBe('once\n')
	await second.stop()
	const third = await testAgents({ modelUrl: made.server.url, folder: made.agents.folder })
	closers.push(third.close)
	await third.tasks.recover()
	const ended = await third.tasks.finished(id, AbortSignal.timeout(10_000))
	expect(ended).toMatchObject({ status: 'done', summary: 'I checked.' })
	expect(await made.read('log.txt')).toBe('once\n')
	expect(lastSeen(made.server)).toMatch(/outcome of this call is unknown/)
})

test('notes to remember are told when they are switched on, and the log shows what was told', async () => {
	const made = await setUp({ turns: [{ text: 'Done.' }, { text: 'Done.' }] })
	const place = { scope: 'user' as const, cwd: made.agents.root }
	await made.agents.kernel.memory.add(place, 'Answer in German.')
	await play(made)
	expect(JSON.stringify(made.server.requests.at(-1)?.body)).not.toContain('Answer in German.')
	await made.agents.kernel.memory.setSwitch(place, true)
	const { task } = await play(made)
	expect(JSON.stringify(made.server.requests.at(-1)?.body)).toContain('Notes of the user that hold for every task')
	expect(JSON.stringify(made.server.requests.at(-1)?.body)).toContain('Answer in German.')
	expect(task.input).toMatchObject({ memory: expect.stringContaining('Answer in German.') })
})

test('a run on copies: a command runs at once, what it would change is asked about, and only that is done', async () => {
	const line = 'echo two >> a.txt; rm src/b.ts; echo said'
	const made = await setUp({ turns: [call('run', { command: line }), { text: 'Done.' }] })
	let before = ''
	const { asked, results } = await play(made, {
		mode: 'shadow',
		decide: () => {
			before = readFileSync(path.join(made.agents.root, 'a.txt'), 'utf8')
			return true
		},
	})
	expect(before).toBe(files['a.txt'])
	expect(asked).toMatchObject([{ message: 'Maestro ran a command on a copy: keep what it changed?', metadata: { command: line } }])
	const preview = (asked[0]?.['metadata'] as { preview: string } | undefined)?.preview
	expect(preview).toContain('Exit code 0.\nsaid')
	expect(preview).toContain('diff "a.txt" (changed)\n@@ -1,3 +1,4 @@')
	expect(preview).toContain('diff "src/b.ts" (deleted)')
	expect(results[0]).toMatchObject({ status: 'ok', output: 'Exit code 0.\nsaid\nThe user kept what it changed: 2 files.' })
	expect(await made.read('a.txt')).toBe(`${files['a.txt']}two\n`)
	await expect(made.read('src/b.ts')).rejects.toMatchObject({ code: 'ENOENT' })
	await made.agents.ledger.takeBack({ task: (await made.agents.tasks.list())[0]?.id ?? '' }, { kind: 'restore', label: 'You' })
	expect(await made.read('src/b.ts')).toBe(files['src/b.ts'])
})

test('a refused effect changes nothing; a harmless command on a copy is not asked about', async () => {
	const made = await setUp({ turns: [call('run', { command: 'rm a.txt', on_copy: true }), call('run', { command: 'cat a.txt', on_copy: true }), { text: 'Done.' }] })
	const { asked, results } = await play(made, { decide: () => false })
	expect(asked).toHaveLength(1)
	expect(results.map(({ status }) => status)).toEqual(['denied', 'ok'])
	expect(results[1]?.['output']).toContain('one\ntwo\nthree')
	expect(await made.read('a.txt')).toBe(files['a.txt'])
})
