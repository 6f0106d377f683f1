import { readPreference, registry, writePreference, type CommandArguments } from '@drydock/web-kit'
import type { Dropped } from '@drydock/web-kit/late/drop-payload.ts'
import { superDockOpen } from './open-state.ts'
import { dedupeMs, isSameItem, topOf, withItems, type NewItem } from './panels.ts'
import { shortText } from './fields.ts'
import { changePanels, panels } from './store.ts'

const longestPath = 4096
let last: { item: NewItem; at: number } | undefined

export function toggle(): void {
	const isOpening = !readPreference(superDockOpen)
	writePreference(superDockOpen, isOpening)
	if (isOpening) focusTop()
	else giveFocusBack()
}

/** Opens the Super Dock with a pane or a file; the same request twice within a moment is one. */
export function requestItem(input: CommandArguments): void {
	const item = itemOf(input)
	if (!item) return
	const at = performance.now()
	const isAgain = last !== undefined && at - last.at < dedupeMs && isSameItem(last.item, item)
	last = { item, at }
	if (isAgain) return
	writePreference(superDockOpen, true)
	addItems([item])
}

/** Adds to a panel, or to the one on top. */
export function addItems(items: readonly NewItem[], panel = topOf(panels())?.id): void {
	if (panel !== undefined) changePanels((state) => withItems(state, panel, items))
}

function itemOf(input: CommandArguments): NewItem | undefined {
	const text = (name: string) => shortText(input[name], longestPath)
	const [component, path, cwd] = [text('component') ?? text('pane') ?? text('id'), text('path'), text('cwd')]
	if (component !== undefined) return paneItem(component, text('title'))
	return path === undefined ? undefined : fileItem(path, { cwd, title: text('title') })
}

export function paneItem(component: string, title?: string): NewItem | undefined {
	const pane = registry().panes.get(component)
	return pane && { kind: 'pane', component, title: title ?? pane.title }
}

function fileItem(path: string, { cwd, title }: { cwd?: string; title?: string }): NewItem {
	return { kind: 'file', path, title: title ?? (path.split('/').findLast((part) => part !== '') || path), ...(cwd !== undefined && { cwd }) }
}

/** What was dropped as items; an unknown pane is left out. */
export function itemsOf(dropped: readonly Dropped[]): NewItem[] {
	return dropped.flatMap((each) => {
		if (each.kind === 'pane') return paneItem(each.component, each.title) ?? []
		return each.kind === 'file' ? fileItem(each.path, each) : { kind: 'file', path: each.url, title: each.title ?? each.url }
	})
}

/** The panels float in the main window alone. */
const page = globalThis.document
let isFocusWanted = false
let before: Element | null = null

/** The panel on top takes the keyboard, as soon as it is there. */
export function focusTop(): void {
	const top = topOf(panels())
	const element = top && page.getElementById(panelElementId(top.id))
	if (!element?.contains(page.activeElement)) before = page.activeElement
	isFocusWanted = !element
	element?.focus()
}

/** Whether a panel that just appeared is to take the keyboard. */
export function takesFocus(panel: string): boolean {
	const isTaken = isFocusWanted && topOf(panels())?.id === panel
	if (isTaken) isFocusWanted = false
	return isTaken
}

/** The keyboard goes back to where it was before the panels had it. */
export function giveFocusBack(): void {
	if (before instanceof HTMLElement && before.isConnected) before.focus()
	before = null
}

export function panelElementId(panel: string): string {
	return `super-dock-${panel}`
}
