import { setTimeout as delay } from 'node:timers/promises'
import { SqliteDialect, SqliteDriver, type CompiledQuery, type DatabaseConnection, type SqliteDatabase } from 'kysely'
import { isBusy, storeFault } from './faults.ts'

/** Somebody who copies the database holds it for a moment; whoever holds it longer has a problem that waiting does not mend. */
const patienceMs = 2500
const pauseMs = 20

/** The embedded database as Kysely sees it, but that a lock of another program is waited for without holding up the server. */
export class PatientDialect extends SqliteDialect {
	readonly #database: SqliteDatabase
	readonly #changed: () => void

	/** `changed` is told after each statement that may have written. */
	constructor(database: SqliteDatabase, changed: () => void) {
		super({ database })
		this.#database = database
		this.#changed = changed
	}

	override createDriver() {
		return new PatientDriver(this.#database, this.#changed)
	}
}

class PatientDriver extends SqliteDriver {
	readonly #changed: () => void

	constructor(database: SqliteDatabase, changed: () => void) {
		super({ database })
		this.#changed = changed
	}

	override async acquireConnection(): Promise<DatabaseConnection> {
		const connection = await super.acquireConnection()
		return {
			executeQuery: async <Row>(query: CompiledQuery) => {
				const result = await execute<Row>(connection, query)
				if (query.query.kind !== 'SelectQueryNode') this.#changed()
				return result
			},
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
