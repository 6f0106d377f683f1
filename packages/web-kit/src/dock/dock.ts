// Opening, moving and closing panes; every change goes through `dispatch`, since the engine checks only what is dragged.
import { Action, Actions, BorderNode, DockLocation, TabNode, TabSetNode, type IJsonTabNode, type Model, type Node } from 'flexlayout-react'
import { registry } from '../contribute.ts'
import type { OpenOptions } from '../panes.ts'
import { defaultTree } from './default-tree.ts'
import { modelOf } from './engine.ts'
import { focusTab } from './focus.ts'
import { createHomes, keptTree } from './homes.ts'
import { changeLayout, layoutRecord } from './layout-store.ts'
import { rowsOf, tabsOf, weightOf } from './nodes.ts'
import { giveRegion, mainTabSet, placeOf, targetFor } from './places.ts'
import { betterWeights, judgeSplit, splitLimits } from './split-rules.ts'

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
	/** The tab that commands act on: the one with the focus, else the one that was used last. */
	current(): TabNode | undefined
	/** Told which tab got the focus. */
	noteFocus(tabId: string): void
	/** Opens the tab that was closed last where it was; false when there is none. */
	reopen(): boolean
}

/** Closed tabs that can be opened again. */
const mostClosed = 20

export function createDock(): Dock {
	const model = startModel()
	const guards = new Map<string, CloseGuard>()
	const homes = createHomes(model)
	const closed: IJsonTabNode[] = []
	let currentId: string | undefined
	model.setOnAllowDrop((moved, { node, location }) => judgeSplit(model, { target: node, location, moved }, splitLimits(layoutRecord())) !== 'too-small')

	function review(action: Action): Action | undefined {
		if (action.type === Actions.CLOSE_POPOUT) return dockBack(action)
		if (action.type === Actions.DELETE_TAB) return mayClose(String(action.data['node'])) ? action : undefined
		if (action.type === Actions.DELETE_TABSET) return closeEach(String(action.data['node']))
		if (action.type === Actions.MOVE_NODE || action.type === Actions.ADD_TAB) return intoGrid(model, action)
		if (action.type === Actions.POPOUT_TAB || action.type === Actions.POPOUT_TABSET) noteHomes(String(action.data['node']))
		return action
	}
	function noteHomes(nodeId: string) {
		const node = model.getNodeById(nodeId)
		for (const tab of node instanceof TabNode ? [node] : (node?.getChildren() ?? [])) if (tab instanceof TabNode) homes.note(tab)
	}
	/** A closed popout docks its tabs again; the engine would float them. */
	function dockBack(action: Action): Action | undefined {
		const tabs: TabNode[] = []
		model.visitLayoutNodes(String(action.data['layoutId']), (node) => void (node instanceof TabNode && tabs.push(node)))
		for (const tab of tabs) homes.bringBack(tab)
		return tabs.length > 0 ? undefined : action
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
	/** The engine would close a whole tab set without asking the tabs' guards. */
	function closeEach(setId: string): undefined {
		for (const tab of model.getNodeById(setId)?.getChildren().slice() ?? []) dispatch(Actions.deleteTab(tab.getId()))
	}
	function dispatch(action: Action) {
		const reviewed = review(action)
		if (reviewed) model.doAction(reviewed)
	}
	function settle(action: Action) {
		if (action.type === Actions.MOVE_NODE || action.type === Actions.ADD_TAB) giveRoom(model, dispatch)
		currentId = touchedBy(model, action) ?? currentId
		// While a splitter is dragged only the end is worth keeping.
		if (!action.isAdjusting()) changeLayout((record) => ({ ...record, dock: { engine: 'flexlayout', model: keptTree(model, homes) } }))
	}

	const watchers = new Set<() => void>()
	const tell = () => watchers.forEach((watcher) => watcher())
	// A page that is left is hidden first: nothing needs to be drawn for that, and the next one waits for it.
	const tellLater = () => setTimeout(tell)
	model.addChangeListener({ onBeforeAction: noteClosing, onAfterAction: (action) => void (action.isAdjusting() || tell()) })
	function noteClosing({ type, data }: Action) {
		const tab = type === Actions.DELETE_TAB ? model.getNodeById(String(data['node'])) : undefined
		if (!(tab instanceof TabNode) || !tab.getComponent()) return
		homes.note(tab)
		closed.push(tab.toJson())
		closed.splice(0, closed.length - mostClosed)
	}

	return {
		model,
		watch(listener) {
			if (watchers.size === 0) document.addEventListener('visibilitychange', tellLater)
			watchers.add(listener)
			return () => {
				watchers.delete(listener)
				if (watchers.size === 0) document.removeEventListener('visibilitychange', tellLater)
			}
		},
		dispatch,
		review,
		settle,
		open(id, options) {
			const tab = open(model, dispatch, id, options)
			if (options.focus && tab) focusTab(tab)
		},
		guard: (tabId, guard) => void (guard ? guards.set(tabId, guard) : guards.delete(tabId)),
		current() {
			const node = currentId === undefined ? undefined : model.getNodeById(currentId)
			if (node instanceof TabNode && node.isVisible()) return node
			const selected = model.getActiveTabset()?.getSelectedNode() ?? model.getFirstTabSet()?.getSelectedNode()
			return selected instanceof TabNode ? selected : undefined
		},
		reopen() {
			const json = closed.pop()
			if (!json) return false
			const id = String(json.id)
			if (model.getNodeById(id)) dispatch(Actions.selectTab(id))
			else homes.restore(id, (target, location, index) => Actions.addTab(json, target, location, index, true))
			return true
		},
		noteFocus(tabId) {
			currentId = tabId
			const set = model.getNodeById(tabId)?.getParent()
			if (set instanceof TabSetNode && !set.isActive()) dispatch(Actions.setActiveTabset(set.getId(), set.getLayoutId()))
		},
	}
}

/** The tab that an action brought to the front. */
function touchedBy(model: Model, { type, data }: Action): string | undefined {
	const nodeId = { [Actions.SELECT_TAB]: 'tabNode', [Actions.MOVE_NODE]: 'fromNode', [Actions.SET_ACTIVE_TABSET]: 'tabsetNode', [Actions.POPOUT_TAB]: 'node' }[type]
	if (type === Actions.ADD_TAB) return data['select'] === false ? undefined : data['json'].id
	const node = nodeId === undefined ? undefined : model.getNodeById(data[nodeId])
	return node instanceof TabSetNode ? node.getSelectedNode()?.getId() : node?.getId()
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

function open(model: Model, dispatch: (action: Action) => void, id: string, options: OpenOptions): TabNode | undefined {
	const { key, config, title, select = true } = options
	const tabId = key === undefined ? id : `${id}:${key}`
	const known = model.getNodeById(tabId) ?? (key === undefined ? tabsOf(model).find((tab) => tab.getComponent() === id) : undefined)
	if (known instanceof TabNode) {
		if (config) dispatch(Actions.updateNodeAttributes(known.getId(), { config: { ...known.getConfig(), ...config } }))
		if (select && !known.isVisible()) reveal(model, dispatch, known)
		known.getWindow()?.focus()
		return known
	}
	const json = { type: 'tab', id: tabId, component: id, name: title ?? registry().panes.get(id)?.title ?? id, config: config ?? {} }
	const place = placeOf(id, options)
	const { target, location } = targetFor(model, place)
	dispatch(Actions.addTab(json, target.getId(), location, -1, select))
	if (location !== DockLocation.CENTER) giveRegion(model, dispatch, tabId, place)
	const added = model.getNodeById(tabId)
	if (!(added instanceof TabNode)) return undefined
	if (select) uncover(model, dispatch, added)
	return added
}

/** Shows a tab that is behind another one, in a closed border, or behind a maximized tab set. */
function reveal(model: Model, dispatch: (action: Action) => void, tab: TabNode) {
	const holder = tab.getParent()
	const isSelected = (holder instanceof TabSetNode || holder instanceof BorderNode) && holder.getSelectedNode() === tab
	if (!isSelected) dispatch(Actions.selectTab(tab.getId()))
	uncover(model, dispatch, tab)
}

function uncover(model: Model, dispatch: (action: Action) => void, tab: TabNode) {
	const set = tab.getParent()
	const maximized = set instanceof TabSetNode ? model.getMaximizedTabset(set.getLayoutId()) : undefined
	if (maximized && maximized !== set) dispatch(Actions.maximizeToggle(maximized.getId(), maximized.getLayoutId()))
}

/** A piece under the hard minimum is rejected; a full grid takes the tab in the center instead; without room for one more minimum it joins the nearest tab set. */
function intoGrid(model: Model, action: Action): Action | undefined {
	const target = model.getNodeById(String(action.data['toNode']))
	const location = [...DockLocation.values.values()].find((each) => each.getName() === action.data['location'])
	if (!target || !location || target instanceof BorderNode) return action
	const moved = model.getNodeById(String(action.data['fromNode']))
	const verdict = judgeSplit(model, { target, location, moved }, splitLimits(layoutRecord()))
	if (verdict === 'ok') return action
	if (verdict === 'too-small') return undefined
	const { type, data } = action
	return new Action(type, { ...data, toNode: nearest(model, target, verdict === 'grid-full').getId(), location: DockLocation.CENTER.getName() })
}

function nearest(model: Model, target: Node, isCentred: boolean): Node {
	if (target instanceof TabSetNode) return target
	return isCentred ? mainTabSet(model) : (model.getFirstTabSet(target) ?? mainTabSet(model))
}

/** After a split: siblings under the configured minimum get their room back (spec/1 §4). */
function giveRoom(model: Model, dispatch: (action: Action) => void) {
	for (const row of rowsOf(model)) {
		const better = betterWeights(row, row.getChildren().map(weightOf), layoutRecord().layout.minSize)
		if (better) dispatch(Actions.adjustWeights(row.getId(), better))
	}
}
