import { DrydockError } from '@drydock/contract'
import { serve, type Kernel } from '@drydock/server-kit'
import type { Entry, TakenBack } from '@drydock/server-kit/workspace/index.ts'
import * as contract from '../contract.ts'

// A list of names, not the record: the review shows every file.
const namesShown = 100
// What an agent is told of one rejected hunk; it can read the file for more.
const toldLines = 40

export default serve(contract, (kernel) => ({
	changes: async ({ task }) => ({ files: await kernel.ledger.changes({ task }) }),
	async takeBack({ task, entry, files, hunks }) {
		const back = await kernel.ledger.takeBack({ task, entry, files, hunks }, { kind: 'restore', label: 'You', task })
		if (task !== undefined && back.restored.length > 0) await tellAgent(kernel, task, back)
		return { entry: back.entry ?? null, restored: back.restored, conflicts: back.conflicts }
	},
	async accept({ task, files, hunks }) {
		await kernel.ledger.accept({ task, files, hunks })
		return { ok: true }
	},
	history: async ({ task, limit }) => ({ entries: (await kernel.ledger.entries({ task, limit })).map(shown) }),
}))

function shown({ id, at, author, changes, note, undoes }: Entry) {
	const { label, kind, task, call } = author
	return { id, at, by: label, kind, task, call, paths: changes.slice(0, namesShown).map(({ path }) => path), files: changes.length, note, undoes }
}

/** A live agent learns what was rejected before its next step, or it would build on lines that are gone. */
async function tellAgent({ tasks, log }: Kernel, task: string, { restored, hunks }: TakenBack): Promise<void> {
	const parts = restored.map((path) => {
		const own = hunks.filter((hunk) => hunk.path === path).flatMap(({ hunk }) => hunk.lines.filter((line) => !line.startsWith(' ')))
		const lines = own.slice(0, toldLines).map((line) => line.trimEnd())
		return [`${path}:`, ...lines, ...(own.length > toldLines ? [`(${own.length - toldLines} more lines)`] : [])].join('\n')
	})
	const text = `The user rejected these changes of yours; they are undone on disk. Read the files again before you edit them, and do not make the same changes again.\n\n${parts.join('\n\n')}`
	try {
		await tasks.append(task, 'user.message', { text, by: 'review' })
	} catch (error) {
		if (!(error instanceof DrydockError)) throw error
		// The run is over, or the record is of a task that is no longer kept: nobody is left to tell.
		log.debug('A review was not told to its agent', { task, reason: error.message })
	}
}
