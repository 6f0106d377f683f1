import { expect, type Locator, type Page } from '@playwright/test'

export const tab = (page: Page, name: string): Locator => page.locator('.flexlayout__tab_button, .flexlayout__border_button').and(page.getByRole('tab', { name, exact: true }))
export const panel = (page: Page, name: string): Locator => page.getByRole('tabpanel', { name, exact: true })

/** The names of the tabs in each tab set that stands in the dock, in reading order. */
export function tabSets(page: Page): Promise<string[][]> {
	return page.evaluate(() => [...document.querySelectorAll('.flexlayout__tabset')].map((set) => [...set.querySelectorAll('.flexlayout__tab_button_content')].map((name) => name.textContent ?? '')))
}

export function openPane(page: Page, id: string, more: Record<string, unknown> = {}): Promise<void> {
	return page.evaluate((detail) => void dispatchEvent(new CustomEvent('vt:layout:open', { detail })), { id, ...more })
}

/** Runs a command by its title, through the palette. */
export async function runByName(page: Page, title: string): Promise<void> {
	await page.keyboard.press('Control+Shift+P')
	const box = page.getByPlaceholder(/./).and(page.locator('.Palette-input'))
	await box.fill(title)
	await page.getByRole('option', { name: title }).first().click()
	await expect(box).toHaveCount(0)
}

/** A tab in a window of its own. */
export async function popOut(page: Page, name: string): Promise<Page> {
	await tab(page, name).click({ button: 'right' })
	const opening = page.context().waitForEvent('page')
	await page.getByRole('menuitem', { name: 'Popout tab' }).click()
	const popout = await opening
	await expect(tab(popout, name)).toBeVisible()
	return popout
}

export interface StoredTree {
	layout: StoredNode
	borders: { location: string; children: StoredNode[] }[]
}
interface StoredNode {
	type: string
	name?: string
	component?: string
	weight?: number
	selected?: number
	children?: StoredNode[]
}

/** The layout as it is kept in the browser. */
export async function storedTree(page: Page): Promise<StoredTree | undefined> {
	const text = await page.evaluate(() => localStorage.getItem('vt_web2_layout_v1'))
	return (JSON.parse(text ?? '{}') as { dock?: { model?: StoredTree } }).dock?.model
}

export function componentsIn(tree: StoredTree | undefined): string[] {
	const inside = (node: StoredNode): string[] => (node.type === 'tab' ? [node.component ?? ''] : (node.children ?? []).flatMap(inside))
	return tree ? [...inside(tree.layout), ...tree.borders.flatMap((border) => border.children.flatMap(inside))] : []
}

/** Drags with the mouse, in steps as a hand does. */
export async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
	const box = await from.boundingBox()
	if (!box) throw new Error('Nothing to drag')
	await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
	await page.mouse.down()
	await page.mouse.move(box.x + box.width / 3 + 8, box.y + box.height / 2 + 8, { steps: 3 })
	await page.mouse.move(to.x, to.y, { steps: 8 })
	await page.mouse.up()
}

export interface Dropped {
	texts?: Record<string, string>
	files?: readonly { name: string; text: string }[]
}

/** What comes from another window or from the file manager; Playwright's mouse drags only within the page. */
export async function dropIn(page: Page, at: { x: number; y: number }, { texts = {}, files = [] }: Dropped): Promise<void> {
	await page.evaluate(
		async ({ x, y, types, named }) => {
			const dataTransfer = new DataTransfer()
			for (const [type, text] of types) dataTransfer.setData(type, text)
			for (const { name, text } of named) dataTransfer.items.add(new File([text], name))
			const fire = (type: string) => document.elementFromPoint(x, y)?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, dataTransfer }))
			const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
			fire('dragenter')
			for (let n = 0; n < 3; n++) {
				await frame()
				fire('dragover')
			}
			fire('drop')
		},
		{ ...at, types: Object.entries(texts), named: files.map((file) => ({ ...file })) },
	)
}
