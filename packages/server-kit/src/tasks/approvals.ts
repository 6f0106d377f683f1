import { DrydockError } from '@drydock/contract'
import type { Selectable, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { failpoint } from '../failpoint.ts'
import type { Log } from '../log.ts'
import { addedOrder } from '../store/added-order.ts'
import type { Store } from '../store/index.ts'
import { LogMoved, type EventLog } from './log.ts'
import type { TaskTables } from './migrations.ts'
import type { Approval, ApprovalRequest, ApprovalStatus, Data, Decision, Guard, NewEvent } from './types.ts'

/** DESIGN, rulings: approvals expire after 24 hours. */
export const approvalTimeoutSec = 24 * 60 * 60
/** One list answer; the pane filters by status. */
const mostListed = 500
/** Expiry is looked for at least this often, so that a machine that slept is not late by more. */
const longestCheckMs = 60_000

export type Approvals = ReturnType<typeof createApprovals>

/** The one queue of things a person must allow. Rows, not promises: they wait across restarts and are decided once. */
export function createApprovals(deps: { store: Store; log: EventLog; clock: Clock; logger: Log; newId(): string; redact(text: string): string }) {
	const { store, log, clock, newId, redact } = deps
	const db = store.db<TaskTables>()
	let cancelTimer = () => {}
	let isClosed = false

	/** Writes the row and the event in one transaction and returns the approval's id. */
	async function request(task: string, guard: Guard, asked: ApprovalRequest): Promise<string> {
		await failpoint('approval.request.before')
		const id = newId()
		const timeoutSec = asked.timeoutSec ?? approvalTimeoutSec
		await log.commit(task, guard, async (trx, now) => {
			const { call = null, action, message, metadata, mode, agent, stage } = asked
			const row = { id, task, call, action, message: redact(message), metadata: redact(JSON.stringify(metadata)), mode, agent, stage }
			await trx
				.insertInto('approval')
				.values({ ...row, status: 'pending', created_at: now, expires_at: now + timeoutSec * 1000, decided_at: null, decided_by: null, reason: null })
				.execute()
			return [{ type: 'approval.requested', data: { action_id: id, ...(call !== null && { call }), action, message, metadata, mode, timeout_sec: timeoutSec } }]
		})
		await failpoint('approval.request.after')
		schedule(timeoutSec * 1000)
		return id
	}

	/** Decides once: a second decision is refused with 409 `not_pending`. */
	async function decide(id: string, decision: Decision): Promise<Approval> {
		await failpoint('approval.decide.before')
		const row = await find(id)
		if (!row || (decision.task !== undefined && row.task !== decision.task)) throw new DrydockError(404, 'approvals.missing', `There is no approval ${id}`)
		if (row.status === 'pending' && row.expires_at <= clock.now()) await expire(id, row.task)
		await settle(row.task, id, { status: decision.allow ? 'approved' : 'rejected', by: decision.by, reason: decision.reason })
		await failpoint('approval.decide.after')
		const decided = await find(id)
		return decided ?? row
	}

	async function settle(task: string, id: string, how: { status: ApprovalStatus; by: string; reason?: string }) {
		await log.commit(task, {}, async (trx, now) => {
			const event = await close(trx, id, now, how)
			if (!event) throw await notPending(trx, id)
			return [event]
		})
	}

	async function expire(id: string, task: string) {
		await settle(task, id, { status: 'expired', by: 'timer', reason: 'Nobody decided in time.' }).catch((error: unknown) => {
			// Somebody decided, or the run ended, in the same moment: that is the decision.
			if (!(error instanceof DrydockError) && !(error instanceof LogMoved)) throw error
		})
	}

	/** Expires what is due and looks again when the next one is. */
	async function sweep() {
		const due = await db.selectFrom('approval').select(['id', 'task']).where('status', '=', 'pending').where('expires_at', '<=', clock.now()).limit(mostListed).execute()
		for (const { id, task } of due) await expire(id, task)
		const next = await db.selectFrom('approval').select('expires_at').where('status', '=', 'pending').orderBy('expires_at').limit(1).executeTakeFirst()
		if (next) schedule(Number(next.expires_at) - clock.now())
	}

	let nextCheck = Infinity
	function schedule(ms: number) {
		const wait = Math.min(Math.max(ms, 1), longestCheckMs)
		if (isClosed || clock.now() + wait >= nextCheck) return
		cancelTimer()
		nextCheck = clock.now() + wait
		cancelTimer = clock.after(wait, () => {
			nextCheck = Infinity
			sweep().catch((error: unknown) => deps.logger.error('Approvals could not be expired', { error }))
		})
	}

	async function find(id: string): Promise<Approval | undefined> {
		const row = await db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirst()
		return row && approvalOf(row)
	}

	return {
		request,
		decide,
		find,
		sweep,
		async list(filter: { status?: ApprovalStatus; task?: string; limit?: number } = {}): Promise<Approval[]> {
			let query = db.selectFrom('approval').selectAll().orderBy('created_at', 'desc').orderBy(addedOrder, 'desc').limit(Math.min(filter.limit ?? mostListed, mostListed))
			if (filter.status) query = query.where('status', '=', filter.status)
			if (filter.task) query = query.where('task', '=', filter.task)
			return (await query.execute()).map(approvalOf)
		},
		/** The events that close what is still open when a task ends. */
		async closeAll(trx: Transaction<TaskTables>, task: string, now: number): Promise<NewEvent[]> {
			const open = await trx.selectFrom('approval').select('id').where('task', '=', task).where('status', '=', 'pending').execute()
			const events: NewEvent[] = []
			for (const { id } of open) {
				const event = await close(trx, id, now, { status: 'expired', by: 'system', reason: 'The run ended.' })
				if (event) events.push(event)
			}
			return events
		},
		stop() {
			isClosed = true
			cancelTimer()
		},
	}
}

async function close(trx: Transaction<TaskTables>, id: string, now: number, how: { status: ApprovalStatus; by: string; reason?: string }): Promise<NewEvent | undefined> {
	const { status, by, reason } = how
	const row = await trx
		.updateTable('approval')
		.set({ status, decided_at: now, decided_by: by, reason: reason ?? null })
		.where('id', '=', id)
		.where('status', '=', 'pending')
		.returning('id')
		.executeTakeFirst()
	return row && { type: 'approval.decided', data: { action_id: id, allow: status === 'approved', status, by, ...(reason !== undefined && { reason }) } }
}

async function notPending(trx: Transaction<TaskTables>, id: string): Promise<DrydockError> {
	const row = await trx.selectFrom('approval').select('status').where('id', '=', id).executeTakeFirst()
	return new DrydockError(409, 'not_pending', `This was already ${row?.status ?? 'decided'}`, { details: { status: row?.status } })
}

function approvalOf(row: Selectable<TaskTables['approval']>): Approval {
	return {
		...row,
		call: row.call ?? undefined,
		metadata: JSON.parse(row.metadata) as Data,
		created_at: Number(row.created_at),
		expires_at: Number(row.expires_at),
		decided_at: row.decided_at === null ? undefined : Number(row.decided_at),
		decided_by: row.decided_by ?? undefined,
		reason: row.reason ?? undefined,
	}
}
