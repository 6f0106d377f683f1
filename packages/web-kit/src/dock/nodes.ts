// Walking the engine's tree.
import { BorderNode, Model, Orientation, RowNode, TabNode, TabSetNode, type Node } from 'flexlayout-react'

function nodesOf(model: Model): Node[] {
	const nodes: Node[] = []
	model.visitNodes((node) => void nodes.push(node))
	return nodes
}

export function rowsOf(model: Model): RowNode[] {
	return nodesOf(model).filter((node) => node instanceof RowNode)
}

export function tabsOf(model: Model): TabNode[] {
	return nodesOf(model).filter((node) => node instanceof TabNode)
}

export function bordersOf(model: Model): BorderNode[] {
	return nodesOf(model).filter((node) => node instanceof BorderNode)
}

/** The tab sets of one window; the main one unless named. */
export function tabSetsOf(model: Model, layoutId: string = Model.MAIN_LAYOUT_ID): TabSetNode[] {
	const sets: TabSetNode[] = []
	model.visitLayoutNodes(layoutId, (node) => void (node instanceof TabSetNode && sets.push(node)))
	return sets
}

/** What a tab stands in: a tab set, or a border. */
export function holderOf(tab: Node | undefined): TabSetNode | BorderNode | undefined {
	const parent = tab?.getParent()
	return parent instanceof TabSetNode || parent instanceof BorderNode ? parent : undefined
}

export function isInMain(node: Node): boolean {
	return node instanceof BorderNode || ((node instanceof TabNode || node instanceof TabSetNode) && node.getLayoutId() === Model.MAIN_LAYOUT_ID)
}

export function isAcross(node: Node): boolean {
	return node.getOrientation() === Orientation.HORZ
}

/** The pixels that a row divides among its children. */
export function lengthOf(row: RowNode): number {
	const { width, height } = row.getRect()
	return isAcross(row) ? width : height
}

export function weightOf(node: Node): number {
	return node instanceof RowNode || node instanceof TabSetNode ? node.getWeight() : 0
}

/** The part of its row that a node takes, from 0 to 1. */
export function shareOf(node: Node): number {
	const siblings = node.getParent()?.getChildren() ?? []
	return weightOf(node) / (siblings.reduce((sum, each) => sum + weightOf(each), 0) || 1)
}

/** The weights of a row in which one child takes this share and the others keep their proportions. */
export function weightsWith(row: RowNode, child: Node, share: number): number[] {
	const rest = row.getChildren().reduce((sum, each) => sum + (each === child ? 0 : weightOf(each)), 0) || 1
	return row.getChildren().map((each) => (each === child ? share * 100 : (weightOf(each) / rest) * (1 - share) * 100))
}
