// @vitest-environment happy-dom
import { DockLocation, Model, Rect, type IJsonRowNode, type Node } from 'flexlayout-react'
import { expect, test } from 'vitest'
import { gridExtent, judgeSplit, rebalance } from './split-rules.ts'

const set = () => ({ type: 'tabset', children: [{ type: 'tab', component: 'files' }] })
const row = (...children: unknown[]) => ({ type: 'row', children }) as IJsonRowNode
const model = (layout: IJsonRowNode) => Model.fromJson({ global: {}, layout })

const limits = { grid: { columns: 4, rows: 4 }, least: { width: 200, height: 140 } }

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
	expect(judgeSplit(built, { target: node, location }, limits)).toBe(verdict)
})

test('a fifth column goes to the center, a second row does not', () => {
	const { built, node } = sized(row(set(), set(), set(), set()), 800, 800)
	expect(judgeSplit(built, { target: node, location: DockLocation.LEFT }, limits)).toBe('grid-full')
	expect(judgeSplit(built, { target: node, location: DockLocation.BOTTOM }, limits)).toBe('ok')
})

test.each([
	['side by side, with room for three minimum sizes', 720, 'ok'],
	['side by side, with room for two and a half', 600, 'no-room'],
])('a third tab set %s', (_, width, verdict) => {
	const { built, node } = sized(row(set(), set()), 480, 800)
	const parent = node.getParent()
	if (!parent) throw new Error('no row')
	Object.assign(parent, { getRect: () => new Rect(0, 0, width, 800) })
	expect(judgeSplit(built, { target: node, location: DockLocation.RIGHT }, { ...limits, least: { width: 240, height: 160 } })).toBe(verdict)
})

test('what is moved and leaves an empty tab set behind does not count twice', () => {
	const { built, node } = sized(row(set(), set(), set(), set()), 800, 800)
	const moved = built.getRootRow()?.getChildren()[3]?.getChildren()[0]
	expect(judgeSplit(built, { target: node, location: DockLocation.LEFT, moved }, limits)).toBe('ok')
})

test('siblings give room to the one that is too small, in proportion to what they can spare', () => {
	const weights = rebalance([10, 45, 45], 1000, [240, 240, 240])
	expect(weights?.map(Math.round)).toEqual([24, 38, 38])
	expect(weights?.reduce((a, b) => a + b)).toBeCloseTo(100)
})

test('without room for all there is no balance', () => {
	expect(rebalance([50, 50], 400, [240, 240])).toBeUndefined()
})
