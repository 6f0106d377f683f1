import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

const capabilities = fileURLToPath(new URL('../capabilities/', import.meta.url))

/** Every pane of the product, read from the web halves, so that a new pane is scanned without touching this file. */
const panes = readdirSync(capabilities).flatMap((name) => {
	const file = path.join(capabilities, name, 'web/index.ts')
	const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
	return [...text.matchAll(/\bid: '([A-Za-z-]+)',\s*title: '([^']+)',\s*category:/g)].map(([, id = '', title = '']) => ({ id, title }))
})

test('there are panes to scan', () => {
	expect(panes.map(({ id }) => id)).toEqual(expect.arrayContaining(['files', 'code-editor', 'terminal', 'maestro', 'grokChat', 'matrix', 'settings', 'approvals-queue', 'layout', 'appearance']))
})

test('the guide shows every pane in three themes', () => {
	const guide = fileURLToPath(new URL('../docs/guide/', import.meta.url))
	const gallery = readFileSync(path.join(guide, 'gallery.md'), 'utf8')
	const pictures = panes.flatMap(({ id }) => ['dark', 'light', 'high-contrast'].map((theme) => `screenshots/pane-${id}-${theme}.png`))
	expect(pictures.filter((picture) => !gallery.includes(picture) || !existsSync(path.join(guide, picture)))).toEqual([])
})

for (const { id, title } of panes) {
	test(`the pane ${id} has no serious accessibility fault in any theme family, and is reachable by keyboard`, async ({ desk }) => {
		await desk.evaluate((pane) => dispatchEvent(new CustomEvent('vt:layout:open', { detail: { id: pane } })), id)
		const panel = desk.getByRole('tabpanel', { name: title, exact: true })
		await expect(panel).toBeVisible()
		await expect(panel.getByText(/^(Loading|Looking for)/)).toHaveCount(0)
		await expect(panel.locator('.Skeleton')).toHaveCount(0)
		for (const theme of ['dark', 'light', 'high-contrast'] as const) {
			await setTheme(desk, theme)
			await picture(panel, `pane-${id}-${theme}`)
			const { violations } = await new AxeBuilder({ page: desk }).include(`#${await panel.getAttribute('id')}`).analyze()
			const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' | ')}`)
			expect(serious, `${id} in ${theme}`).toEqual([])
		}
		const controls = panel.locator('button:visible:enabled, input:visible:enabled:not([type=radio]:not(:checked)), textarea:visible:enabled, select:visible:enabled, [tabindex="0"]:visible')
		if ((await controls.count()) === 0) return
		await controls.first().focus()
		await desk.keyboard.press('Tab')
		await desk.keyboard.press('Shift+Tab')
		await expect(panel.locator(':focus')).toHaveCount(1)
	})
}
