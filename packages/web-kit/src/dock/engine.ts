// Between our tree and the docking engine's model.
import { Model, type IGlobalAttributes } from 'flexlayout-react'
import { hardMinimum } from './limits.ts'
import { mendTree, type DockTree } from './tree.ts'

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
	return Model.fromJson({ global, layout: tree.layout, borders: tree.borders })
}

/** The tree to keep of a model whose tabs are all in the main window. */
export function treeOf(model: Model): DockTree | undefined {
	return mendTree(model.toJson())
}
