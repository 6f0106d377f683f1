import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DrydockError } from '@drydock/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, type Migration, type Store } from './index.ts'

interface Tables {
	word: { text: string }
}

const create: Migration = { name: 'words/1-create', up: (db) => db.schema.createTable('word').addColumn('text', 'text').execute() }
const extend: Migration = { name: 'words/2-language', up: (db) => db.schema.alterTable('word').addColumn('language', 'text').execute() }
const other: Migration = { name: 'others/1-create', up: (db) => db.schema.createTable('other').addColumn('id', 'text').execute() }

let folder: string
const opened: Store[] = []
beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'drydock-store-'))))
afterEach(async () => {
	for (const store of opened.splice(0)) await store.close()
	await rm(folder, { recursive: true, force: true })
})

async function open(migrations: readonly Migration[], dataDir = folder): Promise<Store> {
	const store = await openStore(dataDir)
	opened.push(store)
	await store.migrate(migrations)
	return store
}
const close = () => opened.pop()?.close()
const add = (store: Store, text: string) => store.db<Tables>().insertInto('word').values({ text }).execute()
const words = async (store: Store) => (await store.db<Tables>().selectFrom('word').select('text').execute()).map(({ text }) => text)
const files = async () => (await readdir(folder)).filter((name) => !/-(wal|shm)$/.test(name))
const database = () => path.join(folder, 'drydock.db')

/** A process of its own on the same folder; `work` is code that has `store`, `create` and `say`. It lives until it is killed. */
async function inAnotherProcess(work: string) {
	const code = `
		import { openStore } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
		const create = { name: 'words/1-create', up: (db) => db.schema.createTable('word').addColumn('text', 'text').execute() }
		const store = await openStore(${JSON.stringify(folder)})
		const say = (word) => process.stdout.write(word)
		setInterval(() => {}, 1000)
		${work}`
	const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
	const exited = once(child, 'exit')
	await Promise.race([once(child.stdout, 'data'), exited])
	return {
		child,
		async kill() {
			child.kill('SIGKILL')
			await exited
		},
	}
}

test('an older database is brought up to date once, and kept as it was', async () => {
	await add(await open([create]), 'old')
	await close()
	expect(await words(await open([create, extend]))).toEqual(['old'])
	await close()
	await open([create, extend])
	const [copy = '', ...more] = (await files()).filter((name) => name.startsWith('drydock-before-update-'))
	expect(more).toEqual([])
	const before = new DatabaseSync(path.join(folder, copy), { readOnly: true })
	expect(before.prepare('SELECT * FROM word').all().map((row) => ({ ...row }))).toEqual([{ text: 'old' }])
	before.close()
})

test('a first start keeps no copy, and of many updates the last three are kept', async () => {
	const steps = Array.from({ length: 6 }, (_, at): Migration => ({ name: `words/${at + 2}-again`, up: async () => {} }))
	await open([create])
	expect(await files()).toEqual(['drydock.db'])
	for (const at of steps.keys()) {
		await close()
		await open([create, ...steps.slice(0, at + 1)])
	}
	expect((await files()).filter((name) => name.startsWith('drydock-before-update-'))).toHaveLength(3)
})

test('a newer database is refused in a sentence and not written; tables of a capability that is not here rest', async () => {
	await open([create, extend, other])
	await close()
	const before = await readFile(database())
	await expect(open([create])).rejects.toMatchObject({ code: 'store.newer', message: expect.stringContaining('words/2-language') })
	await close()
	expect(await readFile(database())).toEqual(before)
	await open([create, extend])
})

test('killed in the middle of an update, the database is the old one; the next start makes it the new one', async () => {
	await add(await open([create]), 'kept')
	await close()
	const { child, kill } = await inAnotherProcess(`await store.migrate([create, { name: 'words/2-language', async up(db) {
		await db.schema.alterTable('word').addColumn('language', 'text').execute()
		await db.schema.alterTable('word').addColumn('more', 'text').execute()
		say('half')
		await new Promise(() => {})
	} }])`)
	expect(child.exitCode).toBeNull()
	await kill()
	const store = await open([create])
	expect(await store.db<Tables>().selectFrom('word').selectAll().execute()).toEqual([{ text: 'kept' }])
	await close()
	expect(await (await open([create, extend])).db<Tables>().selectFrom('word').selectAll().execute()).toEqual([{ text: 'kept', language: null }])
})

const committed = `await store.migrate([create]); for (const text of ['one', 'two', 'three']) await store.db().insertInto('word').values({ text }).execute(); say('done')`

test.each([
	['with its log left behind', ['drydock.db', 'drydock.db-wal', 'drydock.db-shm'], ['one', 'two', 'three']],
	['without the index of its log', ['drydock.db', 'drydock.db-wal'], ['one', 'two', 'three']],
])('what was acknowledged before kill -9 is there: %s', async (_, kept, expected) => {
	await (await inAnotherProcess(committed)).kill()
	for (const name of await readdir(folder)) if (!kept.includes(name)) await rm(path.join(folder, name))
	expect(await words(await open([create]))).toEqual(expected)
})

test('a database that was copied without its log opens as whatever was in it, whole', async () => {
	await add(await open([create]), 'settled')
	await close()
	const { kill } = await inAnotherProcess(`await store.migrate([create]); await store.db().insertInto('word').values({ text: 'in the log' }).execute(); say('done')`)
	const copy = await mkdtemp(path.join(folder, 'copy-'))
	await copyFile(database(), path.join(copy, 'drydock.db'))
	await kill()
	const store = await open([create], copy)
	expect(await words(store)).toEqual(['settled'])
	await add(store, 'goes on')
})

test('a copy that another program makes while the server writes is a whole database', async () => {
	const store = await open([create])
	await add(store, 'first')
	const copy = await mkdtemp(path.join(folder, 'copy-'))
	const backup = new DatabaseSync(database())
	const writing = Promise.all(Array.from({ length: 50 }, (__, at) => add(store, `word ${at}`)))
	backup.prepare('VACUUM INTO ?').run(path.join(copy, 'drydock.db'))
	backup.close()
	await writing
	const [first, ...rest] = await words(await open([create], copy))
	expect(first).toBe('first')
	expect(rest).toEqual(Array.from({ length: rest.length }, (__, at) => `word ${at}`))
})

test('a lock of another program is waited for, and the server goes on meanwhile', async () => {
	const store = await open([create])
	const locker = new DatabaseSync(database())
	locker.exec('BEGIN IMMEDIATE')
	let isDone = false
	const saved = add(store, 'patient').then(() => (isDone = true))
	// The waiting holds nobody up: many turns are taken before it is over.
	for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
	expect(isDone).toBe(false)
	locker.exec('COMMIT')
	locker.close()
	await saved
	expect(await words(store)).toEqual(['patient'])
})

test('a lock that stays is told after some seconds, and nothing is half saved', { timeout: 15_000 }, async () => {
	const store = await open([create])
	const locker = new DatabaseSync(database())
	locker.exec('BEGIN IMMEDIATE')
	const refused = await store
		.transaction<Tables, void>(async (trx) => {
			await trx.insertInto('word').values({ text: 'a' }).execute()
			await trx.insertInto('word').values({ text: 'b' }).execute()
		})
		.catch((error: unknown) => error)
	expect(refused).toBeInstanceOf(DrydockError)
	expect(refused).toMatchObject({ status: 503, code: 'store.busy' })
	locker.exec('ROLLBACK')
	locker.close()
	await add(store, 'after')
	expect(await words(store)).toEqual(['after'])
})
