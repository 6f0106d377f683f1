/** Numbers that a seed repeats (mulberry32), so that a failure can be looked at again. */
export function randomFrom(seed: number) {
	let state = seed >>> 0
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
	const below = (limit: number) => Math.floor(next() * limit)
	return { below, pick: (items: readonly string[]): string => items[below(items.length)] ?? '' }
}

export type Random = ReturnType<typeof randomFrom>
