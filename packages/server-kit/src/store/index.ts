import path from 'node:path'
import { DrydockError } from '@drydock/contract'
import { Kysely, SqliteDialect, type Transaction } from 'kysely'
import { openSqlite } from './sqlite.ts'

/** One step of the schema; steps run in the order given, each once. */
export interface Migration {
	/** Unique over the whole product and never changed, e.g. `notes/1-create`. */
	name: string
	// A migration changes the tables' types, so it cannot have one.
	up(db: Kysely<unknown>): Promise<void>
}

export interface Store {
	/** The database, seen as the tables the caller owns. */
	db<Tables>(): Kysely<Tables>
	/** All or nothing. Inside, use only the given transaction: the embedded database has one connection. Never await the network in it. */
	transaction<Tables, Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
	/** Runs what of these migrations has not run yet. */
	migrate(migrations: readonly Migration[]): Promise<void>
	close(): Promise<void>
}

interface Tables {
	migration: { name: string; applied_at: number }
}

/** Opens the store of a data folder. */
export async function openStore(dataDir: string): Promise<Store> {
	const file = path.join(dataDir, 'drydock.db')
	const sqlite = openChecked(file)
	const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
	await kysely.schema
		.createTable('migration')
		.ifNotExists()
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('applied_at', 'bigint', (column) => column.notNull())
		.execute()
	const applied = await kysely.selectFrom('migration').select('name').execute()
	const done = new Set(applied.map(({ name }) => name))

	return {
		db: <Owned>() => kysely as unknown as Kysely<Owned>,
		transaction: <Owned, Result>(work: (trx: Transaction<Owned>) => Promise<Result>) => (kysely as unknown as Kysely<Owned>).transaction().execute(work),
		async migrate(migrations) {
			for (const { name, up } of migrations.filter((step) => !done.has(step.name))) {
				await kysely.transaction().execute(async (trx) => {
					await up(trx as unknown as Kysely<unknown>)
					await trx.insertInto('migration').values({ name, applied_at: Date.now() }).execute()
				})
				done.add(name)
			}
		},
		close: () => kysely.destroy(),
	}
}

function openChecked(file: string) {
	try {
		const sqlite = openSqlite(file)
		const state = sqlite.check()
		if (state !== 'ok') throw new Error(state)
		return sqlite
	} catch (cause) {
		throw new DrydockError(500, 'store.damaged', `The database ${file} cannot be read`, { cause, hint: 'Move it aside to start empty, or restore a copy of the data folder.' })
	}
}
