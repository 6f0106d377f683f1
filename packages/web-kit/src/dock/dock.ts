// Opening, moving and closing panes; every change goes through `dispatch`, since the engine checks only what is dragged.
import { Action, Actions, BorderNode, DockLocation, Model, Orientation, RowNode, TabNode, TabSetNode, type Node } from 'flexlayout-react'
import { registry, type DockPlace } from '../contribute.ts'
import type { OpenOptions } from '../panes.ts'
import { defaultTree } from './default-tree.ts'
import { modelOf, treeOf } from './engine.ts'
import { focusPanel } from './focus.ts'
import { changeLayout, layoutRecord } from './layout-store.ts'
import { judgeSplit, rebalance } from './split-rules.ts'

const locations: Record<DockPlace, DockLocation> = { center: DockLocation.CENTER, left: DockLocation.LEFT, right: DockLocation.RIGHT, top: DockLocation.TOP, bottom: DockLocation.BOTTOM }
/** A tab set much narrower or lower than the largest one is a side bar or a panel: new tabs do not belong there. */
const sideBarShare = 0.6

export type CloseGuard = () => boolean | Promise<boolean>

export interface Dock {
	readonly model: Model
	open(id: string, options: OpenOptions): void
	dispatch(action: Action): void
	/** What the engine asks before it does something that a person dragged or clicked. */
	review(action: Action): Action | undefined
	/** Told after every change. */
	settle(action: Action): void
	guard(tabId: string, guard: CloseGuard | undefined): void
	/** Told when a tab's config or visibility may have changed. */
	watch(listener: () => void): () => void
}

export function createDock(): Dock {
	const model = startModel()
	const guards = new Map<string, CloseGuard>()
	model.setOnAllowDrop((_, { node, location }) => judgeSplit(model, node, location, layoutRecord().layout.maxGrid) !== 'too-small')

	function review(action: Action): Action | undefined {
		if (action.type === Actions.CLOSE_POPOUT) return dockBack(model, String(action.data['layoutId'])) ?? action
		if (action.type === Actions.DELETE_TAB) return mayClose(String(action.data['node'])) ? action : undefined
		if (action.type === Actions.MOVE_NODE || action.type === Actions.ADD_TAB) return intoGrid(model, action)
		return action
	}
	function mayClose(tabId: string): boolean {
		const guard = guards.get(tabId)
		if (!guard) return true
		void Promise.resolve(guard()).then((isFine) => {
			if (!isFine) return
			guards.delete(tabId)
			dispatch(Actions.deleteTab(tabId))
		})
		return false
	}
	function dispatch(action: Action) {
		const reviewed = review(action)
		if (reviewed) model.doAction(reviewed)
	}
	function settle(action: Action) {
		if (action.type === Actions.MOVE_NODE || action.type === Actions.ADD_TAB) giveRoom(model, dispatch)
		changeLayout((record) => ({ ...record, dock: { engine: 'flexlayout', model: treeOf(model) } }))
	}

	const watchers = new Set<() => void>()
	const tell = () => watchers.forEach((watcher) => watcher())
	model.addChangeListener({ onAfterAction: tell })

	return {
		model,
		watch(listener) {
			if (watchers.size === 0) document.addEventListener('visibilitychange', tell)
			watchers.add(listener)
			return () => {
				watchers.delete(listener)
				if (watchers.size === 0) document.removeEventListener('visibilitychange', tell)
			}
		},
		dispatch,
		review,
		settle,
		open(id, options) {
			const tab = open(model, dispatch, id, options)
			// Once its panel stands.
			if (options.focus) requestAnimationFrame(() => focusTab(model, tab))
		},
		guard: (tabId, guard) => void (guard ? guards.set(tabId, guard) : guards.delete(tabId)),
	}
}

function startModel(): Model {
	const standard = () => modelOf(defaultTree((id) => registry().panes.get(id)?.title ?? id))
	const { model } = layoutRecord().dock
	if (!model) return standard()
	try {
		return modelOf(model)
	} catch (error) {
		console.warn('The saved layout could not be shown, so the default one is', error)
		return standard()
	}
}

