// The layout tree as we store it: the engine's own JSON, cut down to what we know and mended before the engine sees it.

export interface DockTab {
	type: 'tab'
	id: string
	name: string
	component: string
	config: Record<string, unknown>
}
export interface DockTabSet {
	type: 'tabset'
	id?: string
	weight: number
	selected: number
	active?: boolean
	maximized?: boolean
	children: DockTab[]
}
export interface DockRow {
	type: 'row'
	weight: number
	children: (DockRow | DockTabSet)[]
}
export interface DockBorder {
	type: 'border'
	location: BorderPlace
	size: number
	selected: number
	show: boolean
	children: DockTab[]
}
export interface DockTree {
	layout: DockRow
	borders: DockBorder[]
}

export const borderPlaces = ['left', 'right', 'top', 'bottom'] as const
export type BorderPlace = (typeof borderPlaces)[number]

/** spec: border size */
const borderSize = 200
/** A record with more tabs than anyone opens is damaged or hostile. */
const mostTabs = 200
const deepest = 16
const longestName = 200
const longestConfig = 20_000

interface Walk {
	ids: Set<string>
	tabs: number
}

/** The tree that can be shown, or undefined when there is nothing worth keeping. */
export function mendTree(stored: unknown): DockTree | undefined {
	if (!isRecord(stored)) return undefined
	const walk: Walk = { ids: new Set(), tabs: 0 }
	const layout = mendRow(stored['layout'], walk, 0)
	const borders = borderPlaces.map((place) => mendBorder(place, listOf(stored['borders']), walk))
	if (layout) return { layout, borders }
	// All panes may stand in the borders; a tree without any is not worth keeping.
	const isEmptied = isRecord(stored['layout']) && borders.some(({ children }) => children.length > 0)
	return isEmptied ? { layout: { type: 'row', weight: 100, children: [] }, borders } : undefined
}

/** The tabs that are seen: one for each tab set. */
export function shownTabs(row: DockRow): DockTab[] {
	return row.children.flatMap((child) => (child.type === 'row' ? shownTabs(child) : (child.children[child.selected] ?? [])))
}

/** Every tab, seen or not, borders included. */
export function allTabs({ layout, borders }: DockTree): DockTab[] {
	const within = (row: DockRow): DockTab[] => row.children.flatMap((child) => (child.type === 'row' ? within(child) : child.children))
	return [...within(layout), ...borders.flatMap(({ children }) => children)]
}

function mendRow(stored: unknown, walk: Walk, depth: number): DockRow | undefined {
	if (!isRecord(stored) || stored['type'] !== 'row' || depth > deepest) return undefined
	const children = listOf(stored['children'])
		.map((child) => (isRecord(child) && child['type'] === 'row' ? mendRow(child, walk, depth + 1) : mendTabSet(child, walk)))
		.filter((child) => child !== undefined)
	return children.length > 0 ? { type: 'row', weight: weightOf(stored['weight']), children } : undefined
}

function mendTabSet(stored: unknown, walk: Walk): DockTabSet | undefined {
	if (!isRecord(stored) || stored['type'] !== 'tabset') return undefined
	const children = mendTabs(stored['children'], walk)
	if (children.length === 0) return undefined
	return {
		type: 'tabset',
		...(isFresh(stored['id'], walk) ? { id: stored['id'] } : {}),
		weight: weightOf(stored['weight']),
		selected: indexOf(stored['selected'], children.length, 0),
		...(stored['active'] === true ? { active: true } : {}),
		...(stored['maximized'] === true ? { maximized: true } : {}),
		children,
	}
}

function mendBorder(location: BorderPlace, borders: unknown[], walk: Walk): DockBorder {
	const stored = borders.find((border) => isRecord(border) && border['location'] === location)
	const known = isRecord(stored) ? stored : {}
	const children = mendTabs(known['children'], walk)
	const size = known['size']
	return {
		type: 'border',
		location,
		size: typeof size === 'number' && size >= 60 && size <= 2000 ? size : borderSize,
		selected: indexOf(known['selected'], children.length, -1),
		show: known['show'] !== false,
		children,
	}
}

function mendTabs(stored: unknown, walk: Walk): DockTab[] {
	return listOf(stored).flatMap((tab) => mendTab(tab, walk) ?? [])
}

function mendTab(stored: unknown, walk: Walk): DockTab | undefined {
	if (!isRecord(stored) || walk.tabs >= mostTabs) return undefined
	const { component, name, config } = stored
	if (typeof component !== 'string' || component === '' || component.length > longestName) return undefined
	walk.tabs++
	const id = isFresh(stored['id'], walk) ? stored['id'] : freshId(walk)
	return {
		type: 'tab',
		id,
		name: typeof name === 'string' && name !== '' ? name.slice(0, longestName) : component,
		component,
		config: isRecord(config) && JSON.stringify(config).length <= longestConfig ? config : {},
	}
}

/** The engine throws on two nodes of one id. */
function isFresh(id: unknown, { ids }: Walk): id is string {
	if (typeof id !== 'string' || id === '' || id.length > longestName || ids.has(id)) return false
	ids.add(id)
	return true
}

function freshId(walk: Walk): string {
	for (let n = walk.tabs; ; n++) if (isFresh(`tab-${n}`, walk)) return `tab-${n}`
}

function weightOf(value: unknown): number {
	return typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 10_000 ? value : 50
}

function indexOf(value: unknown, count: number, initial: number): number {
	return typeof value === 'number' && Number.isInteger(value) && value >= initial && value < count ? value : initial
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : []
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
