import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Migration, Store } from '../store/index.ts'
import type { Author, Change, Entry } from './types.ts'

export interface LedgerTables {
	ledger_entry: {
		id: string
		/** Grows with every entry: microseconds since the epoch, pushed up when two meet. */
		position: number
		root: string
		kind: Author['kind']
		label: string
		task: string | null
		call: string | null
		/** `open` until the disk has it. */
		state: 'open' | 'done'
		note: string | null
		undoes: string | null
	}
	ledger_change: { entry: string; path: string; before: string | null; after: string | null; before_mode: number | null; after_mode: number | null }
	ledger_review: { task: string; root: string; path: string; hunk: string; decision: 'accepted' | 'rejected'; position: number; shown: string | null }
}

export const workspaceMigrations: Migration[] = [
	{
		name: 'ledger',
		async up(db) {
			await db.schema
				.createTable('ledger_entry')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('position', 'bigint', (column) => column.notNull())
				.addColumn('root', 'text', (column) => column.notNull())
				.addColumn('kind', 'text', (column) => column.notNull())
				.addColumn('label', 'text', (column) => column.notNull())
				.addColumn('task', 'text')
				.addColumn('call', 'text')
				.addColumn('state', 'text', (column) => column.notNull())
				.addColumn('note', 'text')
				.addColumn('undoes', 'text')
				.execute()
			await db.schema
				.createTable('ledger_change')
				.addColumn('entry', 'text', (column) => column.notNull().references('ledger_entry.id').onDelete('cascade'))
				.addColumn('path', 'text', (column) => column.notNull())
				.addColumn('before', 'text')
				.addColumn('after', 'text')
				.addColumn('before_mode', 'integer')
				.addColumn('after_mode', 'integer')
				.addPrimaryKeyConstraint('ledger_change_pk', ['entry', 'path'])
				.execute()
			await db.schema
				.createTable('ledger_review')
				.addColumn('task', 'text', (column) => column.notNull())
				.addColumn('root', 'text', (column) => column.notNull())
				.addColumn('path', 'text', (column) => column.notNull())
				.addColumn('hunk', 'text', (column) => column.notNull())
				.addColumn('decision', 'text', (column) => column.notNull())
				.addColumn('position', 'bigint', (column) => column.notNull())
				.addColumn('shown', 'text')
				.addPrimaryKeyConstraint('ledger_review_pk', ['task', 'root', 'path', 'hunk'])
				.execute()
			await db.schema.createIndex('ledger_entry_task').on('ledger_entry').columns(['task', 'position']).execute()
			await db.schema.createIndex('ledger_entry_position').on('ledger_entry').column('position').execute()
			await db.schema.createIndex('ledger_change_path').on('ledger_change').column('path').execute()
		},
	},
]

export interface NewEntry {
	root: string
	author: Author
	changes: readonly Change[]
	note?: string
	undoes?: string
}

export interface EntryFilter {
	id?: string
	task?: string
	state?: 'open' | 'done'
	since?: number
	limit?: number
	oldestFirst?: boolean
}

/** The rows of the ledger: an entry is written before the disk changes and settled after, so that a crash leaves a record and never an unknown change. */
export function createJournal({ store, clock, newId }: { store: Store; clock: Clock; newId: () => string }) {
	const db = () => store.db<LedgerTables>()
	let last = 0

	function nextPosition(): number {
		last = Math.max(last + 1, clock.now() * 1000)
		return last
	}

	return {
		nextPosition,
		db,
		/** Records what is about to happen. */
		async begin({ root, author, changes, note, undoes }: NewEntry, id = newId()): Promise<string> {
			await store.transaction<LedgerTables, void>(async (trx) => {
				const { kind, label, task = null, call = null } = author
				await trx.insertInto('ledger_entry').values({ id, position: nextPosition(), root, kind, label, task, call, state: 'open', note: note ?? null, undoes: undoes ?? null }).execute()
				await insertChanges(trx, id, changes)
			})
			return id
		},
		/** It happened. */
		async settle(id: string): Promise<void> {
			await db().updateTable('ledger_entry').set({ state: 'done' }).where('id', '=', id).execute()
		},
		/** It did not happen, or only in part. */
		async correct(id: string, kept: readonly Change[]): Promise<void> {
			await store.transaction<LedgerTables, void>(async (trx) => {
				await trx.deleteFrom('ledger_change').where('entry', '=', id).execute()
				if (kept.length === 0) await trx.deleteFrom('ledger_entry').where('id', '=', id).execute()
				else await insertChanges(trx, id, kept)
				await trx.updateTable('ledger_entry').set({ state: 'done' }).where('id', '=', id).execute()
			})
		},
		async find({ id, task, state, since, limit = 1000, oldestFirst = false }: EntryFilter): Promise<Entry[]> {
			let query = db().selectFrom('ledger_entry').selectAll().orderBy('position', oldestFirst ? 'asc' : 'desc').limit(limit)
			if (id !== undefined) query = query.where('id', '=', id)
			if (task !== undefined) query = query.where('task', '=', task)
			if (state !== undefined) query = query.where('state', '=', state)
			if (since !== undefined) query = query.where('position', '>', since)
			const rows = await query.execute()
			const changes = await changesOf(db(), rows.map((row) => row.id))
			return rows.map((row) => ({
				id: row.id,
				at: Math.floor(Number(row.position) / 1000),
				root: row.root,
				author: { kind: row.kind, label: row.label, task: row.task ?? undefined, call: row.call ?? undefined },
				changes: changes.get(row.id) ?? [],
				note: row.note ?? undefined,
				undoes: row.undoes ?? undefined,
			}))
		},
	}
}

export type Journal = ReturnType<typeof createJournal>

// SQLite takes 32,766 parameters in a statement: six columns each.
const rowsAtOnce = 1000

async function insertChanges(trx: Kysely<LedgerTables>, entry: string, changes: readonly Change[]): Promise<void> {
	const rows = changes.map(({ path, before, after, beforeMode, afterMode }) => ({
		entry, path, before: before ?? null, after: after ?? null, before_mode: beforeMode ?? null, after_mode: afterMode ?? null,
	}))
	for (let at = 0; at < rows.length; at += rowsAtOnce) await trx.insertInto('ledger_change').values(rows.slice(at, at + rowsAtOnce)).execute()
}

async function changesOf(db: Kysely<LedgerTables>, ids: readonly string[]): Promise<Map<string, Change[]>> {
	const found = new Map<string, Change[]>(ids.map((id) => [id, []]))
	if (ids.length === 0) return found
	const rows = await db.selectFrom('ledger_change').selectAll().where('entry', 'in', ids).orderBy('path').execute()
	for (const row of rows) {
		found.get(row.entry)?.push({
			path: row.path, before: row.before ?? undefined, after: row.after ?? undefined,
			beforeMode: row.before_mode ?? undefined, afterMode: row.after_mode ?? undefined,
		})
	}
	return found
}
