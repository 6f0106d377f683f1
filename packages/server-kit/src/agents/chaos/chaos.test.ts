import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoggedEvent } from '../../tasks/index.ts'
import { startModelServer, type ModelRequest, type ModelServer, type Turn } from '../../testing/model-server.ts'
import { testAgents } from '../testing.ts'

/** Each life starts one more run and works on what the lives before left; `CHAOS_SEED` repeats a failure, `CHAOS_RUNS` makes it longer. */
const runs = Number(process.env['CHAOS_RUNS'] ?? 16)
const seed = Number(process.env['CHAOS_SEED'] ?? 20_240_601)

const points = [
	'tasks.create.before',
	'tasks.create.after',
	'tasks.append.before',
	'tasks.append.after',
	'tasks.finish.before',
	'tasks.finish.after',
	'approval.request.before',
	'approval.request.after',
	'approval.decide.before',
	'approval.decide.after',
	'step.before-start',
	'step.before-model',
	'step.after-model',
	'step.after-finish',
	'tool.before-start',
	'tool.after-start',
	'tool.after-effect',
	'tool.after-finish',
]
/** Hit for every event, so a random hit lies far later than for the others. */
const frequent = /^tasks\.append/

/** mulberry32: small, and the same everywhere. */
function random(start: number): () => number {
	let state = start
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}

/** Each run: reads, edits, creates a file, appends with an approved command, and is denied another. */
function script({ messages }: ModelRequest): Turn {
	const run = /run (\d+)/.exec(messages[0]?.text ?? '')?.[1]
	const turns: Turn[] = [
		{ text: 'Looking.', calls: [{ name: 'read', input: { path: `file-${run}.txt` } }, { name: 'list', input: {} }] },
		{ calls: [{ name: 'edit', input: { path: `file-${run}.txt`, edits: [{ old: 'state: start', new: 'state: start, edited' }] } }] },
		{ calls: [{ name: 'run', input: { command: `echo once >> count-${run}.txt` } }, { name: 'plan', input: { items: [{ text: 'go on', status: 'active' }] } }] },
		{ calls: [{ name: 'run', input: { command: `touch denied-${run}.txt` } }, { name: 'write', input: { path: `made-${run}.txt`, content: 'made\n' } }] },
		{ calls: [{ name: 'run', input: { command: `echo again >> count-${run}.txt` } }] },
		{ text: `Run ${run} is done.` },
	]
	return turns[messages.filter(({ role }) => role === 'assistant').length] ?? { text: 'too far' }
}

let server: ModelServer
beforeAll(async () => {
	server = await startModelServer(script)
})
afterAll(() => server.close())

/** Runs one life on the first so many runs; answers whether it was killed. */
function live(folder: string, { fail, until }: { fail: string; until: number }): Promise<boolean> {
	const child = fileURLToPath(new URL('child.ts', import.meta.url))
	return new Promise((resolve, reject) => {
		execFile(process.execPath, [child, folder, server.url, String(until)], { env: { ...process.env, DRYDOCK_FAIL: fail }, timeout: 90_000 }, (error, _, stderr) => {
			if (error && error.signal !== 'SIGKILL') reject(new Error(`${fail}: ${error.message}\n${stderr}`))
			else resolve(error !== null)
		})
	})
}

test('killed at random write boundaries, every run ends right: nothing lost, nothing twice, nothing denied done', { timeout: 240_000 }, async () => {
	const next = random(seed)
	const files = Object.fromEntries(Array.from({ length: runs }, (_, n) => [`file-${n}.txt`, 'state: start\n']))
	const first = await testAgents({ modelUrl: server.url, files })
	const { folder } = first
	await first.stop()
	let died = 0
	for (let life = 0; life < runs; life++) {
		const point = points[Math.floor(next() * points.length)] ?? 'tool.after-effect'
		const count = 1 + Math.floor(next() * (frequent.test(point) ? 40 : 3))
		if (await live(folder, { fail: `${point}:${count}:kill9`, until: life + 1 })) died++
	}
	expect(await live(folder, { fail: '', until: runs })).toBe(false)
	const agents = await testAgents({ folder, modelUrl: server.url })
	try {
		expect(died).toBeGreaterThan(runs / 2)
		const tasks = await agents.tasks.list({ kind: 'maestro' })
		expect(tasks).toHaveLength(runs)
		for (const { id, title, status } of tasks) {
			const events = await whole(id)
			const n = title.replace('run ', '')
			expect(status, `${title}, seed ${seed}`).toBe('done')
			expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
			expect(events.filter(({ type }) => type === 'task.finished')).toHaveLength(1)
			expect(events.at(-1)?.type).toBe('task.finished')
			checkCalls(events)
			await checkEffects(n, id, events)
		}
		expect((await readdir(agents.root)).filter((name) => name.startsWith('denied'))).toEqual([])
	} finally {
		await agents.close()
	}

	async function whole(id: string): Promise<LoggedEvent[]> {
		const events: LoggedEvent[] = []
		for (;;) {
			const page = await agents.tasks.events(id, { after: events.length })
			if (page.length === 0) return events
			events.push(...page)
		}
	}

	async function checkEffects(n: string, id: string, events: LoggedEvent[]) {
		const entries = (await agents.ledger.entries({ task: id, limit: 1000 })).filter(({ changes }) => changes.length > 0)
		const perCall = Map.groupBy(entries, ({ author }) => author.call)
		// Making folders aside, a call has one entry: it happened once.
		for (const [call, made] of perCall) expect(made.length, `${id} ${call}`).toBe(1)
		const lines = (await readFile(path.join(agents.root, `count-${n}.txt`), 'utf8').catch(() => '')).split('\n').filter(Boolean)
		expect(new Set(lines).size, `count-${n}.txt`).toBe(lines.length)
		const succeeded = events.filter(({ type, data }) => type === 'tool.finished' && data['name'] === 'run' && data['status'] === 'ok').length
		expect(lines.length).toBeGreaterThanOrEqual(succeeded)
	}
})

function checkCalls(events: LoggedEvent[]) {
	const asked = events.filter(({ type }) => type === 'step.finished').flatMap(({ data }) => data['calls'] as { id: string; name: string; input: { command?: string } }[])
	const results = events.filter(({ type }) => type === 'tool.finished')
	expect(results.map(({ data }) => data['call']).sort()).toEqual(asked.map(({ id }) => id).sort())
	const denied = asked.find(({ input }) => input.command?.includes('denied'))
	expect(results.find(({ data }) => data['call'] === denied?.id)?.data['status']).toBe('denied')
	expect(events.some(({ type, data }) => type === 'tool.started' && data['call'] === denied?.id)).toBe(false)
	const started = Map.groupBy(
		events.filter(({ type }) => type === 'tool.started' && !type.includes('reset')),
		({ data }) => data['call'],
	)
	for (const [call, starts] of started) if (!starts[0]?.data['read_only']) expect(starts.length, String(call)).toBe(1)
}
