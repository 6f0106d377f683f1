import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createDeltas, createTasks, type Driver, type Run } from './index.ts'
import { collect, testTasks, waitFor } from './testing.ts'

let closers: (() => Promise<void>)[] = []
afterEach(async () => {
	for (const close of closers) await close()
	closers = []
})

async function engine(options: Parameters<typeof testTasks>[0] = {}) {
	const made = await testTasks(options)
	closers.push(made.close)
	return made
}

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type)

/** Ends when a message says so. */
const chatty: Driver = {
	kind: 'chatty',
	resumes: true,
	async drive(run: Run) {
		for (let after = 0; ; ) {
			for (const event of await run.events(after)) {
				after = event.seq
				if (event.type === 'user.message' && event.data['text'] === 'end') return { status: 'done', summary: 'ended' }
			}
			await run.changed(after)
		}
	},
}

test('a job logs its events in order without gaps and ends exactly once', async () => {
	const tasks = (await engine()).open()
	const { id } = await tasks.run('job', async (run) => {
		await Promise.all([run.append('a', { n: 1 }), run.append('b', { n: 2 }), run.append('c', { n: 3 })])
	})
	const events = await collect(tasks, id)
	expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
	expect(types(events).at(-1)).toBe('task.finished')
	expect(types(events).filter((type) => type === 'task.finished')).toHaveLength(1)
	expect((await tasks.get(id)).status).toBe('done')
})

test('a watcher resumes after the event it saw last, also when the task is over', async () => {
	const tasks = (await engine()).open()
	const { id } = await tasks.run('job', async (run) => {
		for (let n = 0; n < 1200; n++) await run.append('line', { n })
	})
	await tasks.finished(id, AbortSignal.timeout(20_000))
	const rest = await collect(tasks, id, 700)
	expect(rest[0]?.seq).toBe(701)
	expect(rest).toHaveLength(1202 - 700)
	expect(await collect(tasks, id, 1202)).toEqual([])
})

test('a hundred watchers get the same serialised text of an event', async () => {
	const tasks = (await engine()).open()
	tasks.define(chatty)
	const { id } = await tasks.start('chatty', {})
	const watchers = Array.from({ length: 100 }, () => collect(tasks, id))
	await tasks.append(id, 'user.message', { text: 'hello', by: 'user' })
	await tasks.append(id, 'user.message', { text: 'end', by: 'user' })
	const seen = await Promise.all(watchers)
	expect(new Set(seen.map((events) => types(events).join()))).toHaveLength(1)
	expect(new Set(seen.map((events) => events.at(-1))).size).toBe(1)
	expect(JSON.parse(seen[0]?.at(-1)?.json ?? '')).toMatchObject({ ts: expect.any(Number), status: 'done' })
})

test('starting twice with one client id gives one task', async () => {
	const tasks = (await engine()).open()
	tasks.define(chatty)
	const [first, second] = await Promise.all([tasks.start('chatty', {}, { clientId: 'x' }), tasks.start('chatty', {}, { clientId: 'x' })])
	expect(second.id).toBe(first.id)
	expect((await tasks.start('chatty', {}, { clientId: 'x' })).id).toBe(first.id)
	expect(await tasks.list({ kind: 'chatty' })).toHaveLength(1)
})

test('an ended task refuses further events and an unknown one is 404', async () => {
	const tasks = (await engine()).open()
	const { id } = await tasks.run('job', async () => {})
	await tasks.finished(id, AbortSignal.timeout(5000))
	await expect(tasks.append(id, 'user.message', { text: 'x' })).rejects.toMatchObject({ status: 409, code: 'tasks.ended' })
	await expect(tasks.watch('nope', 0, AbortSignal.timeout(1000))).rejects.toMatchObject({ status: 404 })
	await expect(tasks.append(id, 'task.finished', {})).rejects.toMatchObject({ status: 400 })
})

test('cancel is in the log before the work is told, and the task ends as cancelled', async () => {
	const tasks = (await engine()).open()
	tasks.define(chatty)
	const { id } = await tasks.start('chatty', {})
	const ended = await tasks.cancel(id, { by: 'user', reason: 'enough' })
	expect(ended.status).toBe('cancelled')
	expect(types(await collect(tasks, id)).slice(-2)).toEqual(['cancel.requested', 'task.finished'])
	expect((await tasks.cancel(id, { by: 'user' })).status).toBe('cancelled')
})

