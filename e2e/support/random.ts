/** The same numbers for the same seed (mulberry32), so that a failure can be repeated. */
export function randomFrom(seed: number) {
	let state = seed
	const next = () => {
		state = (state + 0x6d2b79f5) | 0
		let t = Math.imul(state ^ (state >>> 15), 1 | state)
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
	}
	return {
		next,
		below: (count: number) => Math.floor(next() * count),
		of<T>(list: readonly T[]): T {
			const found = list[Math.floor(next() * list.length)]
			if (found === undefined) throw new Error('Nothing to choose from')
			return found
		},
	}
}
