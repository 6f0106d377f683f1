/** A record of what is not known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** A text that says something, not longer than that; else undefined. */
export function shortText(value: unknown, longest: number): string | undefined {
	return typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value : undefined
}
