import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'
import { shows, type } from './support/terminal.ts'

test('what a command did to files is looked at, one of them taken back, and that undone', async ({ desk, project }) => {
	const text = (name: string) => readFileSync(path.join(project, name), 'utf8')
	for (const name of ['one.txt', 'two.txt']) writeFileSync(path.join(project, name), 'first\nsecond\nthird\n')
	await shows(desk, /[#$]$/m)
	const record = desk.getByRole('button', { name: 'Record file changes' })
	await expect(record).toHaveAttribute('aria-pressed', 'false')
	await record.click()
	await expect(record).toHaveAttribute('aria-pressed', 'true')
	const bar = desk.getByRole('toolbar', { name: 'Command' })
	// The first look at the project is taken beside the shell.
	await expect(async () => {
		await type(desk, 'true')
		await desk.keyboard.press('Control+ArrowUp')
		await expect(bar).toContainText('no file changed', { timeout: 2000 })
	}).toPass()
	await type(desk, 'sed -i s/second/2nd/ one.txt two.txt; echo changed-$((1+1))')
	await shows(desk, 'changed-2')
	await desk.keyboard.press('Control+ArrowUp')
	const revert = bar.getByRole('button', { name: 'Revert file changes (2)…' })
	await revert.click()
	const dialog = desk.getByRole('dialog', { name: 'File changes' })
	await expect(dialog.getByRole('article')).toHaveCount(2)
	await expect(dialog).toContainText('sed -i s/second/2nd/')
	for (const theme of ['dark', 'light'] as const) {
		await setTheme(desk, theme)
		await picture(dialog, `terminal-changes-${theme}`)
	}
	expect((await new AxeBuilder({ page: desk }).include('dialog').analyze()).violations).toEqual([])
	await dialog.getByRole('button', { name: 'Take back one.txt' }).click()
	await expect(dialog).toContainText('Took back one.txt')
	expect([text('one.txt'), text('two.txt')]).toEqual(['first\nsecond\nthird\n', 'first\n2nd\nthird\n'])
	await dialog.getByRole('button', { name: 'Undo' }).click()
	await expect.poll(() => text('one.txt')).toBe('first\n2nd\nthird\n')
	await desk.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	// A reload knows it too.
	await desk.reload()
	await shows(desk, 'changed-2')
	await expect(record).toHaveAttribute('aria-pressed', 'true')
	await expect(async () => {
		await desk.locator('.TerminalView:not([hidden]) .xterm-helper-textarea').focus()
		await desk.keyboard.press('Control+ArrowUp')
		await expect(revert).toBeVisible({ timeout: 1000 })
	}).toPass()
})
