import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import { addedOrder } from '../store/added-order.ts'
import type { Migration, Store } from '../store/index.ts'

/** A small thing that people keep, with what is needed to change it safely. */
export interface Kept<T> {
	id: string
	value: T
	/** Changes with every change: given back, it proves that nothing came in between. */
	etag: string
	created_at: number
	updated_at: number
}

/** The records of one kind. */
export interface Collection<T extends object> {
	/** Oldest first. */
	list(): Promise<Kept<T>[]>
	get(id: string): Promise<Kept<T>>
	/** Adding the same id twice gives the first one, so that a repeated request does no harm. */
	add(value: T, id?: string): Promise<Kept<T>>
	/** Changes the fields that are not undefined; 409 `conflict` with what is kept when it is no longer what `expected` stands for. */
	change(id: string, change: Partial<T>, expected?: string): Promise<Kept<T>>
	/** Removing what is gone is no failure. */
	remove(id: string): Promise<void>
}

/** Small things that people keep: notes, plans, todos, snippets. One table serves them all. */
export interface Records {
	of<T extends object>(kind: string, name: string): Collection<T>
}

interface Row {
	id: string
	kind: string
	value: string
	version: number
	created_at: number
	updated_at: number
}

interface Tables {
	record: Row
}

/** Lists are read and shown whole. */
const mostOfAKind = 5000

export const recordMigrations: Migration[] = [
	{
		name: 'records/1-create',
		async up(db) {
			await db.schema
				.createTable('record')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('kind', 'text', (column) => column.notNull())
				.addColumn('value', 'text', (column) => column.notNull())
				.addColumn('version', 'integer', (column) => column.notNull())
				.addColumn('created_at', 'bigint', (column) => column.notNull())
				.addColumn('updated_at', 'bigint', (column) => column.notNull())
				.execute()
			await db.schema.createIndex('record_kind').on('record').columns(['kind', 'created_at']).execute()
		},
	},
]

export function createRecords({ store, clock, newId }: { store: Store; clock: Clock; newId(): string }): Records {
	const db = store.db<Tables>()
	return { of: <T extends object>(kind: string, name: string) => collection<T>(kind, name) }

	function collection<T extends object>(kind: string, name: string): Collection<T> {
		const rowOf = (id: string) => db.selectFrom('record').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
		const missing = () => new DrydockError(404, 'not_found', `That ${name} is gone`, { hint: 'Somebody may have deleted it.' })

		async function get(id: string): Promise<Kept<T>> {
			const row = await rowOf(id)
			if (!row) throw missing()
			return kept<T>(row)
		}

		return {
			get,
			async list() {
				const rows = await db.selectFrom('record').selectAll().where('kind', '=', kind).orderBy('created_at').orderBy(addedOrder).execute()
				return rows.map((row) => kept<T>(row))
			},
			async add(value, id = newId()) {
				const { count } = await db.selectFrom('record').select(({ fn }) => fn.countAll<number>().as('count')).where('kind', '=', kind).executeTakeFirstOrThrow()
				if (Number(count) >= mostOfAKind) throw new DrydockError(409, 'records.full', `There are ${mostOfAKind} of these already`, { hint: 'Delete some that are no longer needed.' })
				const now = clock.now()
				const row: Row = { id, kind, value: JSON.stringify(value), version: 1, created_at: now, updated_at: now }
				await db.insertInto('record').values(row).onConflict((conflict) => conflict.column('id').doNothing()).execute()
				return get(id)
			},
			async change(id, change, expected) {
				for (;;) {
					const row = await rowOf(id)
					if (!row) throw missing()
					const now = kept<T>(row)
					if (expected !== undefined && expected !== now.etag) throw new DrydockError(409, 'conflict', `That ${name} was changed in another window`, { details: { ...now.value, etag: now.etag } })
					const next = { value: JSON.stringify({ ...now.value, ...given(change) }), version: row.version + 1, updated_at: clock.now() }
					// The version in the condition makes this safe against other servers of the same workspace.
					const { numUpdatedRows } = await db.updateTable('record').set(next).where('id', '=', id).where('version', '=', row.version).executeTakeFirst()
					if (numUpdatedRows > 0n) return kept<T>({ ...row, ...next })
				}
			},
			remove: async (id) => void (await db.deleteFrom('record').where('id', '=', id).where('kind', '=', kind).execute()),
		}
	}
}

function given<T extends object>(change: T): object {
	return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function kept<T>({ id, value, version, created_at, updated_at }: Row): Kept<T> {
	// With the time, since a thing that was deleted and brought back counts from one again.
	return { id, value: JSON.parse(value) as T, etag: `${version}-${Number(updated_at).toString(36)}`, created_at: Number(created_at), updated_at: Number(updated_at) }
}
