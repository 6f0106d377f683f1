import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { editorOf } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

/** No serious fault of accessibility in dark and light. */
async function isAccessible(page: Page, part: Locator, name: string) {
	await part.evaluate((element) => element.setAttribute('data-axe', ''))
	for (const theme of ['light', 'dark'] as const) {
		await setTheme(page, theme)
		await picture(page, `shell-${name}-${theme}`)
		const { violations } = await new AxeBuilder({ page }).include('[data-axe]').analyze()
		const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
		expect(serious, `${name} in ${theme}`).toEqual([])
	}
	await part.evaluate((element) => element.removeAttribute('data-axe'))
}

test.describe('the command palette', () => {
	test('by keyboard: panes, commands and files in one box, recent ones first, Escape gives the focus back', async ({ desk }) => {
		const task = desk.getByRole('textbox', { name: 'Task' })
		await task.focus()
		// spec: Ctrl/Cmd+Shift+P
		await desk.keyboard.press('Control+Shift+P')
		const palette = desk.getByRole('dialog', { name: 'Command palette' })
		await expect(palette.getByRole('combobox')).toBeFocused()
		await desk.keyboard.press('Escape')
		await expect(palette).toHaveCount(0)
		await expect(task).toBeFocused()

		// spec: Ctrl/Cmd+K
		await desk.keyboard.press('Control+K')
		await desk.keyboard.type('total')
		const file = palette.getByRole('option', { name: 'total.js src' })
		await expect(file).toBeVisible()
		await expect(file.locator('mark')).toHaveText('total')
		await isAccessible(desk, palette, 'palette')
		while ((await file.getAttribute('aria-selected')) !== 'true') await desk.keyboard.press('ArrowDown')
		await desk.keyboard.press('Enter')
		await expect(editorOf(desk).getByRole('tab', { name: 'total.js' })).toHaveAttribute('aria-selected', 'true')

		await desk.keyboard.press('Control+K')
		await desk.keyboard.type('>light')
		await desk.keyboard.press('Enter')
		await expect(desk.locator('html[data-theme="light"]')).toBeVisible()
		await desk.keyboard.press('Control+K')
		await expect(palette.getByRole('option').first()).toContainText('Theme: light')
	})

	test('by pointer: the header opens it, a click runs, a click beside closes', async ({ desk }) => {
		await desk.getByRole('button', { name: /Open Palette/ }).click()
		const palette = desk.getByRole('dialog', { name: 'Command palette' })
		await palette.getByRole('option', { name: 'Appearance settings' }).first().click()
		await expect(desk.getByRole('tab', { name: 'Appearance settings', exact: true })).toHaveAttribute('aria-selected', 'true')
		await desk.getByRole('button', { name: 'Command palette' }).click()
		await expect(palette).toBeVisible()
		await desk.mouse.click(20, 600)
		await expect(palette).toHaveCount(0)
	})
})

test('the side bar: Alt+\\ shows it, Quick Open finds files, it is resized by mouse and by keyboard, and all is remembered', async ({ desk }) => {
	await desk.keyboard.press('Alt+\\')
	const bar = desk.getByRole('complementary', { name: 'Sidebar' })
	const box = bar.getByRole('combobox', { name: 'Quick Open File' })
	await box.fill('totjs')
	await expect(bar.getByRole('option')).toContainText(['total.js'])
	await isAccessible(desk, bar, 'sidebar')
	await box.press('Enter')
	await expect(editorOf(desk).getByRole('tab', { name: 'total.js' })).toBeVisible()
	await expect(bar.getByRole('navigation', { name: 'Recent Panes' }).getByRole('button', { name: 'Code Editor' })).toBeVisible()

	const handle = bar.getByRole('separator', { name: 'Resize sidebar' })
	await handle.focus()
	await desk.keyboard.press('ArrowRight')
	await expect(handle).toHaveAttribute('aria-valuenow', '296')
	await desk.keyboard.press('Shift+ArrowLeft')
	await expect(handle).toHaveAttribute('aria-valuenow', '256')
	const place = await handle.boundingBox()
	if (!place) throw new Error('no handle')
	await desk.mouse.move(place.x + 3, 500)
	await desk.mouse.down()
	await desk.mouse.move(place.x + 103, 500, { steps: 4 })
	await desk.mouse.up()
	await expect(handle).toHaveAttribute('aria-valuenow', '356')
	await desk.reload()
	await expect(handle).toHaveAttribute('aria-valuenow', '356')
	await desk.getByRole('button', { name: 'Toggle sidebar' }).click()
	await expect(bar).toHaveCount(0)
})
