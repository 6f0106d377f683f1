import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** Preparing a statement costs as much as running it, and the same few dozen come again and again. */
const mostStatements = 200

/**
 * Opens an embedded database in the shape Kysely's SQLite dialect expects.
 * WAL with `synchronous=NORMAL` loses nothing acknowledged on `kill -9`; against a loss of power `flush.ts` brings the last commits to the disk.
 */
export function openSqlite(file: string): SqliteDatabase & { check(): string; copyTo(file: string): void } {
	const db = new DatabaseSync(file)
	const statements = new Map<string, SqliteStatement>()
	db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON')
	return {
		close: () => db.close(),
		// A damaged page opens without an error and fails later, so it is looked for at start.
		check: () => String(Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]),
		/** A whole copy of what is committed, the log included. */
		copyTo: (copy) => void db.prepare('VACUUM INTO ?').run(copy),
		prepare(sql) {
			const known = statements.get(sql)
			if (known) return known
			const statement = db.prepare(sql)
			const prepared: SqliteStatement = {
				reader: statement.columns().length > 0,
				all: (parameters) => statement.all(...parameters.map(bindable)).map((row) => ({ ...row })),
				run(parameters) {
					const { changes, lastInsertRowid } = statement.run(...parameters.map(bindable))
					return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
				},
				// Of its own: one that is being read cannot be run a second time.
				iterate: (parameters) => db.prepare(sql).iterate(...parameters.map(bindable)) as IterableIterator<unknown>,
			}
			const [oldest] = statements.keys()
			if (statements.size >= mostStatements && oldest !== undefined) statements.delete(oldest)
			statements.set(sql, prepared)
			return prepared
		},
	}
}

/** node:sqlite stores a Date given as the first value as NULL without an error: refuse what it would misread. */
function bindable(value: unknown): SQLInputValue {
	if (value === undefined) return null
	if (typeof value === 'boolean') return value ? 1 : 0
	if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array) return value
	throw new TypeError(`A database value must be text, number or bytes, not ${typeof value}`)
}
