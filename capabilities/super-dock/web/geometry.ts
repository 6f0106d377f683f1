// Where a panel stands. Sizes and steps: spec/3 §5 and §9.

export interface Rect {
	x: number
	y: number
	width: number
	height: number
}
export interface Viewport {
	width: number
	height: number
}

export const positions = ['all', 'top', 'left', 'right', 'bottom'] as const
/** The side of the window that a panel keeps to; `all` floats freely. */
export type Position = (typeof positions)[number]

/** spec: super dock width */
export const widths = { least: 560, most: 1200, initial: 720 }
/** spec: super dock height */
export const heights = { least: 380, most: 900, initial: 520 }
/** spec: super dock step */
export const moveStep = 10
export const bigMoveStep = 50
/** spec: super dock edge band */
const edgeBand = 0.2
/** Header and footer stay free when a panel keeps to a side. */
const edges = { top: 36, bottom: 24 }
/** So much of a panel stays within reach. */
const leastSeen = 120
const headerHeight = 40

const between = (value: number, least: number, most: number) => Math.round(Math.min(Math.max(value, least), most))
const isFine = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** A stored size that is too small starts over; one that is too large is cut (spec/3 §5). */
export function mendRect(stored: Partial<Record<keyof Rect, unknown>>): Rect {
	const { x, y, width, height } = stored
	return {
		x: isFine(x) ? x : 120,
		y: isFine(y) ? y : 96,
		width: isFine(width) && width >= widths.least ? between(width, widths.least, widths.most) : widths.initial,
		height: isFine(height) && height >= heights.least ? between(height, heights.least, heights.most) : heights.initial,
	}
}

/** Where a panel is drawn: within reach, or along its side. */
export function placed({ x, y, width, height }: Rect, position: Position, viewport: Viewport): Rect {
	const free = { width: viewport.width, height: viewport.height - edges.top - edges.bottom }
	const long = { width: between(free.width, widths.least, widths.most), height: between(free.height, heights.least, heights.most) }
	const middle = Math.round((viewport.width - long.width) / 2)
	switch (position) {
		case 'left':
			return { x: 0, y: edges.top, width, height: long.height }
		case 'right':
			return { x: Math.max(viewport.width - width, 0), y: edges.top, width, height: long.height }
		case 'top':
			return { x: middle, y: edges.top, width: long.width, height }
		case 'bottom':
			return { x: middle, y: Math.max(viewport.height - edges.bottom - height, 0), width: long.width, height }
		case 'all':
			return { x: between(x, leastSeen - width, viewport.width - leastSeen), y: between(y, 0, viewport.height - headerHeight), width, height }
		default:
			return position satisfies never
	}
}

/** The sides that a handle pulls: -1 the left or upper one, 1 the right or lower one. */
export interface Pull {
	x: -1 | 0 | 1
	y: -1 | 0 | 1
}

/** The panel after one of its edges or corners was pulled; the opposite edge stays where it is. */
export function resized(rect: Rect, pull: Pull, by: { x: number; y: number }): Rect {
	const width = between(rect.width + pull.x * by.x, widths.least, widths.most)
	const height = between(rect.height + pull.y * by.y, heights.least, heights.most)
	return { x: pull.x < 0 ? rect.x + rect.width - width : rect.x, y: pull.y < 0 ? rect.y + rect.height - height : rect.y, width, height }
}

/** The zone of a panel that a point lies in: a band along each edge, and the middle. */
export function zoneAt(point: { x: number; y: number }, rect: Rect): Position {
	const x = (point.x - rect.x) / rect.width
	const y = (point.y - rect.y) / rect.height
	const nearest = ([['left', x], ['right', 1 - x], ['top', y], ['bottom', 1 - y]] as const).toSorted(([, a], [, b]) => a - b)[0]
	return nearest && nearest[1] < edgeBand ? nearest[0] : 'all'
}
