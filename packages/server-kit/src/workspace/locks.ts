/** One writer at a time for each key, in the order of asking. */
export function createLocks() {
	const tails = new Map<string, Promise<unknown>>()

	async function one<T>(key: string, work: () => Promise<T>): Promise<T> {
		const before = tails.get(key) ?? Promise.resolve()
		const mine = before.then(work, work)
		const tail = mine.catch(() => undefined)
		tails.set(key, tail)
		try {
			return await mine
		} finally {
			if (tails.get(key) === tail) tails.delete(key)
		}
	}

	/** Several keys are taken in sorted order, so that two writers never wait for each other. */
	return function locked<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
		const sorted = [...new Set(keys)].sort()
		return sorted.reduceRight<() => Promise<T>>((next, key) => () => one(key, next), work)()
	}
}

export type Locked = ReturnType<typeof createLocks>
