import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { systemClock, type Clock } from '../clock.ts'
import { createLog } from '../log.ts'
import { openStore } from '../store/index.ts'
import { createTasks, taskMigrations, type LoggedEvent, type Tasks } from './index.ts'

/** A task engine on a store of its own, for tests; `restart` is a new process on the same data. */
export async function testTasks({ clock = systemClock, redact = (text: string) => text }: { clock?: Clock; redact?: (text: string) => string } = {}) {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), 'drydock-tasks-'))
	const log = createLog('silent', redact)
	const store = await openStore(dataDir)
	await store.migrate(taskMigrations)
	const open = () => createTasks({ store, clock, log, newId: randomUUID, redact })
	const opened: Tasks[] = []
	return {
		store,
		dataDir,
		open() {
			const tasks = open()
			opened.push(tasks)
			return tasks
		},
		async close() {
			for (const tasks of opened) await tasks.close()
			await store.close()
			await rm(dataDir, { recursive: true, force: true })
		},
	}
}

/** Everything a task logged so far or will log until it ends. */
export async function collect(tasks: Tasks, id: string, after = 0): Promise<LoggedEvent[]> {
	const events: LoggedEvent[] = []
	for await (const event of await tasks.watch(id, after, AbortSignal.timeout(20_000))) events.push(event)
	return events
}

/** Waits for the first event of a type. */
export async function waitFor(tasks: Tasks, id: string, type: string, where: (event: LoggedEvent) => boolean = () => true): Promise<LoggedEvent> {
	for await (const event of await tasks.watch(id, 0, AbortSignal.timeout(20_000))) if (event.type === type && where(event)) return event
	throw new Error(`${id} ended without ${type}`)
}
