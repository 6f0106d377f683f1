import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { openStore } from '../store/index.ts'
import { openFiles, workspaceMigrations, type Author, type WorkspaceParts } from './index.ts'

export const you: Author = { kind: 'user', label: 'You' }
export const agent: Author = { kind: 'agent', label: 'Maestro', task: 'task-1', call: 'call-1' }
export const takingBack: Author = { kind: 'restore', label: 'You', task: 'task-1' }

/** A workspace on temporary folders: `root` is the project, `outside` lies beside it. */
export async function testFiles(files: Record<string, string> = {}, more: Partial<WorkspaceParts> = {}) {
	const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'drydock-files-')))
	const [root, data] = [path.join(folder, 'root'), path.join(folder, 'data')]
	await mkdir(root)
	await mkdir(path.join(data, 'sandbox'), { recursive: true })
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(root, name)), { recursive: true })
		await writeFile(path.join(root, name), text)
	}
	const store = await openStore(data)
	await store.migrate(workspaceMigrations)
	const log = createLog('silent', (text) => text)
	const parts: WorkspaceParts = { store, clock: systemClock, log, newId: randomUUID, dataDir: data, configDir: path.join(folder, 'config'), roots: [root], ...more }
	const opened = openFiles(parts)
	return {
		...opened,
		parts,
		folder,
		root,
		data,
		async [Symbol.asyncDispose]() {
			opened.close()
			await store.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
