import { DrydockError, finalStatuses, liveStatuses, type TaskStatus } from '@drydock/contract'
import type { Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { failpoint } from '../failpoint.ts'
import type { Store } from '../store/index.ts'
import type { Hub } from './hub.ts'
import type { TaskTables } from './migrations.ts'
import type { Build, Data, Guard, LoggedEvent, NewEvent } from './types.ts'

/** Events read in one go: a replay of any length costs the memory of one page. */
export const pageSize = 500
/** An event is a fact, not a store for files: tools bound their output far below. */
const largestEvent = 1024 * 1024

/** Another process drives this task now; whoever gets this must stop without writing anything. */
export class LeaseLost extends Error {
	override name = 'LeaseLost'
}

/** The log moved on between reading and appending (`expectSeq`). */
export class LogMoved extends Error {
	override name = 'LogMoved'
}

export type EventLog = ReturnType<typeof createEventLog>

export function createEventLog(deps: { store: Store; clock: Clock; redact(text: string): string; hub: Hub }) {
	const { store, clock, redact, hub } = deps
	const db = store.db<TaskTables>()

	/** Appends what `build` returns, all or nothing, then tells the watchers. */
	async function commit(task: string, guard: Guard, build: Build): Promise<LoggedEvent[]> {
		await failpoint('tasks.append.before')
		const logged = await store.transaction<TaskTables, LoggedEvent[]>(async (trx) => {
			const now = clock.now()
			const events = await build(trx, now)
			if (events.length === 0) return []
			let update = trx
				.updateTable('task')
				.set((eb) => ({ seq: eb('seq', '+', events.length), updated_at: now, ...patchOf(events, redact) }))
				.where('id', '=', task)
				.where('status', 'in', [...liveStatuses])
			if (guard.epoch !== undefined) update = update.where('epoch', '=', guard.epoch)
			if (guard.expectSeq !== undefined) update = update.where('seq', '=', guard.expectSeq)
			const row = await update.returning('seq').executeTakeFirst()
			if (!row) throw refusal(await trx.selectFrom('task').select(['status', 'epoch']).where('id', '=', task).executeTakeFirst(), task, guard)
			const rows = events.map(({ type, data }, index) => ({ task, seq: row.seq - events.length + index + 1, ts: now, type, data: serialise(type, data) }))
			await trx.insertInto('event').values(rows).execute()
			return rows.map(logEvent)
		})
		await failpoint('tasks.append.after')
		hub.publish(task, logged)
		return logged
	}

	function serialise(type: string, data: Data): string {
		const text = redact(JSON.stringify(data))
		if (text.length > largestEvent) throw new DrydockError(413, 'tasks.event_too_large', `A ${type} event of ${text.length} bytes is too large for the log`)
		return text
	}

	async function page(task: string, after: number, limit = pageSize): Promise<LoggedEvent[]> {
		const rows = await db
			.selectFrom('event')
			.select(['seq', 'ts', 'type', 'data'])
			.where('task', '=', task)
			.where('seq', '>', after)
			.orderBy('seq')
			.limit(Math.min(limit, pageSize))
			.execute()
		return rows.map(logEvent)
	}

	/** The event that a client sent before under the same id. People write few messages, so they are simply read. */
	async function sentBefore(trx: Transaction<TaskTables>, task: string, type: string, clientId: unknown): Promise<LoggedEvent | undefined> {
		if (typeof clientId !== 'string') return undefined
		const rows = await trx.selectFrom('event').select(['seq', 'ts', 'type', 'data']).where('task', '=', task).where('type', '=', type).orderBy('seq', 'desc').limit(pageSize).execute()
		return rows.map(logEvent).find(({ data }) => data['client_id'] === clientId)
	}

	return { commit, page, sentBefore }
}

/** What the task's row says after these events. */
function patchOf(events: readonly NewEvent[], redact: (text: string) => string): Partial<TaskTables['task']> {
	let patch: Partial<TaskTables['task']> = {}
	for (const { type, data } of events) {
		if (type === 'approval.requested') patch = { status: 'awaiting_approval' }
		if (type === 'approval.decided') patch = { status: 'running' }
		if (type === 'task.finished') patch = { status: finalOf(data['status']), summary: redact(String(data['summary'])).slice(0, 2000), owner: null, lease_until: 0 }
	}
	return patch
}

function finalOf(value: unknown): TaskStatus {
	return finalStatuses.find((status) => status === value) ?? 'failed'
}

function refusal(row: { status: TaskStatus; epoch: number } | undefined, task: string, guard: Guard): Error {
	if (!row) return noSuchTask(task)
	if (guard.epoch !== undefined && row.epoch !== guard.epoch) return new LeaseLost(`Task ${task} is driven by another process`)
	if (isFinal(row.status)) return new DrydockError(409, 'tasks.ended', 'That run has already ended', { hint: 'Start a new run that continues it.' })
	return new LogMoved(`Task ${task} has newer events`)
}

export function noSuchTask(task: string): DrydockError {
	return new DrydockError(404, 'tasks.missing', `There is no run ${task}`)
}

export function isFinal(status: TaskStatus): boolean {
	return finalStatuses.some((final) => final === status)
}

/** Reads a row lazily: replays to watchers need only the text. */
function logEvent(row: { seq: number; ts: number; type: string; data: string }): LoggedEvent {
	let data: Data | undefined
	let json: string | undefined
	return {
		seq: row.seq,
		ts: Number(row.ts),
		type: row.type,
		get data() {
			return (data ??= JSON.parse(row.data) as Data)
		},
		get json() {
			return (json ??= row.data === '{}' ? `{"ts":${row.ts}}` : `{"ts":${row.ts},${row.data.slice(1)}`)
		},
	}
}
