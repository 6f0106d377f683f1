import type { Processes, Ran } from '../process/index.ts'
import type { Author, Effect, Effects } from '../workspace/index.ts'

export interface ShadowRequest {
	cwd: string
	/** Exactly these words, or a line for a shell. */
	argv?: readonly string[]
	line?: string
	runner?: Parameters<Processes['run']>[0]['runner']
	/** What `judge` allowed. */
	command?: Parameters<Processes['run']>[0]['command']
	/** Shown to people. */
	title: string
	author: Author
	/** The same id means the same run. */
	id?: string
	/** Kept with the changes. */
	report?(ran: Ran): string
	timeoutMs?: number
	maxOutputBytes?: number
	signal?: AbortSignal
	onOutput?: Parameters<Processes['run']>[0]['onOutput']
}

/** Commands on a copy of the project: what they would change is shown first, and merged or thrown away after. */
export interface ShadowRuns extends Omit<Effects, 'keep' | 'hashes'> {
	/** Whether this machine can. */
	capability(): Promise<{ shadow: boolean; reason?: string }>
	/** Runs without network on a copy; the project is as it was, whatever the command did. */
	run(request: ShadowRequest): Promise<{ ran: Ran; effect: Effect }>
}

interface Parts {
	processes: Processes
	effects: Effects
	newId(): string
	now(): number
}

export function createShadowRuns({ processes, effects, newId, now }: Parts): ShadowRuns {
	const { find, get, list, files, merge, discard } = effects
	return {
		find,
		get,
		list,
		files,
		merge,
		discard,
		capability: processes.shadowCapability,
		async run({ cwd, title, author, id = newId(), report, ...request }) {
			const startedAt = now()
			const { root } = processes.locate(cwd)
			const { ran, taken } = await processes.shadow({ cwd, ...request }, (entries, done) => effects.keep({ id, root, title, author, startedAt, report: report?.(done) }, entries))
			return { ran, effect: taken }
		},
	}
}
