import type { FinalStatus, TaskStatus } from '@drydock/contract'
import type { Transaction } from 'kysely'
import type { TaskTables } from './migrations.ts'

export type Data = Record<string, unknown>

export interface NewEvent {
	type: string
	data: Data
}

/** An event as it lies in the log. */
export interface LoggedEvent {
	readonly seq: number
	/** Epoch milliseconds. */
	readonly ts: number
	readonly type: string
	readonly data: Data
	/** `data` with `ts`, serialised once however many watch. */
	readonly json: string
}

export interface TaskInfo {
	id: string
	kind: string
	title: string
	status: TaskStatus
	input: unknown
	parent?: string
	/** Number of the last event. */
	seq: number
	created_at: number
	updated_at: number
	summary?: string
}

export interface Outcome {
	status: FinalStatus
	summary: string
	code?: string
}

export interface ApprovalRequest {
	call?: string
	action: string
	message: string
	metadata: Data
	mode: string
	agent: string
	stage: string
	timeoutSec?: number
}

export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'expired'

export interface Approval extends Omit<ApprovalRequest, 'timeoutSec'> {
	id: string
	task: string
	status: ApprovalStatus
	created_at: number
	expires_at: number
	decided_at?: number
	decided_by?: string
	reason?: string
}

export interface Decision {
	allow: boolean
	by: string
	/** Told to whoever asked; for a question it is the answer. */
	reason?: string
	/** Refuse unless the approval belongs to this task. */
	task?: string
}

/** What must hold for events to be appended. */
export interface Guard {
	/** The lease under which a driver writes; people's messages have none. */
	epoch?: number
	/** Append only if nothing has been appended since. */
	expectSeq?: number
}

export type Build = (trx: Transaction<TaskTables>, now: number) => NewEvent[] | Promise<NewEvent[]>

/** A task as its driver sees it. Every method throws `LeaseLost` once another driver took over. */
export interface Run {
	readonly id: string
	readonly kind: string
	readonly input: unknown
	/** Whether an earlier driver died on it. */
	readonly resumed: boolean
	/** Aborts when the task is cancelled or the server stops. */
	readonly signal: AbortSignal
	append(type: string, data: Data): Promise<LoggedEvent>
	/** Ends the task now, unless anything was appended after `expectSeq`: then nothing happens and the answer is false. */
	finish(outcome: Outcome, expectSeq: number): Promise<boolean>
	/** The log after an event, oldest first, in pages. */
	events(after: number): Promise<LoggedEvent[]>
	/** Resolves once there is an event after that one; rejects when `signal` aborts. */
	changed(after: number): Promise<void>
	requestApproval(request: ApprovalRequest): Promise<string>
}

/** How a kind of task is worked on. */
export interface Driver {
	kind: string
	/** Whether `drive` can go on from the log of a driver that died; otherwise such a task is settled as failed. */
	resumes: boolean
	/** Works until the task is over. Returning nothing means that it finished itself. */
	drive(run: Run): Promise<Outcome | undefined>
}