/** Opens a pane, or shows it; the answer is the id of its tab. */
function open(model: Model, dispatch: (action: Action) => void, id: string, options: OpenOptions): string {
	const { key, config, title, select = true } = options
	const tabId = key === undefined ? id : `${id}:${key}`
	const known = model.getNodeById(tabId) ?? (key === undefined ? tabsOf(model).find((tab) => tab.getComponent() === id) : undefined)
	if (known instanceof TabNode) {
		if (config) dispatch(Actions.updateNodeAttributes(known.getId(), { config: { ...known.getConfig(), ...config } }))
		if (select && !known.isVisible()) dispatch(Actions.selectTab(known.getId()))
		known.getWindow()?.focus()
		return known.getId()
	}
	const pane = registry().panes.get(id)
	const json = { type: 'tab', id: tabId, component: id, name: title ?? pane?.title ?? id, config: config ?? {} }
	const { defaultOpenLocation } = layoutRecord().global.prefs
	const place = options.place ?? (defaultOpenLocation === 'center' ? (pane?.defaultDock ?? 'center') : defaultOpenLocation)
	const { target, location } = targetFor(model, place)
	dispatch(Actions.addTab(json, target.getId(), location, -1, select))
	if (location !== DockLocation.CENTER) giveRegion(model, dispatch, tabId, place)
	return tabId
}

function focusTab(model: Model, tabId: string) {
	const tab = model.getNodeById(tabId)
	// The engine writes blanks of an id so.
	const panel = tab instanceof TabNode && tab.getDocument()?.getElementById(`flexlayout-tab-${tabId.replaceAll(/\s/g, '_')}`)
	if (panel) focusPanel(panel)
}

function targetFor(model: Model, place: DockPlace): { target: Node; location: DockLocation } {
	const center = { target: mainTabSet(model), location: DockLocation.CENTER }
	const root = model.getRootRow()
	if (place === 'center' || !root) return center
	const location = locations[place]
	const outer = outermost(root, location)
	if (outer && isSideBar(outer, location)) return { target: outer, location: DockLocation.CENTER }
	return judgeSplit(model, root, location, layoutRecord().layout.maxGrid) === 'ok' ? { target: root, location } : center
}

/** The tab set that already stands at that side, if it is one. */
function outermost(root: RowNode, location: DockLocation): TabSetNode | undefined {
	const isFirst = location === DockLocation.LEFT || location === DockLocation.TOP
	if (root.getOrientation() !== location.getOrientation()) return undefined
	const node = root.getChildren().at(isFirst ? 0 : -1)
	return node instanceof TabSetNode ? node : undefined
}

function isSideBar(set: TabSetNode, location: DockLocation): boolean {
	const { width, height } = set.getRect()
	const size = location.getOrientation() === Orientation.HORZ ? width : height
	const { left, right, bottom } = layoutRecord().layout.defaults
	const usual = location === DockLocation.LEFT ? left : location === DockLocation.RIGHT ? right : bottom
	return size <= usual * 1.5
}

/** Where work happens: the active tab set, unless that is a side bar. */
function mainTabSet(model: Model): Node {
	const root = model.getRootRow()
	const sides = [DockLocation.LEFT, DockLocation.RIGHT].flatMap((location) => {
		const outer = root && outermost(root, location)
		return outer && isSideBar(outer, location) ? [outer] : []
	})
	const sets = tabSetsOf(model).filter((set) => !sides.includes(set))
	const area = (node: Node) => node.getRect().width * node.getRect().height
	const largest = sets.toSorted((a, b) => area(b) - area(a))[0]
	const active = model.getActiveTabset()
	if (active && sets.includes(active) && largest && isAbout(active, largest)) return active
	return largest ?? active ?? model.getFirstTabSet() ?? rootOf(model)
}

/** Neither a narrow side bar nor a low panel beside the other one. */
function isAbout(set: Node, largest: Node): boolean {
	const [own, other] = [set.getRect(), largest.getRect()]
	return own.width >= other.width * sideBarShare && own.height >= other.height * sideBarShare
}

