import { DrydockError, liveStatuses } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import { failpoint } from '../failpoint.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import type { Approvals } from './approvals.ts'
import { inboxOf, type Hub } from './hub.ts'
import { LeaseLost, LogMoved, type EventLog } from './log.ts'
import type { TaskTables } from './migrations.ts'
import type { Driver, Guard, LoggedEvent, Outcome, Run, TaskInfo } from './types.ts'

/** How long a driver that went silent keeps its task. */
const leaseMs = 30_000
const renewMs = 10_000
/** What a driver gets to close its calls after a cancel (tools get 2 s from SIGTERM to SIGKILL) before the engine ends the task for it. */
const cancelGraceMs = 5_000

/** Between two tries to write the end of a task. */
const settleRetryMs = 2_000

interface Active {
	abort: AbortController
	epoch: number
	over: Promise<void>
}

/** The reason of `signal` when the server stops: the task goes on with the next process. */
const stopping = new DrydockError(503, 'stopping', 'The server is stopping')

/** Runs the drivers of this process: leases, cancel, take-over, and the one terminal event. */
export function createDrivers(deps: { store: Store; log: EventLog; hub: Hub; clock: Clock; logger: Log; approvals: Approvals; owner: string }) {
	const { store, log, hub, clock, logger, approvals, owner } = deps
	const db = store.db<TaskTables>()
	const kinds = new Map<string, Driver>()
	const active = new Map<string, Active>()
	let isClosing = false
	let cancelRenewal = () => {}

	/** The lease is taken in one statement; its number fences every later write of an older driver. */
	async function claim(task: string): Promise<number | undefined> {
		const row = await db
			.updateTable('task')
			.set((eb) => ({
				owner,
				epoch: eb('epoch', '+', 1),
				lease_until: clock.now() + leaseMs,
				status: eb.case().when('status', '=', 'queued').then('running' as const).else(eb.ref('status')).end(),
			}))
			.where('id', '=', task)
			.where('status', 'in', [...liveStatuses])
			.returning('epoch')
			.executeTakeFirst()
		return row?.epoch
	}

	function renewLater() {
		cancelRenewal()
		if (active.size === 0 || isClosing) return
		cancelRenewal = clock.after(renewMs, () => {
			db.updateTable('task')
				.set({ lease_until: clock.now() + leaseMs })
				.where('owner', '=', owner)
				.where('id', 'in', [...active.keys()])
				.execute()
				.catch((error: unknown) => logger.error('Leases could not be renewed', { error }))
				.finally(renewLater)
		})
	}

	function launch(task: TaskInfo, driver: Driver, { resumed = false, cancelledBy }: { resumed?: boolean; cancelledBy?: string } = {}): void {
		if (isClosing || active.has(task.id)) return
		const abort = new AbortController()
		// Cancelled by a person whose server died before it was done: the driver closes what is open and ends.
		if (cancelledBy !== undefined) abort.abort(stoppedBy(cancelledBy))
		const entry: Active = { abort, epoch: 0, over: Promise.resolve() }
		active.set(task.id, entry)
		if (active.size === 1) renewLater()
		entry.over = work(task, driver, entry, resumed)
			.catch((error: unknown) => logger.error('A task could not be settled', { task: task.id, error }))
			.finally(() => active.delete(task.id))
	}

	async function work(task: TaskInfo, driver: Driver, entry: Active, resumed: boolean) {
		const epoch = await claim(task.id)
		if (epoch === undefined) return
		entry.epoch = epoch
		const { signal } = entry.abort
		try {
			if (resumed) await log.commit(task.id, { epoch }, () => [{ type: 'task.resumed', data: {} }])
			const outcome = await driver.drive(runOf(task, epoch, signal, resumed))
			if (outcome) await settleAtLast(task.id, { epoch }, outcome)
		} catch (error) {
			if (error instanceof LeaseLost || signal.reason === stopping) return
			await settleAtLast(task.id, { epoch }, signal.aborted ? cancelled(signal.reason) : failed(error, task, logger))
		}
	}

	/** The one terminal event, together with everything that must not stay open. */
	async function settle(task: string, guard: Guard, outcome: Outcome): Promise<void> {
		await failpoint('tasks.finish.before')
		await log.commit(task, guard, async (trx, now) => {
			const { status, summary, code } = outcome
			return [...(await approvals.closeAll(trx, task, now)), { type: 'task.finished', data: { status, summary, ...(code !== undefined && { code }) } }]
		})
		await failpoint('tasks.finish.after')
	}

	/** A full disk must not leave a task that looks busy with nobody working: its end is tried until it is written. */
	async function settleAtLast(task: string, guard: Guard, outcome: Outcome): Promise<void> {
		for (;;) {
			try {
				return await settle(task, guard, outcome).catch(ignoreEnded)
			} catch (error) {
				if (isClosing) throw error
				logger.error('The end of a task could not be written; trying again', { task, error })
				await new Promise<void>((resolve) => clock.after(settleRetryMs, resolve))
			}
		}
	}

	async function cancelRequestOf(task: string): Promise<string | undefined> {
		const row = await db.selectFrom('event').select('data').where('task', '=', task).where('type', '=', 'cancel.requested').limit(1).executeTakeFirst()
		const data: unknown = row && JSON.parse(row.data)
		return typeof data === 'object' && data !== null && 'by' in data ? String(data.by) : undefined
	}

	function runOf(task: TaskInfo, epoch: number, signal: AbortSignal, resumed: boolean): Run {
		return {
			id: task.id,
			kind: task.kind,
			input: task.input,
			resumed,
			signal,
			async append(type, data) {
				const [event] = await log.commit(task.id, { epoch }, () => [{ type, data }])
				if (!event) throw new LeaseLost(task.id)
				return event
			},
			async finish(outcome, expectSeq) {
				return settle(task.id, { epoch, expectSeq }, outcome).then(
					() => true,
					(error: unknown) => {
						if (error instanceof LogMoved) return false
						throw error
					},
				)
			},
			events: (after) => log.page(task.id, after),
			changed: (after) => changed(task.id, after, signal),
			requestApproval: (request) => approvals.request(task.id, { epoch }, request),
		}
	}

	async function changed(task: string, after: number, signal: AbortSignal): Promise<void> {
		const inbox = inboxOf(hub, task, signal)
		try {
			// Listen first, look second: nothing can fall between.
			let events: readonly LoggedEvent[] = await log.page(task, after, 1)
			while (!events.some((event) => event.seq > after)) {
				signal.throwIfAborted()
				events = await inbox.take()
			}
		} finally {
			inbox.close()
		}
	}

	/** Durable first: a cancel that was answered holds even if the process dies in the next moment. */
	async function cancel(task: TaskInfo, { by, reason }: { by: string; reason?: string }): Promise<void> {
		await failpoint('tasks.cancel.before')
		await log.commit(task.id, {}, () => [{ type: 'cancel.requested', data: { by, ...(reason !== undefined && { reason }) } }]).catch(ignoreEnded)
		await failpoint('tasks.cancel.after')
		const entry = active.get(task.id)
		entry?.abort.abort(stoppedBy(by))
		const hasEnded = entry && (await within(clock, cancelGraceMs, entry.over))
		if (hasEnded) return
		await claim(task.id)
		await settle(task.id, {}, { status: 'cancelled', summary: `Stopped by ${by}` }).catch(ignoreEnded)
	}

	return {
		define: (driver: Driver) => void kinds.set(driver.kind, driver),
		find(kind: string): Driver {
			const driver = kinds.get(kind)
			if (!driver) throw new DrydockError(400, 'tasks.unknown_kind', `There is no kind of task called ${kind}`)
			return driver
		},
		launch,
		cancel,
		/** The data folder belongs to this process alone (it holds its lock), so any lease found at start is a dead one. */
		async takeOver(task: TaskInfo): Promise<void> {
			const driver = kinds.get(task.kind)
			if (driver?.resumes) return launch(task, driver, { resumed: true, cancelledBy: await cancelRequestOf(task.id) })
			await claim(task.id)
			await settle(task.id, {}, { status: 'failed', code: 'interrupted', summary: 'The server stopped while this ran, and it cannot go on from where it was. Start it again.' }).catch(ignoreEnded)
		},
		async close() {
			isClosing = true
			cancelRenewal()
			const left = [...active.values()]
			for (const { abort } of left) abort.abort(stopping)
			await within(clock, cancelGraceMs, Promise.all(left.map(({ over }) => over)))
		},
	}
}

function stoppedBy(by: string) {
	return new DrydockError(499, 'cancelled', `Stopped by ${by}`)
}

function cancelled(reason: unknown): Outcome {
	return { status: 'cancelled', summary: reason instanceof Error ? reason.message : 'Stopped' }
}

/** People read the sentence of our own errors; of others only that something went wrong, the cause is in the log. */
function failed(error: unknown, task: TaskInfo, logger: Log): Outcome {
	if (error instanceof DrydockError) return { status: 'failed', summary: error.message, code: error.code }
	logger.error('A task failed', { task: task.id, kind: task.kind, error })
	return { status: 'failed', summary: 'Something went wrong inside Drydock; its log says what.', code: 'internal' }
}

function ignoreEnded(error: unknown): void {
	const isOver = error instanceof LeaseLost || (error instanceof DrydockError && error.code === 'tasks.ended')
	if (!isOver) throw error
}

/** Whether the promise settled in time. */
function within(clock: Clock, ms: number, promise: Promise<unknown>): Promise<boolean> {
	return new Promise((resolve) => {
		const off = clock.after(ms, () => resolve(false))
		void promise.finally(() => {
			off()
			resolve(true)
		})
	})
}
