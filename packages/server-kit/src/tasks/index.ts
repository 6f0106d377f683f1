import { DrydockError, liveStatuses, type TaskStatus } from '@drydock/contract'
import type { Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import { failpoint } from '../failpoint.ts'
import type { Log } from '../log.ts'
import { addedOrder } from '../store/added-order.ts'
import type { Store } from '../store/index.ts'
import { createApprovals, type Approvals } from './approvals.ts'
import { createDrivers } from './drivers.ts'
import { createHub } from './hub.ts'
import { createEventLog, isFinal, noSuchTask } from './log.ts'
import type { TaskTables } from './migrations.ts'
import type { Data, Driver, LoggedEvent, Outcome, Run, TaskInfo } from './types.ts'
import { watchTask } from './watch.ts'

export { approvalTimeoutSec } from './approvals.ts'
export { createDeltas } from './deltas.ts'
export { LeaseLost, LogMoved } from './log.ts'
export { taskMigrations } from './migrations.ts'
export type { Approval, ApprovalRequest, ApprovalStatus, Data, Decision, Driver, LoggedEvent, Outcome, Run, TaskInfo } from './types.ts'

/** One answer of the history list. */
const mostListed = 200
const longestTitle = 200

export interface StartOptions {
	title?: string
	/** Starting twice with the same one gives the first task. */
	clientId?: string
	parent?: string
}

export interface TaskFilter {
	kind?: string
	status?: TaskStatus
	limit?: number
	/** Only tasks created before this time: the next page. */
	before?: number
}

export interface TasksDeps {
	store: Store
	clock: Clock
	log: Log
	newId(): string
	redact(text: string): string
}

/** Everything that lasts longer than a second (DESIGN "One of each"). */
export interface Tasks {
	/** Says how a kind is worked on. Kinds are defined before `recover`. */
	define(driver: Driver): void
	start(kind: string, input: unknown, options?: StartOptions): Promise<TaskInfo>
	/** Starts a job that cannot go on after a restart: then it is settled as failed. */
	run(kind: string, work: (run: Run) => Promise<Outcome | void>, options?: StartOptions & { input?: unknown }): Promise<TaskInfo>
	get(id: string): Promise<TaskInfo>
	list(filter?: TaskFilter): Promise<TaskInfo[]>
	events(id: string, page: { after: number; limit?: number }): Promise<LoggedEvent[]>
	/** Replays what came after an event, then follows live; ends with the task's last event. */
	watch(id: string, after: number, signal: AbortSignal): Promise<AsyncIterable<LoggedEvent>>
	/** Appends from outside the driver: messages, reviews. The same `client_id` twice is one event. Refused with 409 `tasks.ended` once the task is over. */
	append(id: string, type: string, data: Data): Promise<LoggedEvent>
	cancel(id: string, how: { by: string; reason?: string }): Promise<TaskInfo>
	/** Resolves when the task is over. */
	finished(id: string, signal: AbortSignal): Promise<TaskInfo>
	approvals: Pick<Approvals, 'decide' | 'find' | 'list'>
	/** Takes over what the previous process left: every task without a lease is resumed or settled. */
	recover(): Promise<void>
	/** Stops the drivers without ending their tasks: the next process goes on. */
	close(): Promise<void>
}

/** Assembles the task engine over a store. */
export function createTasks(deps: TasksDeps): Tasks {
	const { store, clock, newId, redact } = deps
	const db = store.db<TaskTables>()
	const hub = createHub()
	const log = createEventLog({ store, clock, redact, hub })
	const approvals = createApprovals({ store, log, clock, logger: deps.log, newId, redact })
	const drivers = createDrivers({ store, log, hub, clock, logger: deps.log, approvals, owner: newId() })

	async function create(kind: string, input: unknown, { title = kind, clientId, parent }: StartOptions): Promise<{ task: TaskInfo; isNew: boolean }> {
		const known = clientId === undefined ? undefined : await byClient(kind, clientId)
		if (known) return { task: known, isNew: false }
		await failpoint('tasks.create.before')
		const id = newId()
		const short = redact(title.replaceAll(/\s+/g, ' ').trim()).slice(0, longestTitle)
		const isNew = await store.transaction<TaskTables, boolean>(async (trx) => {
			const now = clock.now()
			const row = { id, kind, client_id: clientId ?? null, parent: parent ?? null, title: short, input: redact(JSON.stringify(input ?? {})), summary: null }
			const made = await trx
				.insertInto('task')
				.values({ ...row, status: 'queued', seq: 1, created_at: now, updated_at: now, owner: null, epoch: 0, lease_until: 0 })
				.onConflict((conflict) => conflict.columns(['kind', 'client_id']).doNothing())
				.returning('id')
				.executeTakeFirst()
			if (!made) return false
			const data = redact(JSON.stringify({ kind, title: short, input: input ?? {}, ...(parent !== undefined && { parent }) }))
			await trx.insertInto('event').values({ task: id, seq: 1, ts: now, type: 'task.created', data }).execute()
			return true
		})
		await failpoint('tasks.create.after')
		const task = isNew ? await get(id) : await byClient(kind, clientId ?? '')
		if (!task) throw noSuchTask(id)
		return { task, isNew }
	}

	async function byClient(kind: string, clientId: string): Promise<TaskInfo | undefined> {
		const row = await db.selectFrom('task').selectAll().where('kind', '=', kind).where('client_id', '=', clientId).executeTakeFirst()
		return row && infoOf(row)
	}

	async function get(id: string): Promise<TaskInfo> {
		const row = await db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst()
		if (!row) throw noSuchTask(id)
		return infoOf(row)
	}

	async function watch(id: string, after: number, signal: AbortSignal): Promise<AsyncIterable<LoggedEvent>> {
		const task = await get(id)
		return isFinal(task.status) && after >= task.seq ? nothing() : watchTask({ log, hub }, id, after, signal)
	}

	const tasks: Tasks = {
		define: drivers.define,
		async start(kind, input, options = {}) {
			const driver = drivers.find(kind)
			const { task, isNew } = await create(kind, input, options)
			if (isNew) drivers.launch(task, driver)
			return task
		},
		async run(kind, work, options = {}) {
			const { task, isNew } = await create(kind, options.input ?? {}, options)
			const drive = async (run: Run) => (await work(run)) ?? { status: 'done' as const, summary: '' }
			if (isNew) drivers.launch(task, { kind, resumes: false, drive })
			return task
		},
		get,
		async list({ kind, status, limit = mostListed, before } = {}) {
			let query = db.selectFrom('task').selectAll().orderBy('created_at', 'desc').orderBy(addedOrder, 'desc').limit(Math.min(limit, mostListed))
			if (kind !== undefined) query = query.where('kind', '=', kind)
			if (status !== undefined) query = query.where('status', '=', status)
			if (before !== undefined) query = query.where('created_at', '<', before)
			return (await query.execute()).map(infoOf)
		},
		events: (id, { after, limit }) => log.page(id, after, limit),
		watch,
		async append(id, type, data) {
			if (type.startsWith('task.')) throw new DrydockError(400, 'tasks.reserved', `Only a task's driver may log ${type}`)
			let known: LoggedEvent | undefined
			const [event] = await log.commit(id, {}, async (trx) => {
				known = await log.sentBefore(trx, id, type, data['client_id'])
				return known ? [] : [{ type, data }]
			})
			const logged = event ?? known
			if (!logged) throw noSuchTask(id)
			return logged
		},
		async cancel(id, how) {
			await drivers.cancel(await get(id), how)
			return get(id)
		},
		async finished(id, signal) {
			const { seq } = await get(id)
			for await (const event of await watch(id, Math.max(0, seq - 1), signal)) if (event.type === 'task.finished') break
			signal.throwIfAborted()
			return get(id)
		},
		approvals,
		async recover() {
			const left = await db.selectFrom('task').selectAll().where('status', 'in', [...liveStatuses]).orderBy('created_at').orderBy(addedOrder).execute()
			for (const row of left) await drivers.takeOver(infoOf(row))
			await approvals.sweep()
		},
		async close() {
			approvals.stop()
			await drivers.close()
		},
	}
	return tasks
}

async function* nothing(): AsyncGenerator<LoggedEvent> {}

function infoOf(row: Selectable<TaskTables['task']>): TaskInfo {
	const { id, kind, title, status, seq } = row
	return {
		id,
		kind,
		title,
		status,
		seq,
		input: JSON.parse(row.input) as unknown,
		parent: row.parent ?? undefined,
		created_at: Number(row.created_at),
		updated_at: Number(row.updated_at),
		summary: row.summary ?? undefined,
	}
}