function rootOf(model: Model): RowNode {
	const root = model.getRootRow()
	if (!root) throw new Error('The dock has no root')
	return root
}

/** A full grid takes the tab in the center instead. */
function intoGrid(model: Model, action: Action): Action {
	const target = model.getNodeById(String(action.data['toNode']))
	const location = [...DockLocation.values.values()].find((each) => each.getName() === action.data['location'])
	if (!target || !location || target instanceof BorderNode) return action
	if (judgeSplit(model, target, location, layoutRecord().layout.maxGrid) !== 'grid-full') return action
	const inner = target instanceof TabSetNode ? target : mainTabSet(model)
	const { type, data } = action
	return new Action(type, { ...data, toNode: inner.getId(), location: DockLocation.CENTER.getName() })
}

/** A closed popout docks its tabs again; the engine would float them. */
function dockBack(model: Model, layoutId: string): Action | undefined {
	const home = mainTabSet(model)
	const tabs: TabNode[] = []
	model.visitLayoutNodes(layoutId, (node) => void (node instanceof TabNode && tabs.push(node)))
	if (!(home instanceof TabSetNode) || tabs.length === 0) return undefined
	return Actions.group(tabs.map((tab) => Actions.moveNode(tab.getId(), home.getId(), DockLocation.CENTER, -1)))
}

/** A pane opened at a side gets the configured size of that region. */
function giveRegion(model: Model, dispatch: (action: Action) => void, tabId: string, place: DockPlace) {
	const set = model.getNodeById(tabId)?.getParent()
	const row = set?.getParent()
	if (!(set instanceof TabSetNode) || !(row instanceof RowNode)) return
	const { left, right, bottom } = layoutRecord().layout.defaults
	const wanted = { left, right, bottom, top: bottom, center: 0 }[place]
	const total = lengthOf(row)
	if (wanted === 0 || total === 0) return
	const share = Math.min((wanted / total) * 100, 50)
	const others = row.getChildren().filter((child) => child !== set)
	const sum = others.reduce((all, child) => all + weightOf(child), 0)
	dispatch(Actions.adjustWeights(row.getId(), row.getChildren().map((child) => (child === set ? share : (weightOf(child) / sum) * (100 - share)))))
}

/** After a split: siblings under the configured minimum get their room back; without room the tab joins its neighbour (spec/1 §4). */
function giveRoom(model: Model, dispatch: (action: Action) => void) {
	const { minSize } = layoutRecord().layout
	for (const row of rowsOf(model)) {
		const children = row.getChildren()
		const total = lengthOf(row)
		if (children.length < 2 || total === 0) continue
		const weights = children.map(weightOf)
		const least = row.getOrientation() === Orientation.HORZ ? minSize.width : minSize.height
		const sum = weights.reduce((all, weight) => all + weight, 0)
		if (weights.every((weight) => (weight / sum) * total >= least)) continue
		const better = rebalance(weights, total, least)
		if (better) dispatch(Actions.adjustWeights(row.getId(), better))
	}
}

function lengthOf(row: RowNode): number {
	const { width, height } = row.getRect()
	return row.getOrientation() === Orientation.HORZ ? width : height
}

function weightOf(node: Node): number {
	return node instanceof RowNode || node instanceof TabSetNode ? node.getWeight() : 0
}

function nodesOf(model: Model): Node[] {
	const nodes: Node[] = []
	model.visitNodes((node) => void nodes.push(node))
	return nodes
}

function rowsOf(model: Model): RowNode[] {
	return nodesOf(model).filter((node) => node instanceof RowNode)
}

export function tabsOf(model: Model): TabNode[] {
	return nodesOf(model).filter((node) => node instanceof TabNode)
}

function tabSetsOf(model: Model): TabSetNode[] {
	const sets: TabSetNode[] = []
	model.visitLayoutNodes(Model.MAIN_LAYOUT_ID, (node) => void (node instanceof TabSetNode && sets.push(node)))
	return sets
}
