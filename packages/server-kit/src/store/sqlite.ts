import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase } from 'kysely'

/**
 * Opens an embedded database in the shape Kysely's SQLite dialect expects.
 * WAL with `synchronous=NORMAL` loses nothing acknowledged on `kill -9`; only a power cut can take the last commits.
 */
export function openSqlite(file: string): SqliteDatabase & { check(): string } {
	const db = new DatabaseSync(file)
	db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON')
	return {
		close: () => db.close(),
		// A damaged page opens without an error and fails later, so it is looked for at start.
		check: () => String(Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]),
		prepare(sql) {
			const statement = db.prepare(sql)
			return {
				reader: statement.columns().length > 0,
				all: (parameters) => statement.all(...parameters.map(bindable)).map((row) => ({ ...row })),
				run(parameters) {
					const { changes, lastInsertRowid } = statement.run(...parameters.map(bindable))
					return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
				},
				iterate: (parameters) => statement.iterate(...parameters.map(bindable)) as IterableIterator<unknown>,
			}
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
