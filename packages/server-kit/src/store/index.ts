import path from 'node:path'
import { DrydockError } from '@drydock/contract'
import { Kysely, type Transaction } from 'kysely'
import { keepEarlierCopy } from './earlier-copies.ts'
import { isBusy, storeFault } from './faults.ts'
import { createFlush } from './flush.ts'
import { PatientDialect } from './patient-dialect.ts'
import { openSqlite } from './sqlite.ts'

/** One step of the schema; steps run in the order given, each once. */
export interface Migration {
	/** Unique over the whole product and never changed, e.g. `notes/1-create`; what stands before the slash is its family. */
	name: string
	// A migration changes the tables' types, so it cannot have one.
	up(db: Kysely<unknown>): Promise<void>
}

export interface Store {
	/** The database, seen as the tables the caller owns. */
	db<Tables>(): Kysely<Tables>
	/** All or nothing. Inside, use only the given transaction: the embedded database has one connection. Never await the network in it. */
	transaction<Tables, Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
	/** Runs what of these migrations has not run yet; refuses a database that a newer version has changed. Give all of a family at once. */
	migrate(migrations: readonly Migration[]): Promise<void>
	/** When all that was committed before outlives a loss of power; fails when the disk does not take it. */
	flushed(): Promise<void>
	close(): Promise<void>
}

interface Tables {
	migration: { name: string; applied_at: number }
}

/** Opens the store of a data folder. */
export async function openStore(dataDir: string): Promise<Store> {
	const file = path.join(dataDir, 'drydock.db')
	const sqlite = openChecked(file)
	const flush = createFlush(`${file}-wal`)
	const kysely = new Kysely<Tables>({ dialect: new PatientDialect(sqlite, flush.changed) })
	await kysely.schema
		.createTable('migration')
		.ifNotExists()
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('applied_at', 'bigint', (column) => column.notNull())
		.execute()
	const applied = await kysely.selectFrom('migration').select('name').execute()
	const done = new Set(applied.map(({ name }) => name))
	let isCopied = done.size === 0

	return {
		db: <Owned>() => kysely as unknown as Kysely<Owned>,
		transaction: <Owned, Result>(work: (trx: Transaction<Owned>) => Promise<Result>) => (kysely as unknown as Kysely<Owned>).transaction().execute(work),
		async migrate(migrations) {
			refuseNewer(done, migrations)
			const missing = migrations.filter((step) => !done.has(step.name))
			if (missing.length > 0 && !isCopied) await keepEarlierCopy(dataDir, sqlite.copyTo)
			if (missing.length > 0) isCopied = true
			for (const { name, up } of missing) {
				await kysely.transaction().execute(async (trx) => {
					await up(trx as unknown as Kysely<unknown>)
					await trx.insertInto('migration').values({ name, applied_at: Date.now() }).execute()
				})
				done.add(name)
			}
		},
		flushed: flush.flushed,
		async close() {
			flush.close()
			await kysely.destroy()
		},
	}
}

/** A family that is not given belongs to a capability that is not here: its tables rest. */
function refuseNewer(done: ReadonlySet<string>, migrations: readonly Migration[]) {
	const known = new Set(migrations.map(({ name }) => name))
	const families = new Set(migrations.map(({ name }) => familyOf(name)))
	const newer = [...done].find((name) => families.has(familyOf(name)) && !known.has(name))
	if (newer === undefined) return
	throw new DrydockError(500, 'store.newer', `The data folder was last used by a newer Drydock (its database has had the update ${newer})`, {
		hint: 'Start that version again, or put back the copy of the database from before the update (drydock-before-update-….db in the data folder).',
	})
}

const familyOf = (name: string) => name.split('/', 1)[0]

function openChecked(file: string) {
	try {
		const sqlite = openSqlite(file)
		const state = sqlite.check()
		if (state !== 'ok') throw new Error(state)
		return sqlite
	} catch (cause) {
		if (isBusy(cause)) throw storeFault(cause)
		throw new DrydockError(500, 'store.damaged', `The database ${file} cannot be read`, { cause, hint: 'Move it aside to start empty, or restore a copy of the data folder.' })
	}
}
