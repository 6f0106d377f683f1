import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ask, editorOf, openFile, typeAtStart } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { setTheme } from './support/look.ts'
import { shows } from './support/terminal.ts'

test.use({
	script: {
		turns: [
			{ when: { results: 0 }, reasoning: 'The code comes first.', text: 'I look at the **code** first, see `src/total.js`:\n\n```js\nconst sum = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |', calls: [{ name: 'read', input: { path: 'src/total.js' } }] },
			{ when: { results: 1 }, text: 'I mend it.', calls: [{ name: 'edit', input: { path: 'src/total.js', edits: [{ old: '\t\tsum += item.price\n', new: '\t\tsum += item.price * item.count\n' }] } }] },
			{ when: { results: 2 }, text: 'Now the tests.', calls: [{ name: 'run', input: { command: 'node --test' } }] },
			{ when: { results: 3 }, text: 'All tests pass.' },
		],
	},
})

test('the default layout as a whole', async ({ desk }) => {
	await shows(desk, /[#$]\s*$/m)
	await expectNoFaults(desk, 'default layout')
})

test('Maestro in the middle of a run, with an approval and a diff open, and after it', async ({ desk }) => {
	const maestro = await ask(desk, 'Make the failing test pass.')
	await expect(maestro.getByRole('button', { name: /^Approve/ })).toBeVisible()
	await maestro.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /1 file changed/ }).click()
	await expect(maestro.locator('.DiffView').first()).toBeVisible()
	await maestro.getByRole('button', { name: /^Read src\/total\.js/ }).click()
	await expectNoFaults(desk, 'while an approval waits')

	await maestro.getByRole('button', { name: /^Approve/ }).click()
	await expect(maestro.getByText('All tests pass.').last()).toBeVisible()
	await maestro.getByRole('button', { name: /node --test/ }).click()
	await maestro.getByRole('button', { name: 'Take back src/total.js' }).click()
	await expect(maestro.getByText('Took back src/total.js')).toBeVisible()
	await expectNoFaults(desk, 'after a take-back')

	await maestro.getByRole('button', { name: 'History' }).click()
	await expect(desk.getByRole('dialog', { name: 'Runs' }).getByText('Make the failing test pass.')).toBeVisible()
	await expectNoFaults(desk, 'the list of runs')
})

test('the palette, the side bar and a menu', async ({ desk }) => {
	await desk.keyboard.press('Alt+\\')
	await expect(desk.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
	await desk.keyboard.press('Control+Shift+p')
	await expect(desk.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
	await expectNoFaults(desk, 'palette')
	await desk.keyboard.type('set')
	await expectNoFaults(desk, 'palette with a query')
	await desk.keyboard.press('Escape')
	await desk.getByRole('treeitem', { name: 'README.md' }).click({ button: 'right' })
	await expect(desk.getByRole('menu')).toBeVisible()
	await expectNoFaults(desk, 'menu')
})

test('dialogs: a name, the trash, both versions of a file; a name in its row', async ({ desk }) => {
	await desk.getByRole('treeitem', { name: 'README.md' }).click()
	await expect(editorOf(desk)).toBeVisible()
	const files = desk.getByRole('tabpanel', { name: 'Files', exact: true })
	for (const [button, item] of [['New File'], ['More', 'Trash…']] as const) {
		await files.getByRole('button', { name: button }).click()
		if (item) await desk.getByRole('menuitem', { name: item }).click()
		await expect(desk.getByRole('dialog')).toBeVisible()
		await expectNoFaults(desk, `the dialog behind ${button}`)
		await desk.keyboard.press('Escape')
		await expect(desk.getByRole('dialog')).toHaveCount(0)
	}
	await files.getByRole('treeitem', { name: 'README.md' }).click()
	await desk.keyboard.press('F2')
	await expect(files.getByRole('textbox', { name: /name/i })).toBeFocused()
	await expectNoFaults(desk, 'a name in the row')
	await desk.keyboard.press('Escape')
	await openFile(desk, 'README.md')
	await typeAtStart(desk, 'mine ')
	await desk.keyboard.press('Alt+d')
	await expect(desk.getByRole('dialog', { name: 'Diff with Saved' })).toBeVisible()
	await expectNoFaults(desk, 'difference')
})

/** No serious accessibility fault on the page as it is, in any theme family. */
async function expectNoFaults(page: Page, where: string): Promise<void> {
	for (const theme of ['dark', 'light', 'high-contrast'] as const) {
		await setTheme(page, theme)
		const { violations } = await new AxeBuilder({ page }).analyze()
		const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`).join(' | ')}`)
		expect.soft(serious, `${where} in ${theme}`).toEqual([])
	}
}
