import { expect, type Locator, type Page } from '@playwright/test'

export function maestroOf(page: Page): Locator {
	return page.getByRole('tabpanel', { name: 'Maestro', exact: true })
}

/** Gives Maestro a task. */
export async function ask(page: Page, task: string): Promise<Locator> {
	const maestro = maestroOf(page)
	await maestro.getByRole('textbox', { name: 'Task' }).fill(task)
	await maestro.getByRole('textbox', { name: 'Task' }).press('Enter')
	return maestro
}

export function editorOf(page: Page): Locator {
	return page.getByRole('region', { name: 'Code Editor' })
}

/** Opens a file in the editor and waits for its text. */
export async function openFile(page: Page, path: string): Promise<Locator> {
	await page.evaluate((file) => dispatchEvent(new CustomEvent('vt:editor:open', { detail: { path: file } })), path)
	const editor = editorOf(page)
	await expect(editor.getByRole('tab', { name: path.slice(path.lastIndexOf('/') + 1) })).toHaveAttribute('aria-selected', 'true')
	await expect(editor.locator('.view-lines, textarea.Editor-plain').first()).toBeVisible()
	return editor
}

/** Types at the start of the open file, as a person does. */
export async function typeAtStart(page: Page, text: string): Promise<void> {
	const editor = editorOf(page)
	await editor.locator('.view-lines, textarea.Editor-plain').first().click()
	await page.keyboard.press('Control+Home')
	await page.keyboard.type(text)
}

/** What is drawn of the open file; the engine draws blanks as no-break spaces. */
export async function drawnText(page: Page): Promise<string> {
	const lines = await editorOf(page).locator('.view-lines .view-line').allInnerTexts()
	return lines.join('\n').replaceAll('\u00a0', ' ')
}
