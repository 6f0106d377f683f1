// Where tabs came from that went into another window or were closed, so that they return there.
import { Actions, DockLocation, Model, RowNode, TabSetNode, type Action, type Node, type TabNode } from 'flexlayout-react'
import { treeOf } from './engine.ts'
import { holderOf, isAcross, isInMain, shareOf, tabsOf, weightsWith } from './nodes.ts'
import { mainTabSet } from './places.ts'
import type { DockTree } from './tree.ts'

interface Home {
	holderId: string
	index: number
	/** Where its tab set stood, should it be gone by then. */
	beside?: { id: string; location: DockLocation; share: number }
	/** The side of the whole dock that it stood at. */
	edge?: DockLocation
}

type Placing = (targetId: string, location: DockLocation, index: number) => Action

export interface Homes {
	/** Remembers where a tab is, before it leaves. */
	note(tab: TabNode): void
	/** Puts a tab where it was, or where work happens; `placing` is the move or the addition. */
	restore(tabId: string, placing: Placing): void
	/** Takes a tab back from its window. */
	bringBack(tab: TabNode): void
	/** The same for a copy of the dock. */
	copyFor(other: Model): Homes
}

/** More tabs than this are not remembered; people undo what they just did. */
const mostHomes = 100

export function createHomes(model: Model, homes = new Map<string, Home>()): Homes {
	const act = (action: Action) => void model.doAction(action)

	function targetOf(home: Home | undefined): { target: Node; location: DockLocation; index: number } {
		const holder = home && model.getNodeById(home.holderId)
		if (holder && isInMain(holder)) return { target: holder, location: DockLocation.CENTER, index: Math.min(home.index, holder.getChildren().length) }
		const neighbour = home?.beside && model.getNodeById(home.beside.id)
		if (home?.beside && (neighbour instanceof TabSetNode || neighbour instanceof RowNode)) return { target: neighbour, location: home.beside.location, index: -1 }
		const root = model.getRootRow()
		if (home?.edge && root) return { target: root, location: home.edge, index: -1 }
		return { target: mainTabSet(model), location: DockLocation.CENTER, index: -1 }
	}

	function restore(tabId: string, placing: Placing) {
		const home = homes.get(tabId)
		const { target, location, index } = targetOf(home)
		homes.delete(tabId)
		act(placing(target.getId(), location, index))
		const set = holderOf(model.getNodeById(tabId))
		const row = set?.getParent()
		if (location !== DockLocation.CENTER && home?.beside && set && row instanceof RowNode) act(Actions.adjustWeights(row.getId(), weightsWith(row, set, home.beside.share)))
	}

	return {
		restore,
		bringBack: (tab) => restore(tab.getId(), (target, location, index) => Actions.moveNode(tab.getId(), target, location, index, true)),
		copyFor: (other) => createHomes(other, new Map(homes)),
		note(tab) {
			const holder = holderOf(tab)
			if (!holder || !isInMain(holder)) return
			homes.delete(tab.getId())
			homes.set(tab.getId(), { holderId: holder.getId(), index: holder.getChildren().indexOf(tab), ...(holder instanceof TabSetNode && surroundingsOf(holder)) })
			for (const oldest of [...homes.keys()].slice(0, -mostHomes)) homes.delete(oldest)
		},
	}
}

/** The tree to keep. Tabs in other windows are kept where they came from: a browser opens no windows by itself after a reload. */
export function keptTree(model: Model, homes: Homes): DockTree | undefined {
	if (tabsOf(model).every(isInMain)) return treeOf(model)
	const copy = Model.fromJson(model.toJson())
	const there = homes.copyFor(copy)
	for (const tab of tabsOf(copy).filter((each) => !isInMain(each))) there.bringBack(tab)
	return treeOf(copy)
}

function surroundingsOf(set: TabSetNode): Pick<Home, 'beside' | 'edge'> {
	const row = set.getParent()
	if (!(row instanceof RowNode)) return {}
	const siblings = row.getChildren()
	const at = siblings.indexOf(set)
	const [before, after] = isAcross(row) ? [DockLocation.LEFT, DockLocation.RIGHT] : [DockLocation.TOP, DockLocation.BOTTOM]
	const next = siblings[at + 1]
	const previous = siblings[at - 1]
	const isOuter = row.getParent() === undefined
	return {
		...(next ? { beside: { id: next.getId(), location: before, share: shareOf(set) } } : previous && { beside: { id: previous.getId(), location: after, share: shareOf(set) } }),
		...(isOuter && !previous && { edge: before }),
		...(isOuter && previous && !next && { edge: after }),
	}
}
