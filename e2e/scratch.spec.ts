import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { picture } from './support/look.ts'

async function openPaneById(page: Page, id: string, title: string): Promise<Locator> {
	await page.evaluate((pane) => dispatchEvent(new CustomEvent('vt:layout:open', { detail: { id: pane } })), id)
	const panel = page.getByRole('tabpanel', { name: title, exact: true })
	await expect(panel).toBeVisible()
	return panel
}

test('a note survives a reload right after the last key, and shows as Markdown', async ({ desk }) => {
	const panel = await openPaneById(desk, 'notes', 'Notes')
	await panel.getByRole('button', { name: 'New' }).click()
	await panel.getByLabel('Title', { exact: true }).fill('Harbour')
	await panel.getByLabel('Content').fill('## Plan\n\n- find a berth\n- mend the **sail**')
	await expect(panel.getByRole('button', { name: /^Harbour/ })).toBeVisible()
	await panel.getByLabel('Content').press('End')
	await panel.getByLabel('Content').pressSequentially('!')
	await desk.reload()
	await desk.getByRole('tab', { name: 'Notes' }).click()
	await expect(panel.getByLabel('Content')).toHaveValue('## Plan\n\n- find a berth\n- mend the **sail**!')
	await panel.getByRole('button', { name: 'Preview' }).click()
	await expect(panel.getByRole('heading', { name: 'Plan' })).toBeVisible()
	await picture(panel, 'notes-preview-dark')
})

test('a card is dragged with the mouse and moved with the keyboard', async ({ desk }) => {
	const panel = await openPaneById(desk, 'plans', 'Plans')
	for (const title of ['Sketch the layout', 'Write the tests', 'Ask Ada']) {
		await panel.getByRole('textbox', { name: 'New plan' }).fill(title)
		await panel.getByRole('button', { name: 'Add' }).click()
		await expect(panel.getByRole('button', { name: title, exact: true })).toBeVisible()
	}
	const done = panel.getByRole('region', { name: 'Done' })
	const busy = panel.getByRole('region', { name: 'In progress' })
	await panel.getByRole('button', { name: 'Ask Ada', exact: true }).dragTo(done)
	await expect(done.getByRole('button', { name: 'Ask Ada', exact: true })).toBeVisible()
	const card = panel.getByRole('button', { name: 'Write the tests', exact: true })
	await card.focus()
	await desk.keyboard.press('Space')
	await desk.keyboard.press('ArrowRight')
	await expect(busy.getByRole('button', { name: 'Write the tests', exact: true })).toBeFocused()
	await desk.keyboard.press('Space')
	await desk.reload()
	await desk.getByRole('tab', { name: 'Plans' }).click()
	await expect(busy.getByRole('button', { name: 'Write the tests', exact: true })).toBeVisible()
	await picture(panel, 'plans-dark')
})

test('a snippet from the palette asks for its places and is typed where the keyboard was', async ({ desk }) => {
	const snippets = await openPaneById(desk, 'snippets', 'Snippets')
	await snippets.getByRole('button', { name: 'New' }).click()
	await snippets.getByLabel('Title').fill('Greeting')
	await snippets.getByLabel('Body').fill('Hello ${name:you}, from ${place}')
	await snippets.getByRole('button', { name: 'Save' }).click()
	await expect(snippets.getByRole('button', { name: /^Greeting/ })).toBeVisible()
	await picture(snippets, 'snippets-dark')
	const notes = await openPaneById(desk, 'notes', 'Notes')
	await notes.getByRole('button', { name: 'New' }).click()
	await notes.getByLabel('Content').fill('> ')
	await desk.keyboard.press('ControlOrMeta+Shift+P')
	await desk.getByPlaceholder('Open a pane or run a command').fill('greet')
	await desk.getByRole('option', { name: /^Greeting/ }).click()
	const dialog = desk.getByRole('dialog', { name: 'Insert Greeting' })
	await dialog.getByLabel('place').fill('the harbour')
	await desk.keyboard.press('Enter')
	await expect(notes.getByLabel('Content')).toHaveValue('> Hello you, from the harbour')
	await notes.getByLabel('Content').press('ControlOrMeta+z')
	await expect(notes.getByLabel('Content')).toHaveValue('> ')
})