test('a driver that does not listen is ended all the same and can write nothing afterwards', async () => {
	const clock = manualClock()
	const tasks = (await engine({ clock })).open()
	const { promise: late, resolve: goOn } = Promise.withResolvers<void>()
	const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>()
	let failure: unknown
	const { id } = await tasks.run('deaf', async (run) => {
		hasStarted()
		await late
		await run.append('line', {}).catch((error: unknown) => (failure = error))
	})
	await started
	const cancelling = tasks.cancel(id, { by: 'user' })
	await waitFor(tasks, id, 'cancel.requested')
	const timer = setInterval(() => clock.advance(1000), 5)
	expect((await cancelling).status).toBe('cancelled')
	clearInterval(timer)
	goOn()
	await new Promise((resolve) => setImmediate(resolve))
	await tasks.close()
	expect(failure).toMatchObject({ name: 'LeaseLost' })
})

test('an approval is decided exactly once', async () => {
	const tasks = (await engine()).open()
	const { id } = await tasks.run('asks', async (run) => {
		await run.requestApproval({ action: 'run', message: 'May I?', metadata: {}, mode: 'auto', agent: 'x', stage: 'y' })
		await run.changed((await run.events(0)).at(-1)?.seq ?? 0)
	})
	const asked = await waitFor(tasks, id, 'approval.requested')
	const approval = String(asked.data['action_id'])
	expect((await tasks.get(id)).status).toBe('awaiting_approval')
	expect(await tasks.approvals.list({ status: 'pending' })).toHaveLength(1)
	await expect(tasks.approvals.decide(approval, { allow: true, by: 'user', task: 'another' })).rejects.toMatchObject({ status: 404 })
	const results = await Promise.allSettled([1, 2, 3].map(() => tasks.approvals.decide(approval, { allow: true, by: 'user' })))
	expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
	await tasks.finished(id, AbortSignal.timeout(5000))
	expect(types(await collect(tasks, id)).filter((type) => type === 'approval.decided')).toHaveLength(1)
})

test('an approval expires by timer, and expired means denied', async () => {
	const clock = manualClock()
	const tasks = (await engine({ clock })).open()
	const { id } = await tasks.run('asks', async (run) => {
		await run.requestApproval({ action: 'run', message: 'May I?', metadata: {}, mode: 'auto', agent: 'x', stage: 'y', timeoutSec: 30 })
		await run.changed((await run.events(0)).at(-1)?.seq ?? 0)
	})
	const asked = await waitFor(tasks, id, 'approval.requested')
	await new Promise((resolve) => setImmediate(resolve))
	clock.advance(31_000)
	const decided = await waitFor(tasks, id, 'approval.decided')
	expect(decided.data).toMatchObject({ allow: false, status: 'expired' })
	await expect(tasks.approvals.decide(String(asked.data['action_id']), { allow: true, by: 'user' })).rejects.toMatchObject({ code: expect.stringMatching(/not_pending|tasks.ended/) })
})

test('what is still pending closes with its task', async () => {
	const tasks = (await engine()).open()
	const { id } = await tasks.run('asks', async (run) => {
		await run.requestApproval({ action: 'run', message: 'May I?', metadata: {}, mode: 'auto', agent: 'x', stage: 'y' })
	})
	await tasks.finished(id, AbortSignal.timeout(5000))
	expect(types(await collect(tasks, id)).slice(-2)).toEqual(['approval.decided', 'task.finished'])
	expect(await tasks.approvals.list({ status: 'pending' })).toEqual([])
})

test('a new process resumes what can go on and settles what cannot', async () => {
	const made = await engine()
	const before = made.open()
	before.define(chatty)
	const resumable = await before.start('chatty', {})
	const job = await before.run('job', (run) => run.changed(99))
	await waitFor(before, job.id, 'task.created')
	await before.close()
	const after = made.open()
	after.define(chatty)
	await after.recover()
	expect(await after.get(job.id)).toMatchObject({ status: 'failed' })
	expect((await after.get(resumable.id)).status).toBe('running')
	await after.append(resumable.id, 'user.message', { text: 'end', by: 'user' })
	const events = await collect(after, resumable.id)
	expect(types(events)).toEqual(['task.created', 'task.resumed', 'user.message', 'task.finished'])
})

