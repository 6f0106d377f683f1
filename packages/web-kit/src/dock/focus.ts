// The keyboard's way between panes: the dock's own keys do not leave a text field, so not an editor or a terminal either.
import { hostDocument } from '@drydock/ui/host.ts'
import type { Model, TabNode } from 'flexlayout-react'
import { closest } from '../closest.ts'
import type { Dock } from './dock.ts'
import { tabsOf } from './nodes.ts'

/** The place of a pane where one works is marked with it, or an element around that place. */
const workplace = '[data-main]'
const focusable = 'textarea, input, [contenteditable=true], [role=textbox], [tabindex="0"]'

/** Puts the focus where one works in a pane; the pane itself has it until that place is there. */
export function focusPanel(panel: HTMLElement): void {
	const place = placeIn(panel)
	if (place) return place.focus()
	panel.focus()
	const observer = new MutationObserver(() => {
		if (panel.ownerDocument.activeElement !== panel) return observer.disconnect()
		placeIn(panel)?.focus()
	})
	observer.observe(panel, { childList: true, subtree: true })
}

const panelPrefix = 'flexlayout-tab-'
const buttonPrefix = 'flexlayout-tabbutton-'
/** The engine writes ids into the page without blanks. */
const written = (tab: TabNode) => tab.getId().replaceAll(/\s/g, '_')

/** Tells the dock which tab the focus is in; for each window. */
export function followFocus(page: Document, dock: Dock): () => void {
	const hear = ({ target }: FocusEvent) => {
		const element = closest(target, `[id^="${panelPrefix}"], [id^="${buttonPrefix}"]`)
		const tab = element && tabWritten(dock.model, element.id)
		if (tab) dock.noteFocus(tab.getId())
	}
	page.addEventListener('focusin', hear)
	return () => page.removeEventListener('focusin', hear)
}

function tabWritten(model: Model, elementId: string): TabNode | undefined {
	const id = elementId.replace(panelPrefix, '').replace(buttonPrefix, '')
	return tabsOf(model).find((tab) => written(tab) === id)
}

/** A new tab's panel stands within a frame or two. */
const mostFrames = 10

/** Puts the focus into a tab's content once the dock has drawn what was just changed. */
export function focusTab(tab: TabNode, frames = mostFrames): void {
	requestAnimationFrame(() => {
		const panel = tab.isVisible() ? tab.getDocument()?.getElementById(panelPrefix + written(tab)) : undefined
		tab.getWindow()?.focus()
		if (panel?.checkVisibility({ visibilityProperty: true })) focusPanel(panel)
		else if (frames > 0) focusTab(tab, frames - 1)
	})
}

/** From anywhere in a pane to where one works in it. */
export function focusWorkplace(within: Element): void {
	const panel = within.closest<HTMLElement>('[role=tabpanel][data-layout-path]')
	if (panel) focusPanel(panel)
}

function placeIn(panel: HTMLElement): HTMLElement | undefined {
	const marked = [...panel.querySelectorAll<HTMLElement>(workplace)].find((element) => element.checkVisibility())
	return marked?.matches(focusable) ? marked : (marked?.querySelector<HTMLElement>(focusable) ?? undefined)
}

/** Goes from one pane that is shown in the window to the next as they stand on the screen, from the top. */
export function stepPanel(step: 1 | -1): void {
	const page = hostDocument()
	const panels = [...page.querySelectorAll<HTMLElement>('[role=tabpanel][data-layout-path]')].filter((panel) => panel.checkVisibility({ visibilityProperty: true }))
	const inOrder = panels.map((panel) => ({ panel, box: panel.getBoundingClientRect() })).toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
	const at = inOrder.findIndex(({ panel }) => panel.contains(page.activeElement) || labelOf(panel)?.contains(page.activeElement))
	const next = inOrder.at(at < 0 ? (step === 1 ? 0 : -1) : (at + step) % inOrder.length)
	if (next) focusPanel(next.panel)
}

/** The tab of a pane. */
function labelOf(panel: HTMLElement): HTMLElement | null {
	return panel.ownerDocument.getElementById(panel.getAttribute('aria-labelledby') ?? '')
}
