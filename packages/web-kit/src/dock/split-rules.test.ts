// @vitest-environment happy-dom
import { DockLocation, Model, Rect, type IJsonRowNode, type Node } from 'flexlayout-react'
import { expect, test } from 'vitest'
import { gridExtent, judgeSplit, rebalance } from './split-rules.ts'

const set = () => ({ type: 'tabset', children: [{ type: 'tab', component: 'files' }] })
const row = (...children: unknown[]) => ({ type: 'row', children }) as IJsonRowNode
const model = (layout: IJsonRowNode) => Model.fromJson({ global: {}, layout })

function sized(layout: IJsonRowNode, width: number, height: number) {
	const built = model(layout)
	const target = built.getFirstTabSet()
	if (!target) throw new Error('no tab set')
	const node: Node = Object.assign(target, { getRect: () => new Rect(0, 0, width, height) })
	return { built, node }
}

const root = (layout: IJsonRowNode) => {
	const found = model(layout).getRootRow()
	if (!found) throw new Error('no root')
	return found
}

test.each([
	['one', row(set()), 1, 1],
	['three side by side', row(set(), set(), set()), 3, 1],
	['two beside a stack of two', row(set(), row(set(), set())), 2, 2],
	['a stack whose upper half is divided', row(set(), row(row(set(), set()), set())), 3, 2],
])('the grid of %s is counted', (_, layout, columns, rows) => {
	expect(gridExtent(root(layout))).toEqual({ columns, rows })
})

test.each([
	['wide enough', 400, 140, DockLocation.LEFT, 'ok'],
	['one pixel too narrow', 398, 300, DockLocation.RIGHT, 'too-small'],
	['too low to divide', 800, 278, DockLocation.BOTTOM, 'too-small'],
	['high enough to divide', 800, 280, DockLocation.TOP, 'ok'],
	['too low already', 900, 100, DockLocation.LEFT, 'too-small'],
	['in the center', 10, 10, DockLocation.CENTER, 'ok'],
])('a split of a tab set %s', (_, width, height, location, verdict) => {
	const { built, node } = sized(row(set()), width, height)
	expect(judgeSplit(built, node, location, { columns: 4, rows: 4 })).toBe(verdict)
})

test('a fifth column goes to the center, a second row does not', () => {
	const { built, node } = sized(row(set(), set(), set(), set()), 800, 800)
	expect(judgeSplit(built, node, DockLocation.LEFT, { columns: 4, rows: 4 })).toBe('grid-full')
	expect(judgeSplit(built, node, DockLocation.BOTTOM, { columns: 4, rows: 4 })).toBe('ok')
})

test('siblings give room to the one that is too small, in proportion to what they can spare', () => {
	const weights = rebalance([10, 45, 45], 1000, 240)
	expect(weights?.map(Math.round)).toEqual([24, 38, 38])
	expect(weights?.reduce((a, b) => a + b)).toBeCloseTo(100)
})

test('without room for all there is no balance', () => {
	expect(rebalance([50, 50], 400, 240)).toBeUndefined()
})
