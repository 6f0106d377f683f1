import { DockLocation, Orientation, type Model, type Node } from 'flexlayout-react'
import { hardMinimum, type Grid, type Size } from './limits.ts'

/** The widest run of tab sets side by side and the tallest run of stacked ones. */
export function gridExtent(node: Node): Grid {
	if (node.getType() !== 'row') return { columns: 1, rows: 1 }
	const parts = node.getChildren().map(gridExtent)
	const isAcross = node.getOrientation() === Orientation.HORZ
	const sum = (key: keyof Grid) => parts.reduce((total, part) => total + part[key], 0)
	const most = (key: keyof Grid) => parts.reduce((total, part) => Math.max(total, part[key]), 0)
	return isAcross ? { columns: sum('columns'), rows: most('rows') } : { columns: most('columns'), rows: sum('rows') }
}

export type SplitVerdict = 'ok' | 'too-small' | 'grid-full'

/** Judges a split before it is made (spec/1 §4): a full grid sends the tab to the center, a piece under the hard minimum is refused. */
export function judgeSplit(model: Model, target: Node, location: DockLocation, limit: Grid): SplitVerdict {
	if (location === DockLocation.CENTER) return 'ok'
	const isAcross = location.getOrientation() === Orientation.HORZ
	const { width, height } = target.getRect()
	const piece: Size = isAcross ? { width: width / 2, height } : { width, height: height / 2 }
	if (piece.width < hardMinimum.width || piece.height < hardMinimum.height) return 'too-small'
	const root = model.getRootRow()
	const extent = root ? gridExtent(root) : { columns: 1, rows: 1 }
	const isFull = isAcross ? extent.columns + 1 > limit.columns : extent.rows + 1 > limit.rows
	return isFull ? 'grid-full' : 'ok'
}

/** New weights for siblings so that each has at least `least` pixels of `total`; undefined when there is no room for that. */
export function rebalance(weights: readonly number[], total: number, least: number): number[] | undefined {
	if (weights.length * least > total) return undefined
	const sum = weights.reduce((all, weight) => all + weight, 0)
	const sizes = weights.map((weight) => (weight / sum) * total)
	const missing = sizes.reduce((all, size) => all + Math.max(least - size, 0), 0)
	const spare = sizes.reduce((all, size) => all + Math.max(size - least, 0), 0)
	return sizes.map((size) => ((size < least ? least : size - ((size - least) / (spare || 1)) * missing) / total) * 100)
}
