import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'
import type { Redactor } from '../redact.ts'
import type { Migration, Store } from '../store/index.ts'

/** Secrets at rest: AES-256-GCM, the name as associated data. Values leave only by `get`, for injection into one request or child. */
export interface Vault {
	get(name: string): Promise<string | undefined>
	set(name: string, value: string): Promise<void>
	delete(name: string): Promise<void>
	/** Names and when they changed; never values (SECURITY: no length, no hash, no prefix). */
	list(): Promise<{ name: string; updated_at: number }[]>
}

interface Tables {
	secret: { name: string; sealed: string; updated_at: number }
}

export const vaultMigrations: Migration[] = [
	{
		name: 'vault/1-create',
		up: (db) =>
			db.schema
				.createTable('secret')
				.addColumn('name', 'text', (column) => column.primaryKey())
				.addColumn('sealed', 'text', (column) => column.notNull())
				.addColumn('updated_at', 'bigint', (column) => column.notNull())
				.execute(),
	},
]

/** The key file lies apart from the data (DESIGN, rulings), so that a copied data folder does not carry its key. */
export async function openVault(store: Store, configDir: string, redactor: Redactor): Promise<Vault> {
	const key = await masterKey(path.join(configDir, 'vault.key'))
	const db = store.db<Tables>()
	const rows = await db.selectFrom('secret').selectAll().execute()
	const values = new Map(rows.flatMap((row) => entryOf(key, row)))
	for (const value of values.values()) redactor.add(value)

	return {
		get: async (name) => values.get(name),
		async set(name, value) {
			const row = { name, sealed: seal(key, name, value), updated_at: Date.now() }
			await db
				.insertInto('secret')
				.values(row)
				.onConflict((conflict) => conflict.column('name').doUpdateSet(row))
				.execute()
			values.set(name, value)
			redactor.add(value)
		},
		async delete(name) {
			await db.deleteFrom('secret').where('name', '=', name).execute()
			values.delete(name)
		},
		list: () => db.selectFrom('secret').select(['name', 'updated_at']).orderBy('name').execute(),
	}
}

/** One unreadable secret must not stop the server (promise P8): it counts as absent and is asked for again. */
function entryOf(key: Buffer, row: Tables['secret']): [string, string][] {
	try {
		return [[row.name, unseal(key, row.name, row.sealed)]]
	} catch {
		return []
	}
}

async function masterKey(file: string): Promise<Buffer> {
	try {
		const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
		if (key.length !== 32) throw new DrydockError(500, 'vault.key', `The vault's key file ${file} is damaged`, { hint: 'Restore it, or delete it and enter your keys again.' })
		await chmod(file, 0o600)
		return key
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
	}
	const key = randomBytes(32)
	await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
	await writeFile(file, key.toString('base64'), { mode: 0o600, flag: 'wx' })
	return key
}

function seal(key: Buffer, name: string, value: string): string {
	const iv = randomBytes(12)
	const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
	const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

function unseal(key: Buffer, name: string, sealed: string): string {
	const bytes = Buffer.from(sealed, 'base64')
	const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(12, 28))
	return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
