import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DrydockError } from '@drydock/contract'

/** Takes the data folder for this process. The operating system lets go of it even on `kill -9`, so there are no stale locks. */
export function lockFolder(dataDir: string): () => void {
	const db = new DatabaseSync(path.join(dataDir, 'server.lock'), { timeout: 0 })
	try {
		db.exec('BEGIN EXCLUSIVE')
	} catch (cause) {
		db.close()
		throw new DrydockError(409, 'data.in_use', `Another Drydock is running on the data folder ${dataDir}`, { cause, hint: 'Stop it first, or choose another folder with --data.' })
	}
	return () => db.close()
}
