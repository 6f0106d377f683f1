import { shortText, type Fields } from './fields.ts'
import { heights, mendRect, positions, type Position, type Rect } from './geometry.ts'

/** spec/3 §3, Super Dock item. A link is a file whose path is a web address. */
export interface Item {
	id: string
	kind: 'pane' | 'file'
	title: string
	component?: string
	path?: string
	cwd?: string
	/** What a pane keeps for its next visit. */
	config?: Fields
}

export type NewItem = Omit<Item, 'id'>

export interface Panel {
	id: string
	position: Position
	rect: Rect
	items: readonly Item[]
}

export interface Panels {
	panels: readonly Panel[]
	/** Ids of the panels, the one on top last. */
	order: readonly string[]
}

/** More panels hide the workspace. */
const mostPanels = 4
/** Each is a living pane. */
const mostItems = 12
const longestText = 4096
/** A copy does not hide what it was copied from. */
const copyOffset = 28
/** spec: super dock dedupe */
export const dedupeMs = 250

const newId = () => crypto.randomUUID().slice(0, 8)

/** Turns whatever was stored into panels; there is always one. */
export function mendPanels(stored: unknown): Panels {
	const list = Array.isArray(stored) ? stored.slice(0, mostPanels) : []
	const panels = list.flatMap((each: unknown): Panel[] => (isRecord(each) ? [mendPanel(each)] : []))
	const unique = [...new Map(panels.map((panel) => [panel.id, panel])).values()]
	const some = unique.length > 0 ? unique : [mendPanel({})]
	return { panels: some, order: some.map(({ id }) => id) }
}

function mendPanel(stored: Fields): Panel {
	const items = Array.isArray(stored['items']) ? stored['items'].slice(0, mostItems) : []
	return {
		id: shortText(stored['id'], 40) ?? newId(),
		position: positions.find((position) => position === stored['position']) ?? 'all',
		rect: mendRect(isRecord(stored['rect']) ? stored['rect'] : {}),
		items: items.flatMap((item: unknown) => (isRecord(item) ? (mendItem(item) ?? []) : [])),
	}
}

function mendItem(stored: Fields): Item | undefined {
	const text = (name: string) => shortText(stored[name], longestText)
	const [component, path] = [text('component'), text('path')]
	const rest = { id: text('id') ?? newId(), title: text('title') ?? component ?? path ?? '' }
	if (stored['kind'] === 'pane' && component !== undefined) return { ...rest, kind: 'pane', component, ...(isRecord(stored['config']) && { config: stored['config'] }) }
	if (stored['kind'] !== 'file' || path === undefined) return undefined
	const cwd = text('cwd')
	return { ...rest, kind: 'file', path, ...(cwd !== undefined && { cwd }) }
}

function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same thing twice in a panel helps nobody. */
export function isSameItem(a: NewItem, b: NewItem): boolean {
	return a.kind === b.kind && a.component === b.component && a.path === b.path && a.cwd === b.cwd
}

function change(state: Panels, id: string, next: (panel: Panel) => Panel): Panels {
	return { ...state, panels: state.panels.map((panel) => (panel.id === id ? next(panel) : panel)) }
}

export function topOf({ panels, order }: Panels): Panel | undefined {
	return panels.find(({ id }) => id === order.at(-1))
}

export function raised(state: Panels, id: string): Panels {
	return state.order.at(-1) === id ? state : { ...state, order: [...state.order.filter((other) => other !== id), id] }
}

/** Adds what is not there yet. */
export function withItems(state: Panels, id: string, items: readonly NewItem[]): Panels {
	return change(state, id, (panel) => {
		const fresh = items.filter((item) => !panel.items.some((known) => isSameItem(known, item)))
		return { ...panel, items: [...panel.items, ...fresh.map((item) => ({ ...item, id: newId() }))].slice(0, mostItems) }
	})
}

export function withoutItem(state: Panels, id: string, item: string): Panels {
	return change(state, id, (panel) => ({ ...panel, items: panel.items.filter((each) => each.id !== item) }))
}

export function cleared(state: Panels, id: string): Panels {
	return change(state, id, (panel) => ({ ...panel, items: [] }))
}

/** Moving a panel by hand sets it free of its side. */
export function moved(state: Panels, id: string, rect: Rect, position: Position = 'all'): Panels {
	return change(state, id, (panel) => ({ ...panel, rect, position }))
}

export function withItemChange(state: Panels, id: string, item: string, next: Partial<Pick<Item, 'title' | 'config'>>): Panels {
	return change(state, id, (panel) => ({ ...panel, items: panel.items.map((each) => (each.id === item ? { ...each, ...next } : each)) }))
}

export function duplicated(state: Panels, id: string): Panels {
	const panel = state.panels.find((each) => each.id === id)
	if (!panel || state.panels.length >= mostPanels) return state
	const { x, y, width, height } = panel.rect
	const copy: Panel = { ...panel, id: newId(), position: 'all', rect: mendRect({ x: x + copyOffset, y: y + copyOffset, width, height: height || heights.initial }), items: panel.items.map((item) => ({ ...item, id: newId() })) }
	return { panels: [...state.panels, copy], order: [...state.order, copy.id] }
}

export function mayDuplicate({ panels }: Panels): boolean {
	return panels.length < mostPanels
}

/** A copy is gone when it is closed; the last panel keeps its things for the next time. */
export function closed(state: Panels, id: string): Panels | undefined {
	if (state.panels.length <= 1) return undefined
	return { panels: state.panels.filter((panel) => panel.id !== id), order: state.order.filter((other) => other !== id) }
}
