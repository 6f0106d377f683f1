import { setTimeout as delay } from 'node:timers/promises'
import { SqliteDialect, SqliteDriver, type CompiledQuery, type DatabaseConnection, type SqliteDatabase } from 'kysely'
import { isBusy, storeFault } from './faults.ts'

/** Somebody who copies the database holds it for a moment; whoever holds it longer has a problem that waiting does not mend. */
const patienceMs = 2500
const pauseMs = 20

/** The embedded database as Kysely sees it, but that a lock of another program is waited for without holding up the server. */
export class PatientDialect extends SqliteDialect {
	readonly #database: SqliteDatabase

	constructor(database: SqliteDatabase) {
		super({ database })
		this.#database = database
	}

	override createDriver() {
		return new PatientDriver({ database: this.#database })
	}
}

class PatientDriver extends SqliteDriver {
	override async acquireConnection(): Promise<DatabaseConnection> {
		const connection = await super.acquireConnection()
		return {
			executeQuery: (query) => execute(connection, query),
			streamQuery: (query, size) => connection.streamQuery(query, size),
		}
	}
}

async function execute<Row>(connection: DatabaseConnection, query: CompiledQuery) {
	const latest = Date.now() + patienceMs
	for (;;) {
		try {
			return await connection.executeQuery<Row>(query)
		} catch (error) {
			if (!isBusy(error) || Date.now() > latest) throw storeFault(error)
			await delay(pauseMs)
		}
	}
}
