import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createRecords, recordMigrations } from '../records/index.ts'
import { openStore, type Store } from '../store/index.ts'
import { createRuleBook, type StoredRule } from './rule-book.ts'

let folder: string
let store: Store
const open = () => createRuleBook({ records: createRecords({ store, clock: systemClock, newId: randomUUID }), clock: systemClock, redact: (text) => text.replaceAll('hunter2', '[secret]') })
const rule = (text: string, more: Partial<StoredRule> = {}): StoredRule => ({ words: text.split(' '), kind: 'prefix', scope: 'me', ...more })

beforeEach(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'drydock-rules-'))
	store = await openStore(folder)
	await store.migrate(recordMigrations)
})
afterEach(async () => {
	await store.close()
	await rm(folder, { recursive: true })
})

test('rules are kept for the next server, once each, and hold where they were meant', async () => {
	const book = open()
	await book.add([rule('ls'), rule('git log', { scope: 'project', target: '/w/one' }), rule('npm test', { kind: 'exact', scope: 'run', target: 'task-1' })])
	await book.add([rule('ls')])
	const names = async (where: { root: string; task?: string }) => (await open().inForce(where)).map(({ words }) => words.join(' '))
	expect(await names({ root: '/w/one' })).toEqual(['ls', 'git log'])
	expect(await names({ root: '/w/two', task: 'task-1' })).toEqual(['ls', 'npm test'])
	// Without a run there is none whose rules could count.
	expect(await names({ root: '/w/two' })).toEqual(['ls'])
	const [first] = await book.list()
	await book.remove([first?.id ?? ''])
	expect(await names({ root: '/w/two' })).toEqual([])
})

test('there is a limit, and it says what to do', async () => {
	const book = open()
	await expect(book.add(Array.from({ length: 501 }, (_, n) => rule(`ls ${n}`)))).rejects.toMatchObject({ code: 'shell_policy.full', hint: /Remove/ })
	expect(await book.list()).toEqual([])
})

test('what was turned down is shown without secrets and with what hides made visible', () => {
	const book = open()
	book.noteReject('curl -u me:hunter2\u200b x', 'a reason')
	expect(book.rejects()).toMatchObject([{ cmd: 'curl -u me:[secret]\\u{200b} x', reason: 'a reason' }])
})
