import type { EventOf, Sequenced } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import type { Receipt, watchTests } from '../contract.ts'
import type { Receipts } from './receipts.ts'
import { foldersOf, hashOf } from './tree.ts'

type Wire = Sequenced<EventOf<typeof watchTests>>
type State = Wire['data']

/** Between two looks: a build that writes all the time must not have the project read all the time. */
const restMs = 300
/** The task kind of runs. */
export const kind = 'tests'

/** Says of each folder which run is going on and whether its receipt still stands. */
export function createWatch({ kernel, receipts }: { kernel: Kernel; receipts: Receipts }) {
	const waiting = new Set<() => void>()

	/** Something changed that is no file: a run began or ended. */
	function tell(): void {
		for (const wake of waiting) wake()
	}

	async function running(folder: string): Promise<State['running']> {
		const tasks = await kernel.tasks.list({ kind, status: 'running' })
		const own = tasks.find(({ input }) => typeof input === 'object' && input !== null && 'folder' in input && input.folder === folder)
		return own ? { id: own.id, cmd: own.title } : null
	}

	async function* follow(cwd: string, { signal, resumeAfter }: { signal: AbortSignal; resumeAfter: number }): AsyncGenerator<Wire> {
		const { root, absolute: folder } = kernel.processes.locate(cwd)
		// The state is told anew after a break, under numbers that the reader has not seen.
		let seq = resumeAfter
		let last = ''
		let folders = foldersOf(await kernel.ledger.tree(root, signal))
		while (!signal.aborted) {
			const round = new AbortController()
			const over = AbortSignal.any([signal, round.signal])
			const changed = Promise.withResolvers<void>()
			waiting.add(changed.resolve)
			const files = kernel.workspace.watch(root, folders, over)[Symbol.asyncIterator]()
			try {
				// Ready: what changes from here on is told.
				await files.next()
				const receipt = (await receipts.last(folder)) ?? null
				const tree = await kernel.ledger.tree(root, signal)
				folders = foldersOf(tree)
				const now = hashOf(tree)
				const state: State = { running: await running(folder), receipt, fresh: receipt !== null && stands(receipt, now), tree: now }
				const told = JSON.stringify(state)
				if (told !== last) yield { seq: ++seq, type: 'state', data: state }
				last = told
				void files.next().then(() => changed.resolve(), () => changed.resolve())
				await changed.promise
			} finally {
				waiting.delete(changed.resolve)
				round.abort()
			}
			await rest(signal)
		}
	}

	function rest(signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const off = kernel.clock.after(restMs, resolve)
			signal.addEventListener('abort', () => (off(), resolve()), { once: true })
		})
	}

	return { tell, follow }
}

/** A receipt speaks of exactly the tree that its run saw from beginning to end. */
function stands({ tree, changed, stopped, timed_out }: Receipt, now: string): boolean {
	return tree === now && changed.length === 0 && !stopped && !timed_out
}