test('a driver that lost its lease cannot append', async () => {
	const made = await engine()
	const first = made.open()
	const { promise: taken, resolve: goOn } = Promise.withResolvers<void>()
	const { promise: tried, resolve: done } = Promise.withResolvers<unknown>()
	const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>()
	first.define({
		kind: 'slow',
		resumes: true,
		async drive(run) {
			hasStarted()
			await taken
			await run.append('line', {}).then(() => done(undefined), done)
			return { status: 'done', summary: '' }
		},
	})
	const { id } = await first.start('slow', {})
	await started
	const second = made.open()
	second.define({ ...chatty, kind: 'slow' })
	await second.recover()
	await waitFor(second, id, 'task.resumed')
	goOn()
	expect(await tried).toMatchObject({ name: 'LeaseLost' })
	await second.append(id, 'user.message', { text: 'end' })
	expect(types(await collect(second, id)).filter((type) => type === 'task.finished')).toHaveLength(1)
})

test('a cancel that was asked for before a crash holds after it', async () => {
	const made = await engine()
	const first = made.open()
	first.define(chatty)
	const { id } = await first.start('chatty', {})
	await first.append(id, 'cancel.requested', { by: 'user' })
	await first.close()
	const second = made.open()
	second.define(chatty)
	await second.recover()
	expect(await second.finished(id, AbortSignal.timeout(5000))).toMatchObject({ status: 'cancelled', summary: 'Stopped by user' })
})

test('the end of a task is written as soon as the store can write again', async () => {
	const clock = manualClock()
	const made = await engine({ clock })
	let isFull = false
	const store: typeof made.store = {
		...made.store,
		transaction: (work) => (isFull ? Promise.reject(new Error('database or disk is full')) : made.store.transaction(work)),
	}
	const tasks = createTasks({ store, clock, log: createLog('silent', (text) => text), newId: randomUUID, redact: (text) => text })
	const { id } = await tasks.run('job', async () => void (isFull = true))
	await new Promise((resolve) => setImmediate(resolve))
	expect((await tasks.get(id)).status).toBe('running')
	isFull = false
	const timer = setInterval(() => clock.advance(1000), 5)
	expect((await tasks.finished(id, AbortSignal.timeout(5000))).status).toBe('done')
	clearInterval(timer)
	await tasks.close()
})

test('a message sent twice with one client id is one message', async () => {
	const tasks = (await engine()).open()
	tasks.define(chatty)
	const { id } = await tasks.start('chatty', {})
	const message = { text: 'hello', by: 'user', client_id: 'm1' }
	const [first, second] = await Promise.all([tasks.append(id, 'user.message', message), tasks.append(id, 'user.message', message)])
	expect(second.seq).toBe(first.seq)
	await tasks.append(id, 'user.message', { text: 'end', by: 'user' })
	expect((await collect(tasks, id)).filter(({ type }) => type === 'user.message')).toHaveLength(2)
})

test('secrets never reach the log', async () => {
	const tasks = (await engine({ redact: (text) => text.replaceAll('sk-secret', '[secret]') })).open()
	const { id } = await tasks.run('job', async (run) => {
		const event = await run.append('line', { text: 'key sk-secret' })
		expect(event.data['text']).toBe('key [secret]')
		return { status: 'failed', summary: 'The provider refused sk-secret' }
	})
	await tasks.finished(id, AbortSignal.timeout(5000))
	expect((await tasks.get(id)).summary).toBe('The provider refused [secret]')
	expect(JSON.stringify(await collect(tasks, id))).not.toContain('sk-secret')
})

test('crumbs of a stream become few events in the right order', async () => {
	const clock = manualClock()
	const tasks = (await engine({ clock })).open()
	const { id } = await tasks.run('job', async (run) => {
		const deltas = createDeltas(run, clock)
		for (let n = 0; n < 100; n++) await deltas.push('text.delta', 'abc ')
		await deltas.push('reasoning.delta', 'hm')
		await deltas.push('text.delta', 'end')
		await deltas.flush()
	})
	const events = (await collect(tasks, id)).filter(({ type }) => type.endsWith('.delta'))
	expect(events.length).toBeLessThan(10)
	expect(events.map(({ data }) => data['text']).join('')).toBe('abc '.repeat(100) + 'hmend')
	expect(types(events).slice(-2)).toEqual(['reasoning.delta', 'text.delta'])
})
