import { expect, test } from 'vitest'
import { heights, mendRect, placed, resized, widths, zoneAt, type Position, type Rect } from './web/geometry.ts'

const rect: Rect = { x: 100, y: 100, width: 720, height: 520 }
const viewport = { width: 1440, height: 900 }

test.each<[Partial<Record<keyof Rect, unknown>>, number, number]>([
	// spec: super dock width, spec: super dock height
	[{}, 720, 520],
	[{ width: 559, height: 379 }, 720, 520],
	[{ width: 560, height: 380 }, 560, 380],
	[{ width: 1200, height: 900 }, 1200, 900],
	[{ width: 5000, height: 5000 }, 1200, 900],
	[{ width: '700', height: NaN }, 720, 520],
])('a stored size %j becomes %d by %d', (stored, width, height) => {
	expect(mendRect(stored)).toMatchObject({ width, height })
})

test.each<[Position, Rect]>([
	['left', { x: 0, y: 36, width: 720, height: 840 }],
	['right', { x: 720, y: 36, width: 720, height: 840 }],
	['top', { x: 120, y: 36, width: 1200, height: 520 }],
	['bottom', { x: 120, y: 356, width: 1200, height: 520 }],
	['all', rect],
])('at %s it stands along that side', (position, expected) => {
	expect(placed(rect, position, viewport)).toEqual(expected)
})

test.each([{ x: -5000, y: -5000 }, { x: 5000, y: 5000 }, { x: 0, y: 899 }])('thrown to %j it stays within reach', (at) => {
	for (const size of [viewport, { width: 400, height: 300 }]) {
		const { x, y, width } = placed({ ...rect, ...at }, 'all', size)
		expect(x + width).toBeGreaterThanOrEqual(120)
		expect(x).toBeLessThanOrEqual(size.width - 120)
		expect(y).toBeGreaterThanOrEqual(0)
		expect(y).toBeLessThanOrEqual(size.height - 40)
	}
})

test('pulling an edge moves that edge alone, within the limits', () => {
	expect(resized(rect, { x: 1, y: 1 }, { x: 30, y: -20 })).toEqual({ x: 100, y: 100, width: 750, height: 500 })
	expect(resized(rect, { x: -1, y: 0 }, { x: 50, y: 50 })).toEqual({ x: 150, y: 100, width: 670, height: 520 })
	expect(resized(rect, { x: -1, y: -1 }, { x: 5000, y: 5000 })).toEqual({ x: 260, y: 240, width: widths.least, height: heights.least })
	expect(resized(rect, { x: 1, y: 1 }, { x: 5000, y: 5000 })).toMatchObject({ width: widths.most, height: heights.most })
})

test.each<[number, number, Position]>([
	// spec: super dock edge band
	[460, 360, 'all'],
	[100 + 720 * 0.21, 360, 'all'],
	[100 + 720 * 0.19, 360, 'left'],
	[100 + 720 * 0.81, 360, 'right'],
	[460, 100 + 520 * 0.19, 'top'],
	[460, 100 + 520 * 0.81, 'bottom'],
	[105, 130, 'left'],
])('a drop at %d, %d is in the zone %s', (x, y, zone) => {
	expect(zoneAt({ x, y }, rect)).toBe(zone)
})
