// What the keyboard can do with the dock: loaded with the first command.
import { askText } from '@drydock/ui'
import { Actions, BorderNode, DockLocation, TabNode, TabSetNode, type Model, type Node, type Rect } from 'flexlayout-react'
import { toast } from '../../toasts.ts'
import type { Dock } from '../dock.ts'
import { focusTab } from '../focus.ts'
import { currentDock } from '../handle.ts'
import { layoutRecord } from '../layout-store.ts'
import { bordersOf, holderOf, isInMain, tabSetsOf } from '../nodes.ts'
import { mainTabSet } from '../places.ts'
import { judgeSplit, splitLimits } from '../split-rules.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const locations: Record<Direction, DockLocation> = { left: DockLocation.LEFT, right: DockLocation.RIGHT, up: DockLocation.TOP, down: DockLocation.BOTTOM }

type Act = (dock: Dock, tab: TabNode) => void | Promise<void>

const acts: Record<string, Act> = {
	'dock.tab.close': close,
	'dock.tab.rename': rename,
	'dock.tab.next': (dock, tab) => step(dock, tab, 1),
	'dock.tab.previous': (dock, tab) => step(dock, tab, -1),
	'dock.tab.forward': (dock, tab) => shift(dock, tab, 1),
	'dock.tab.backward': (dock, tab) => shift(dock, tab, -1),
	'dock.tab.popout': popOut,
	'dock.tab.dock': (dock, tab) => void (isInMain(tab) || dock.dispatch(Actions.closePopout(tab.getLayoutId()))),
	'dock.tabset.maximize': maximize,
	'dock.tabset.close': (dock, tab) => dock.dispatch(Actions.deleteTabset(holderOf(tab)?.getId() ?? '')),
}
for (const direction of ['left', 'right', 'up', 'down'] as const) {
	acts[`dock.tab.${direction}`] = (dock, tab) => move(dock, tab, direction)
	acts[`dock.split.${direction}`] = (dock, tab) => split(dock, tab, holderOf(tab), locations[direction])
}
for (const place of ['left', 'right', 'top', 'bottom'] as const) acts[`dock.border.${place}`] = (dock, tab) => tuck(dock, tab, place)

/** Runs a command of the dock by its id, on the tab that is current. */
export async function runDockCommand(id: string): Promise<void> {
	const dock = currentDock()
	if (!dock) return
	if (id === 'dock.tab.reopen') return reopen(dock)
	const tab = dock.current()
	if (!tab) return toast({ message: 'No tab is open' })
	await acts[id]?.(dock, tab)
}

function reopen(dock: Dock) {
	if (!dock.reopen()) return toast({ message: 'No tab was closed' })
	focusCurrent(dock)
}

/** What is in front after a tab went away. */
function focusCurrent(dock: Dock) {
	const tab = dock.current()
	if (tab) focusTab(tab)
}

function close(dock: Dock, tab: TabNode) {
	dock.dispatch(Actions.deleteTab(tab.getId()))
	if (!dock.model.getNodeById(tab.getId())) focusCurrent(dock)
}

function show(dock: Dock, tab: TabNode) {
	if (!tab.isVisible()) dock.dispatch(Actions.selectTab(tab.getId()))
	dock.noteFocus(tab.getId())
	focusTab(tab)
}

async function rename(dock: Dock, tab: TabNode) {
	const name = await askText({ title: 'Rename tab', label: 'Name', initial: tab.getName(), confirmLabel: 'Rename' })
	if (name !== undefined) dock.dispatch(Actions.renameTab(tab.getId(), name))
}

/** The next tab of the same tab set. */
function step(dock: Dock, tab: TabNode, delta: number) {
	const tabs = tabsIn(holderOf(tab))
	const next = tabs[(tabs.indexOf(tab) + delta + tabs.length) % tabs.length]
	if (next && next !== tab) show(dock, next)
}

