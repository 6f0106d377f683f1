// spec/1 §5 and §9.

export interface Size {
	width: number
	height: number
}
export interface Grid {
	columns: number
	rows: number
}
export interface Regions {
	left: number
	right: number
	bottom: number
}

/** A tab set smaller than this is refused, whatever is configured. spec: hard minimum tab set */
export const hardMinimum: Size = { width: 200, height: 140 }

export interface Range {
	least: number
	most: number
	initial: number
}

export const ranges = {
	/** spec: tab set minimum width */
	minWidth: { least: 200, most: 1000, initial: 240 },
	/** spec: tab set minimum height */
	minHeight: { least: 140, most: 1000, initial: 160 },
	/** spec: grid columns and rows */
	columns: { least: 1, most: 8, initial: 4 },
	rows: { least: 1, most: 8, initial: 4 },
	/** spec: default left width */
	left: { least: 160, most: 800, initial: 280 },
	/** spec: default right width */
	right: { least: 160, most: 800, initial: 360 },
	/** spec: default bottom height */
	bottom: { least: 120, most: 800, initial: 240 },
} as const satisfies Record<string, Range>

/** A whole number within a range; anything that is no number becomes the initial value. */
export function within(range: Range, value: unknown): number {
	return typeof value === 'number' && Number.isFinite(value) ? Math.round(Math.min(Math.max(value, range.least), range.most)) : range.initial
}
