import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createRecords, recordMigrations } from '../records/index.ts'
import { createSettings, settingsMigrations } from '../settings/index.ts'
import { openStore, type Store } from '../store/index.ts'
import { createRuleBook, type StoredRule } from './rule-book.ts'

let folder: string
let store: Store
const secrets = ['hunter2']
const redact = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
const open = () => createRuleBook({ records: createRecords({ store, clock: systemClock, newId: randomUUID }), settings: createSettings(store), clock: systemClock, redact })
const rule = (text: string, more: Partial<StoredRule> = {}): StoredRule => ({ words: text.split(' '), kind: 'prefix', scope: 'me', ...more })

beforeEach(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'drydock-rules-'))
	store = await openStore(folder)
	await store.migrate([...recordMigrations, ...settingsMigrations])
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

test('what was turned down is shown without secrets and with what hides made visible', async () => {
	const book = open()
	await book.noteReject('curl -u me:hunter2\u200b x', 'a reason with hunter2')
	expect(await book.rejects()).toMatchObject([{ cmd: 'curl -u me:[secret]\\u{200b} x', reason: 'a reason with [secret]' }])
})

test('the last ten that were turned down are known to the next server, each once and none too long', async () => {
	const book = open()
	await Promise.all(Array.from({ length: 12 }, (_, at) => book.noteReject(`rm ${at}`, 'a reason')))
	await book.noteReject('rm 5', 'a reason')
	const cmds = async (from: typeof book) => (await from.rejects()).map(({ cmd }) => cmd)
	const expected = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((at) => `rm ${at}`)
	expect(await cmds(book)).toEqual(expected)
	const next = open()
	expect(await cmds(next)).toEqual(expected)
	await next.noteReject(`echo ${'x'.repeat(20_000)} token-1`, 'a reason')
	await next.noteReject('echo token-2', 'a reason')
	const [newest, long, third] = await open().rejects()
	expect([newest?.cmd, long?.cmd.length, third?.cmd]).toEqual(['echo token-2', 2000, 'rm 5'])
	secrets.push('token-2')
	expect(await cmds(open())).toContain('echo [secret]')
	secrets.pop()
})

test('a list that cannot be read is an empty one', async () => {
	await createSettings(store).set('shell.rejects', [{ cmd: 7 }, 'x', { cmd: 'ls', at: 1, reason: 'r' }])
	expect(await open().rejects()).toEqual([{ cmd: 'ls', at: 1, reason: 'r' }])
})