/** One place further in the same tab set. */
function shift(dock: Dock, tab: TabNode, delta: number) {
	const holder = holderOf(tab)
	const at = tabsIn(holder).indexOf(tab) + delta
	if (!holder || at < 0 || at >= holder.getChildren().length) return
	// The engine counts places before the tab is taken out.
	dock.dispatch(Actions.moveNode(tab.getId(), holder.getId(), DockLocation.CENTER, delta > 0 ? at + 1 : at, true))
	focusTab(tab)
}

function tabsIn(holder: Node | undefined): TabNode[] {
	return holder?.getChildren().filter((child) => child instanceof TabNode) ?? []
}

/** Into the tab set beside it; where there is none, into a new one at that side. */
function move(dock: Dock, tab: TabNode, direction: Direction) {
	const holder = holderOf(tab)
	if (!holder) return
	const target = holder instanceof BorderNode ? mainTabSet(dock.model) : neighbour(dock.model, holder, direction)
	if (!target) return split(dock, tab, holder, locations[direction])
	dock.dispatch(Actions.moveNode(tab.getId(), target.getId(), DockLocation.CENTER, -1, true))
	focusTab(tab)
}

function split(dock: Dock, tab: TabNode, holder: Node | undefined, location: DockLocation) {
	if (!(holder instanceof TabSetNode)) return toast({ message: 'A border cannot be split' })
	if (holder.getChildren().length < 2) return toast({ message: 'A tab set with one tab cannot be split' })
	const reason = reasons[judgeSplit(dock.model, { target: holder, location, moved: tab }, splitLimits(layoutRecord()))]
	if (reason !== undefined) return toast({ message: reason })
	dock.dispatch(Actions.moveNode(tab.getId(), holder.getId(), location, -1, true))
	focusTab(tab)
}

const reasons: Record<string, string> = {
	'too-small': 'There is no room for a tab set of 200 by 140',
	'grid-full': 'The grid is full; Layout settings say how many columns and rows it has',
	'no-room': 'There is no room for another tab set of the minimum size',
}

/** The tab set that begins where this one ends, the one that shares the longest edge. */
function neighbour(model: Model, set: TabSetNode, direction: Direction): TabSetNode | undefined {
	const own = set.getRect()
	const beyond = tabSetsOf(model, set.getLayoutId()).filter((other) => other !== set && gap(own, other.getRect(), direction) >= -1)
	const nearest = Math.min(...beyond.map((other) => gap(own, other.getRect(), direction)))
	const near = beyond.filter((other) => gap(own, other.getRect(), direction) <= nearest + 1 && overlap(own, other.getRect(), direction) > 0)
	return near.toSorted((a, b) => overlap(own, b.getRect(), direction) - overlap(own, a.getRect(), direction))[0]
}

function gap(own: Rect, other: Rect, direction: Direction): number {
	return { left: own.x - other.getRight(), right: other.x - own.getRight(), up: own.y - other.getBottom(), down: other.y - own.getBottom() }[direction]
}

function overlap(own: Rect, other: Rect, direction: Direction): number {
	if (direction === 'left' || direction === 'right') return Math.min(own.getBottom(), other.getBottom()) - Math.max(own.y, other.y)
	return Math.min(own.getRight(), other.getRight()) - Math.max(own.x, other.x)
}

function tuck(dock: Dock, tab: TabNode, place: string) {
	const border = bordersOf(dock.model).find((each) => each.getLocation().getName() === place)
	if (!border || holderOf(tab) === border) return
	dock.dispatch(Actions.moveNode(tab.getId(), border.getId(), DockLocation.CENTER, -1, true))
	focusTab(tab)
}

function popOut(dock: Dock, tab: TabNode) {
	if (!isInMain(tab)) return toast({ message: 'This tab has a window of its own already' })
	dock.dispatch(Actions.popoutTab(tab.getId()))
}

function maximize(dock: Dock, tab: TabNode) {
	const holder = holderOf(tab)
	if (!(holder instanceof TabSetNode)) return toast({ message: 'A border cannot be maximized' })
	dock.dispatch(Actions.maximizeToggle(holder.getId(), holder.getLayoutId()))
	focusTab(tab)
}
