// The usual ways to mend a stored value.

export function numberBetween(least: number, most: number) {
	return (stored: unknown, initial: number): number => {
		const value = typeof stored === 'string' && stored.trim() !== '' ? Number(stored) : stored
		return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : initial
	}
}

export function oneOf<const V extends readonly string[]>(...values: V) {
	return (stored: unknown, initial: V[number]): V[number] => values.find((value) => value === stored) ?? initial
}

export function flag(stored: unknown, initial: boolean): boolean {
	if (stored === 1 || stored === '1' || stored === 'true') return true
	if (stored === 0 || stored === '0' || stored === 'false') return false
	return typeof stored === 'boolean' ? stored : initial
}

export function textUpTo(longest: number) {
	return (stored: unknown, initial: string): string => (typeof stored === 'string' ? stored.slice(0, longest) : initial)
}

export function textsUpTo(most: number, longest = 500) {
	return (stored: unknown, initial: readonly string[]): readonly string[] =>
		Array.isArray(stored) ? [...new Set(stored.filter((item): item is string => typeof item === 'string' && item !== '' && item.length <= longest))].slice(0, most) : initial
}
