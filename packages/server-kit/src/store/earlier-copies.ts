import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'

/** Enough to go back over a few updates. */
const mostCopies = 3
const prefix = 'drydock-before-update-'

/** Keeps the database as it is before an update changes it: the way back when an older version has to be started again. */
export async function keepEarlierCopy(dataDir: string, copyTo: (file: string) => void): Promise<void> {
	const name = `${prefix}${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`
	try {
		copyTo(path.join(dataDir, name))
	} catch (cause) {
		await rm(path.join(dataDir, name), { force: true })
		throw new DrydockError(507, 'store.no_copy', 'The database could not be copied before its update, so nothing was changed', { cause, hint: `Make room in ${dataDir}, then start again.` })
	}
	const copies = (await readdir(dataDir)).filter((entry) => entry.startsWith(prefix)).toSorted()
	for (const old of copies.slice(0, -mostCopies)) await rm(path.join(dataDir, old), { force: true })
}
