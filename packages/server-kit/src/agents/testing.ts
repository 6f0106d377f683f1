import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { systemClock, type Clock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createMemory } from '../memory/index.ts'
import { createModels } from '../models/index.ts'
import { createProcesses } from '../process/index.ts'
import { createRuleBook } from '../process/rule-book.ts'
import { createRecords, recordMigrations } from '../records/index.ts'
import { createSettings, settingsMigrations } from '../settings/index.ts'
import { createShadowRuns } from '../shadow/index.ts'
import { openStore } from '../store/index.ts'
import { createTasks, taskMigrations } from '../tasks/index.ts'
import { openFiles, workspaceMigrations } from '../workspace/index.ts'
import { defineAgent } from './index.ts'

export interface AgentsOptions {
	/** Of the model server, without `/v1`. */
	modelUrl: string
	clock?: Clock
	/** Same one again: a new process on the data of the one before. */
	folder?: string
	files?: Record<string, string>
}

/** Everything an agent needs, with real parts, in a folder of its own. `stop` is a clean end, `close` also removes the folder. */
export async function testAgents({ modelUrl, clock = systemClock, folder: known, files = {} }: AgentsOptions) {
	const folder = known ?? (await realpath(await mkdtemp(path.join(os.tmpdir(), 'drydock-agents-'))))
	const [root, dataDir, configDir] = ['project', 'data', 'config'].map((name) => path.join(folder, name)) as [string, string, string]
	for (const each of [root, path.join(dataDir, 'sandbox'), configDir]) await mkdir(each, { recursive: true })
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(root, name)), { recursive: true })
		await writeFile(path.join(root, name), text)
	}
	const log = createLog('error', (text) => text)
	const store = await openStore(dataDir)
	await store.migrate([...settingsMigrations, ...taskMigrations, ...workspaceMigrations, ...recordMigrations])
	const settings = createSettings(store)
	const secrets = new Map<string, string>()
	const vault = {
		get: async (name: string) => secrets.get(name),
		set: async (name: string, value: string) => void secrets.set(name, value),
		delete: async (name: string) => void secrets.delete(name),
		list: async () => [],
	}
	const tasks = createTasks({ store, clock, log, newId: randomUUID, redact: (text) => text })
	const { workspace, ledger, effects, close: closeFiles } = openFiles({ store, clock, log, newId: randomUUID, dataDir, configDir, roots: [root] })
	const rules = createRuleBook({ records: createRecords({ store, clock, newId: randomUUID }), settings, clock, redact: (text) => text })
	const processes = createProcesses({ locate: (cwd) => workspace.resolve(cwd), hidden: [dataDir, configDir], rules, shadowDir: path.join(dataDir, 'shadow', 'open') })
	const shadow = createShadowRuns({ processes, effects, newId: randomUUID, now: clock.now })
	const models = createModels({ settings, vault, first: { name: 'compatible', url: `${modelUrl}/v1`, key: 'key-for-tests', model: 'scripted' }, firstWaitMs: 5 })
	const memory = createMemory({ workspace, settings, dataDir })
	const kernel = { workspace, ledger, processes, shadow, models, memory, clock, log, tasks }
	const agent = defineAgent(kernel, 'maestro')
	await ledger.recover()
	async function stop() {
		await tasks.close()
		closeFiles()
		await store.close()
	}
	return {
		...kernel,
		kernel,
		agent,
		store,
		folder,
		root,
		stop,
		async close() {
			await stop()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
