import { isTaken, type Taken } from './taken.ts'

// Files that were dropped where no pane took them wait here for the Files pane, which may only be opening.
let waiting: Taken | undefined
const listeners = new Set<() => void>()

export function handOver(input: object): void {
	waiting = isTaken(input) ? input : undefined
	for (const listener of listeners) listener()
}

/** Hears of files at once, and of those that came before. */
export function onHandedOver(take: (taken: Taken) => void): () => void {
	const listener = () => {
		const taken = waiting
		waiting = undefined
		if (taken) take(taken)
	}
	listeners.add(listener)
	listener()
	return () => void listeners.delete(listener)
}
