import { DockLocation, Orientation, TabNode, TabSetNode, type Model, type Node, type RowNode } from 'flexlayout-react'
import { hardMinimum, type Grid, type Size } from './limits.ts'
import { isAcross, lengthOf } from './nodes.ts'
import type { LayoutRecord } from './record.ts'

/** The widest run of tab sets side by side and the tallest run of stacked ones; what is about to go away does not count. */
export function gridExtent(node: Node, leaving?: Node): Grid {
	if (node === leaving) return { columns: 0, rows: 0 }
	if (node.getType() !== 'row') return { columns: 1, rows: 1 }
	const parts = node.getChildren().map((child) => gridExtent(child, leaving))
	const sum = (key: keyof Grid) => parts.reduce((total, part) => total + part[key], 0)
	const most = (key: keyof Grid) => parts.reduce((total, part) => Math.max(total, part[key]), 0)
	return isAcross(node) ? { columns: sum('columns'), rows: most('rows') } : { columns: most('columns'), rows: sum('rows') }
}

export interface SplitLimits {
	grid: Grid
	least: Size
}

export function splitLimits({ layout }: LayoutRecord): SplitLimits {
	return { grid: layout.maxGrid, least: layout.minSize }
}

export interface Split {
	target: Node
	location: DockLocation
	/** What is moved there, when it stands in the layout already. */
	moved?: Node
}

export type SplitVerdict = 'ok' | 'too-small' | 'grid-full' | 'no-room'

/**
 * Judges a split before it is made (spec/1 §4): a full grid sends the tab to the center, a piece under the hard minimum is refused,
 * and where even evenly shared room would not give everyone the configured minimum, the tab belongs into the nearest tab set.
 */
export function judgeSplit(model: Model, { target, location, moved }: Split, { grid, least }: SplitLimits): SplitVerdict {
	if (location === DockLocation.CENTER) return 'ok'
	const isSideways = location.getOrientation() === Orientation.HORZ
	const { width, height } = target.getRect()
	const piece: Size = isSideways ? { width: width / 2, height } : { width, height: height / 2 }
	if (piece.width < hardMinimum.width || piece.height < hardMinimum.height) return 'too-small'
	const leaving = setThatEmpties(moved)
	const root = model.getRootRow()
	const extent = root ? gridExtent(root, leaving) : { columns: 1, rows: 1 }
	if (isSideways ? extent.columns + 1 > grid.columns : extent.rows + 1 > grid.rows) return 'grid-full'
	return hasRoom({ target, location, moved: leaving }, isSideways ? least.width : least.height) ? 'ok' : 'no-room'
}

/** The tab set that goes away when this is moved elsewhere. */
function setThatEmpties(moved: Node | undefined): Node | undefined {
	if (moved instanceof TabSetNode) return moved
	const set = moved instanceof TabNode ? moved.getParent() : undefined
	return set instanceof TabSetNode && set.getChildren().length === 1 ? set : undefined
}

function hasRoom({ target, location, moved }: Split, least: number): boolean {
	const isSideways = location.getOrientation() === Orientation.HORZ
	const row = target.getType() === 'row' ? target : target.getParent()
	const isBeside = row?.getType() === 'row' && isAcross(row) === isSideways
	const shared = isBeside ? row : target
	const { width, height } = shared.getRect()
	const total = isSideways ? width : height
	// What was not drawn yet has no size to judge by.
	return total === 0 || (leastCount(shared, isSideways, moved) + 1) * least <= total
}

/** How many minimum sizes stand side by side in a node, along an axis. */
export function leastCount(node: Node, isSideways: boolean, leaving?: Node): number {
	const extent = gridExtent(node, leaving)
	return isSideways ? extent.columns : extent.rows
}

/** New weights for siblings so that each has at least its minimum of `total` pixels; undefined when there is no room for that. */
export function rebalance(weights: readonly number[], total: number, least: readonly number[]): number[] | undefined {
	if (least.reduce((all, each) => all + each, 0) > total) return undefined
	const sum = weights.reduce((all, weight) => all + weight, 0)
	const parts = weights.map((weight, index) => ({ size: (weight / sum) * total, least: least[index] ?? 0 }))
	const missing = parts.reduce((all, part) => all + Math.max(part.least - part.size, 0), 0)
	const spare = parts.reduce((all, part) => all + Math.max(part.size - part.least, 0), 0)
	return parts.map((part) => ((part.size < part.least ? part.least : part.size - ((part.size - part.least) / (spare || 1)) * missing) / total) * 100)
}

/** Better weights for a row one of whose children is under its minimum; undefined when all is well, or nothing can be done. */
export function betterWeights(row: RowNode, weights: readonly number[], size: Size): number[] | undefined {
	const total = lengthOf(row)
	if (weights.length < 2 || total === 0) return undefined
	const each = isAcross(row) ? size.width : size.height
	const least = row.getChildren().map((child) => leastCount(child, isAcross(row)) * each)
	const sum = weights.reduce((all, weight) => all + weight, 0)
	if (weights.every((weight, index) => (weight / sum) * total >= (least[index] ?? 0) - 1)) return undefined
	return rebalance(weights, total, least)
}
