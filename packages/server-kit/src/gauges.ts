/** Counts of what is open right now, for people who look for what holds a server up. */
export interface Gauges {
	/** One more of a kind; call the result when it ends. */
	open(name: string): () => void
	/** A count that somebody else keeps. */
	count(name: string, read: () => number): void
	read(): Record<string, number>
}

export function createGauges(): Gauges {
	const counts = new Map<string, number>([['streams', 0], ['sockets', 0]])
	const readers = new Map<string, () => number>()
	return {
		open(name) {
			counts.set(name, (counts.get(name) ?? 0) + 1)
			let isOpen = true
			return () => {
				if (isOpen) counts.set(name, (counts.get(name) ?? 1) - 1)
				isOpen = false
			}
		},
		count: (name, read) => void readers.set(name, read),
		read: () => Object.fromEntries([...counts, ...[...readers].map(([name, read]) => [name, read()] as const)]),
	}
}
