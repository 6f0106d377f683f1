import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { collect, testTasks } from '@drydock/server-kit/tasks/testing.ts'
import { group } from '../lib/measure.ts'

const events = 4_000
const data = { text: 'A sentence of about the length that a model says between two calls of its tools, some eighty to two hundred characters.', step: 3 }

/** The event log beside one table of the same database engine with the same settings. */
export const log = group({
	name: 'events',
	figures: {
		append: { title: `Appending ${events} events, one by one`, unit: 'ms' },
		replay: { title: `Replaying ${events} events as JSON`, unit: 'ms' },
	},
	warmUp: true,
	measure: (side, work) => (side === 'product' ? measureLog() : measureTable(work.scratch)),
})

async function measureLog() {
	const engine = await testTasks()
	const tasks = engine.open()
	let append = Number.NaN
	const { id } = await tasks.run('bench', async (run) => {
		append = await timed(async () => {
			for (let index = 0; index < events; index++) await run.append('message.delta', data)
		})
	})
	await tasks.finished(id, AbortSignal.timeout(60_000))
	const replay = await timed(async () => {
		const bytes = (await collect(tasks, id)).reduce((sum, event) => sum + (event.json ?? '').length, 0)
		if (bytes < events * 100) throw new Error('Events are missing')
	})
	await engine.close()
	return { append, replay }
}

async function measureTable(scratch: string) {
	const folder = await mkdtemp(path.join(scratch, 'sqlite-'))
	const db = new DatabaseSync(path.join(folder, 'bare.db'))
	db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE event (task TEXT, seq INTEGER, ts INTEGER, type TEXT, data TEXT, PRIMARY KEY (task, seq))')
	const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?)')
	const append = await timed(() => {
		for (let seq = 1; seq <= events; seq++) insert.run('one', seq, Date.now(), 'message.delta', JSON.stringify(data))
	})
	const replay = await timed(() => {
		const rows = db.prepare('SELECT seq, ts, type, data FROM event WHERE task = ? ORDER BY seq').all('one')
		if (rows.length !== events) throw new Error('Events are missing')
	})
	db.close()
	await rm(folder, { recursive: true })
	return { append, replay }
}

async function timed(work: () => unknown): Promise<number> {
	const begun = performance.now()
	await work()
	return performance.now() - begun
}
