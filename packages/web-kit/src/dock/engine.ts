// Between our tree and the docking engine's model.
import { Model, type IGlobalAttributes, type IJsonRowNode } from 'flexlayout-react'
import { hardMinimum } from './limits.ts'
import { mendTree, type DockRow, type DockTree } from './tree.ts'

/** The engine's minimum leaves the strip out: 30 px of it, measured. */
const stripHeight = 30

/** Always ours, whatever a record says. What is not named is the engine's own default, which is the specified one: spec: tab maximum, spec: edge-dock indicators, spec: snap, spec: popout offset, spec: popout window */
const global: IGlobalAttributes = {
	tabEnableRename: true,
	tabEnablePopout: true,
	tabEnablePopoutIcon: true,
	tabEnableScrollbars: false,
	tabSetEnableClose: true,
	tabSetEnableCloseButton: true,
	tabSetMinWidth: hardMinimum.width,
	tabSetMinHeight: hardMinimum.height - stripHeight,
	borderSize: 200,
	borderEnableAutoHide: true,
}

export function modelOf(tree: DockTree): Model {
	return Model.fromJson({ global, layout: namedRow(tree.layout, '#row'), borders: tree.borders })
}

/** Rows with ids by their place: for one without, the engine asks for thirty random numbers, which shows in the time of a page load. */
function namedRow(row: DockRow, id: string): IJsonRowNode {
	return { ...row, id, children: row.children.map((child, index) => (child.type === 'row' ? namedRow(child, `${id}.${index}`) : child)) }
}

/** The tree to keep of a model whose tabs are all in the main window. */
export function treeOf(model: Model): DockTree | undefined {
	return mendTree(model.toJson())
}
