// Where a pane goes that is opened by name.
import { Actions, DockLocation, Orientation, RowNode, TabSetNode, type Action, type Model, type Node } from 'flexlayout-react'
import { registry, type DockPlace } from '../contribute.ts'
import type { OpenOptions } from '../panes.ts'
import { layoutRecord } from './layout-store.ts'
import { lengthOf, tabSetsOf, weightsWith } from './nodes.ts'
import { judgeSplit, splitLimits } from './split-rules.ts'

const locations: Record<DockPlace, DockLocation> = { center: DockLocation.CENTER, left: DockLocation.LEFT, right: DockLocation.RIGHT, top: DockLocation.TOP, bottom: DockLocation.BOTTOM }
/** A tab set much narrower or lower than the largest one is a side bar or a panel: new tabs do not belong there. */
const sideBarShare = 0.6
/** What opens at a side never takes more of the window than this. */
const mostShare = 0.5

/** What was asked for, else the configured place, else the pane's own. */
export function placeOf(id: string, { place }: OpenOptions): DockPlace {
	const { defaultOpenLocation } = layoutRecord().global.prefs
	return place ?? (defaultOpenLocation === 'center' ? (registry().panes.get(id)?.defaultDock ?? 'center') : defaultOpenLocation)
}

export function targetFor(model: Model, place: DockPlace): { target: Node; location: DockLocation } {
	const center = { target: mainTabSet(model), location: DockLocation.CENTER }
	const root = model.getRootRow()
	if (place === 'center' || !root) return center
	const location = locations[place]
	const outer = standingAt(model, root, location)
	if (outer) return { target: outer, location: DockLocation.CENTER }
	return judgeSplit(model, { target: root, location }, splitLimits(layoutRecord())) === 'ok' ? { target: root, location } : center
}

/** The side bar or panel that already stands at that edge; of several the largest. */
function standingAt(model: Model, root: RowNode, location: DockLocation): TabSetNode | undefined {
	return bySize(tabSetsOf(model).filter((set) => touches(set, root, location) && isSideBar(set, location)))[0]
}

/** Splitters and borders lie between; an edge is met when it is nearer than a tab is wide. */
const nearPx = 20

function touches(set: TabSetNode, root: RowNode, location: DockLocation): boolean {
	const [own, all] = [set.getRect(), root.getRect()]
	const gaps = new Map([
		[DockLocation.LEFT, own.x - all.x],
		[DockLocation.TOP, own.y - all.y],
		[DockLocation.RIGHT, all.getRight() - own.getRight()],
		[DockLocation.BOTTOM, all.getBottom() - own.getBottom()],
	])
	return Math.abs(gaps.get(location) ?? Infinity) < nearPx
}

function isSideBar(set: TabSetNode, location: DockLocation): boolean {
	const { width, height } = set.getRect()
	const size = location.getOrientation() === Orientation.HORZ ? width : height
	const { left, right, bottom } = layoutRecord().layout.defaults
	const usual = location === DockLocation.LEFT ? left : location === DockLocation.RIGHT ? right : bottom
	return size <= usual * 1.5
}

const areaOf = (set: TabSetNode) => set.getRect().width * set.getRect().height
const bySize = (sets: readonly TabSetNode[]) => sets.toSorted((a, b) => areaOf(b) - areaOf(a))

/** Where work happens: the active tab set, unless that is a side bar. */
export function mainTabSet(model: Model): Node {
	const root = model.getRootRow()
	const sides = root ? [DockLocation.LEFT, DockLocation.RIGHT, DockLocation.BOTTOM].map((location) => standingAt(model, root, location)) : []
	const sets = tabSetsOf(model).filter((set) => !sides.includes(set))
	const [largest] = bySize(sets)
	const active = model.getActiveTabset()
	if (active && sets.includes(active) && largest && isAbout(active, largest)) return active
	const found = largest ?? active ?? model.getFirstTabSet() ?? root
	if (!found) throw new Error('The dock has no root')
	return found
}

/** Neither a narrow side bar nor a low panel beside the other one. */
function isAbout(set: Node, largest: Node): boolean {
	const [own, other] = [set.getRect(), largest.getRect()]
	return own.width >= other.width * sideBarShare && own.height >= other.height * sideBarShare
}

/** A pane opened at a side gets the configured size of that region. */
export function giveRegion(model: Model, dispatch: (action: Action) => void, tabId: string, place: DockPlace) {
	const set = model.getNodeById(tabId)?.getParent()
	const row = set?.getParent()
	if (!(set instanceof TabSetNode) || !(row instanceof RowNode)) return
	const { left, right, bottom } = layoutRecord().layout.defaults
	const wanted = { left, right, bottom, top: bottom, center: 0 }[place]
	const total = lengthOf(row)
	if (wanted === 0 || total === 0) return
	dispatch(Actions.adjustWeights(row.getId(), weightsWith(row, set, Math.min(wanted / total, mostShare))))
}
