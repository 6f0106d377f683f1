import { DrydockError } from '@drydock/contract'

/** SQLite's result codes; the low byte is the kind (sqlite.org/rescode.html). */
const kinds = { busy: 5, locked: 6, diskError: 10, full: 13 }

function kindOf(error: unknown): number | undefined {
	return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

/** Whether another program holds the database at this moment. */
export function isBusy(error: unknown): boolean {
	return kindOf(error) === kinds.busy || kindOf(error) === kinds.locked
}

/** What a person is told when the database cannot do what was asked; other errors stay as they are. */
export function storeFault(cause: unknown): unknown {
	if (isBusy(cause)) return new DrydockError(503, 'store.busy', 'Another program holds the database of the data folder', { cause, hint: 'Try again in a moment; nothing was changed.' })
	if (kindOf(cause) === kinds.full) return new DrydockError(507, 'store.full', 'The disk with the data folder is full: nothing was saved', { cause, hint: 'Free some space, then try again.' })
	if (kindOf(cause) === kinds.diskError) return new DrydockError(500, 'store.disk_error', 'The disk reported an error for the database: nothing was saved', { cause, hint: 'Check the disk with the data folder.' })
	return cause
}
