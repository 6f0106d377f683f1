// Between our tree and the docking engine's model.
import { Model, type IGlobalAttributes, type IJsonTabSetNode, type IJsonRowNode } from 'flexlayout-react'
import { hardMinimum } from './limits.ts'
import { isRecord, mendTree, type DockTree } from './tree.ts'

/** The engine's minimum leaves the strip out: 30 px of it, measured. */
const stripHeight = 30

/** Always ours, whatever a record says. What is not named is the engine's own default, which is the specified one: spec: tab maximum, spec: edge-dock indicators */
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

/** The tree to keep. Tabs in other windows are kept in the main one: a browser opens no windows by itself after a reload. */
export function treeOf(model: Model): DockTree | undefined {
	const json = model.toJson()
	const elsewhere = Object.values({ ...json.subLayouts, ...json.popouts }).flatMap(({ layout }) => tabSetsIn(layout).flatMap((set) => set.children ?? []))
	const home = tabSetsIn(json.layout).at(-1)
	if (home && elsewhere.length > 0) home.children = [...(home.children ?? []), ...elsewhere]
	return mendTree(json)
}

function tabSetsIn(row: IJsonRowNode): IJsonTabSetNode[] {
	return (row.children ?? []).flatMap((child) => (isRecord(child) && child['type'] === 'row' ? tabSetsIn(child) : [child]))
}
