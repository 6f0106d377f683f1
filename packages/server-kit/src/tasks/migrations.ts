import type { TaskStatus } from '@drydock/contract'
import type { Migration } from '../store/index.ts'
import type { ApprovalStatus } from './types.ts'

export interface TaskTables {
	task: {
		id: string
		kind: string
		/** Makes a start idempotent: unique per kind. */
		client_id: string | null
		parent: string | null
		title: string
		input: string
		status: TaskStatus
		/** Number of the last event: counting here keeps the log without gaps. */
		seq: number
		summary: string | null
		created_at: number
		updated_at: number
		/** The process that drives it, its fencing number, and until when it need not renew. */
		owner: string | null
		epoch: number
		lease_until: number
	}
	event: { task: string; seq: number; ts: number; type: string; data: string }
	approval: {
		id: string
		task: string
		call: string | null
		action: string
		message: string
		metadata: string
		mode: string
		agent: string
		stage: string
		status: ApprovalStatus
		created_at: number
		expires_at: number
		decided_at: number | null
		decided_by: string | null
		reason: string | null
	}
}

export const taskMigrations: Migration[] = [
	{
		name: 'tasks/1-create',
		async up(db) {
			await db.schema
				.createTable('task')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('kind', 'text', (column) => column.notNull())
				.addColumn('client_id', 'text')
				.addColumn('parent', 'text')
				.addColumn('title', 'text', (column) => column.notNull())
				.addColumn('input', 'text', (column) => column.notNull())
				.addColumn('status', 'text', (column) => column.notNull())
				.addColumn('seq', 'integer', (column) => column.notNull())
				.addColumn('summary', 'text')
				.addColumn('created_at', 'bigint', (column) => column.notNull())
				.addColumn('updated_at', 'bigint', (column) => column.notNull())
				.addColumn('owner', 'text')
				.addColumn('epoch', 'integer', (column) => column.notNull())
				.addColumn('lease_until', 'bigint', (column) => column.notNull())
				.execute()
			await db.schema.createIndex('task_client').unique().on('task').columns(['kind', 'client_id']).execute()
			await db.schema.createIndex('task_recent').on('task').columns(['kind', 'created_at']).execute()
			await db.schema.createIndex('task_status').on('task').column('status').execute()
			await db.schema
				.createTable('event')
				.addColumn('task', 'text', (column) => column.notNull().references('task.id').onDelete('cascade'))
				.addColumn('seq', 'integer', (column) => column.notNull())
				.addColumn('ts', 'bigint', (column) => column.notNull())
				.addColumn('type', 'text', (column) => column.notNull())
				.addColumn('data', 'text', (column) => column.notNull())
				.addPrimaryKeyConstraint('event_pk', ['task', 'seq'])
				.execute()
			await db.schema
				.createTable('approval')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('task', 'text', (column) => column.notNull().references('task.id').onDelete('cascade'))
				.addColumn('call', 'text')
				.addColumn('action', 'text', (column) => column.notNull())
				.addColumn('message', 'text', (column) => column.notNull())
				.addColumn('metadata', 'text', (column) => column.notNull())
				.addColumn('mode', 'text', (column) => column.notNull())
				.addColumn('agent', 'text', (column) => column.notNull())
				.addColumn('stage', 'text', (column) => column.notNull())
				.addColumn('status', 'text', (column) => column.notNull())
				.addColumn('created_at', 'bigint', (column) => column.notNull())
				.addColumn('expires_at', 'bigint', (column) => column.notNull())
				.addColumn('decided_at', 'bigint')
				.addColumn('decided_by', 'text')
				.addColumn('reason', 'text')
				.execute()
			await db.schema.createIndex('approval_status').on('approval').columns(['status', 'created_at']).execute()
			await db.schema.createIndex('approval_task').on('approval').column('task').execute()
		},
	},
]
