import type { Migration, Store } from '../store/index.ts'

/** Server-side settings: one JSON value by key. Secrets go to the vault instead. */
export interface Settings {
	get(key: string): Promise<unknown>
	/** `undefined` forgets the key. */
	set(key: string, value: unknown): Promise<void>
}

interface Tables {
	setting: { key: string; value: string }
}

export const settingsMigrations: Migration[] = [
	{
		name: 'settings/1-create',
		up: (db) =>
			db.schema
				.createTable('setting')
				.addColumn('key', 'text', (column) => column.primaryKey())
				.addColumn('value', 'text', (column) => column.notNull())
				.execute(),
	},
]

export function createSettings(store: Store): Settings {
	const db = store.db<Tables>()
	return {
		async get(key) {
			const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
			return row && (JSON.parse(row.value) as unknown)
		},
		async set(key, value) {
			if (value === undefined) {
				await db.deleteFrom('setting').where('key', '=', key).execute()
				return
			}
			const text = JSON.stringify(value)
			await db
				.insertInto('setting')
				.values({ key, value: text })
				.onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
				.execute()
		},
	}
}
