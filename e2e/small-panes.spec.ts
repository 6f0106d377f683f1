import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { openPane, panel } from './support/dock.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

/** No fault in any theme family, with something in the pane. */
async function scan(page: Page, pane: Locator, name: string, { isPictured = false } = {}) {
	for (const theme of ['light', 'high-contrast', 'dark'] as const) {
		await setTheme(page, theme)
		const { violations } = await new AxeBuilder({ page }).include(`#${await pane.getAttribute('id')}`).analyze()
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`), `${name} in ${theme}`).toEqual([])
	}
	if (isPictured) await picture(pane, `${name}-dark`)
}

test('plans, todos and notes with something in them have no accessibility fault', async ({ desk }) => {
	await openPane(desk, 'plans')
	const plans = panel(desk, 'Plans')
	await plans.getByRole('textbox', { name: 'New plan' }).fill('A card')
	await desk.keyboard.press('Enter')
	await plans.getByRole('button', { name: 'A card', exact: true }).focus()
	await desk.keyboard.press('Space')
	await scan(desk, plans, 'plans-held')

	await openPane(desk, 'todo')
	const todo = panel(desk, 'Todo')
	for (const text of ['Oil the winch', 'Buy rope']) {
		await todo.getByRole('textbox', { name: 'New todo' }).fill(text)
		await desk.keyboard.press('Enter')
		await expect(todo.getByRole('checkbox', { name: text })).toBeVisible()
	}
	await todo.getByRole('combobox', { name: 'Priority of Oil the winch' }).selectOption('high')
	await todo.getByRole('checkbox', { name: 'Buy rope' }).click()
	await expect(todo.getByRole('checkbox', { name: 'Buy rope' })).toBeChecked()
	await scan(desk, todo, 'todo', { isPictured: true })

	await openPane(desk, 'notes')
	const notes = panel(desk, 'Notes')
	await notes.getByRole('button', { name: 'New' }).click()
	await notes.getByLabel('Content').fill('the text')
	await expect(notes.getByText('Saving')).toBeHidden()
	await notes.getByLabel('Filter by title or text').fill('text')
	await expect(notes.getByText('In the text')).toBeVisible()
	await scan(desk, notes, 'notes-search')
})

test('memory: a file that came with the project waits for a person, also for axe; agents are told it after that', async ({ desk, project }) => {
	await mkdir(path.join(project, '.agents/memory'), { recursive: true })
	await writeFile(path.join(project, '.agents/memory/house-rules.md'), '# House rules\n\n- Use **tabs**.\n')
	await openPane(desk, 'memory')
	const memory = panel(desk, 'Memory')
	await expect(memory.getByText('Use tabs.')).toBeVisible()
	await memory.getByLabel('Agents read the notes of this project').click()
	await expect(memory.getByLabel('Agents read the notes of this project')).toBeChecked()
	await scan(desk, memory, 'memory', { isPictured: true })
	await memory.getByRole('button', { name: 'Add' }).click()
	const dialog = desk.getByRole('dialog', { name: 'Remember' })
	await dialog.getByLabel('Note').fill('Answer in short sentences.')
	await dialog.getByRole('radio', { name: /^Yours/ }).check()
	await dialog.getByRole('button', { name: 'Remember' }).click()
	await expect(memory.getByText('Answer in short sentences.')).toBeVisible()
	await memory.getByRole('button', { name: 'Let agents read it' }).click()
	await expect(memory.getByText(/^Not read by agents/)).toBeHidden()
	await desk.reload()
	await expect(memory.getByLabel('Agents read the notes of this project')).toBeChecked()
	await expect(memory.getByText(/^Not read by agents/)).toBeHidden()
})

test('providers: a test of the key, open JSON, and what shows when the server is away', async ({ desk, server }) => {
	await openPane(desk, 'providerDiagnostics')
	const pane = panel(desk, 'Provider diagnostics')
	const own = pane.getByRole('listitem', { name: 'OpenAI-compatible server' })
	await own.getByRole('button', { name: /^Test/ }).click()
	await expect(own.getByText(/^Answered in/)).toBeVisible()
	await own.getByText('Raw JSON').click()
	await expect(own.getByText('"status": "ready"')).toBeVisible()
	await scan(desk, pane, 'providers-tested')
	await server.stop()
	await expect(pane.getByText(/^Offline — showing last snapshot\. Retrying in \d+s…$/)).toBeVisible()
	await expect(own).toBeVisible()
	await scan(desk, pane, 'providers-offline')
})

test('diagnostics: the file cache, the server, and a bundle to save', async ({ desk }) => {
	await openPane(desk, 'diagnostics')
	const pane = panel(desk, 'Diagnostics')
	await pane.getByRole('button', { name: 'Fetch FS Cache Status' }).click()
	await expect(pane.getByLabel('FS cache status')).toContainText('"ok": true')
	await expect(pane.getByText(/ms median/)).toBeVisible({ timeout: 20_000 })
	const [download] = await Promise.all([desk.waitForEvent('download'), pane.getByRole('button', { name: 'Save support bundle' }).click()])
	expect(download.suggestedFilename()).toMatch(/^drydock-support-\d{4}-\d\d-\d\d\.json$/)
	await scan(desk, pane, 'diagnostics', { isPictured: true })
})

test('problems: a program reports them, and each leads to its place in the editor', async ({ desk, project }) => {
	await desk.evaluate((uri) => {
		const at = (line: number) => ({ start: { line, character: 0 } })
		dispatchEvent(new CustomEvent('vt:lsp:diagnostics', { detail: { uri, diagnostics: [{ severity: 1, message: 'No such name', source: 'ts', code: 2304, range: at(1) }, { severity: 2, message: 'Unused name', source: 'ts', code: 6133, range: at(2) }] } }))
	}, `file://${project}/README.md`)
	await openPane(desk, 'problems')
	const pane = panel(desk, 'Problems')
	await expect(pane.getByRole('listitem')).toHaveCount(2)
	await scan(desk, pane, 'pane-problems', { isPictured: true })
	await pane.getByLabel('Severity').selectOption('Error')
	await expect(pane.getByRole('listitem')).toHaveCount(1)
	await pane.getByRole('button', { name: /^Go to 2:1/ }).press('Enter')
	await expect(desk.getByRole('tab', { name: 'README.md' }).first()).toBeVisible()
	await expect(desk.locator('.view-lines')).toContainText('Adds up what is in a basket.')
	// Panels stay below, what is worked on opens above them.
	await expect(pane).toBeVisible()
})
