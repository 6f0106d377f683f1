import { AxeBuilder } from '@axe-core/playwright'
import { ask } from './support/desk.ts'
import { openPane, panel, runByName } from './support/dock.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

test('a command is explained, held back, made a rule, runs without asking, and the rule is taken away', async ({ desk }) => {
	await runByName(desk, 'Open Shell Policy')
	const pane = panel(desk, 'Shell Policy')
	const part = (name: string) => pane.getByRole('region', { name })
	const command = part('Try a Command').getByLabel('Command')
	await expect(pane.getByText(/entries run without asking/)).toBeVisible()

	await command.fill('git status | rm -rf "build dir"')
	await expect(pane.getByText('Asks first')).toBeVisible()
	await expect(pane.getByLabel('What the policy makes of it').getByText('build dir')).toBeVisible()

	await command.fill('tee made.txt')
	await command.press('Enter')
	await desk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
	await expect(part('Recent Rejects').getByText('tee made.txt', { exact: true })).toBeVisible()

	await pane.getByRole('button', { name: 'Allow exactly this…' }).click()
	await expect(part('Add Prefix').getByRole('textbox', { name: 'Command' })).toHaveValue('tee made.txt')
	await part('Add Prefix').getByRole('button', { name: 'Add' }).click()
	await desk.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
	await expect(part('Dynamic Allowlist').getByText('tee made.txt (exactly)')).toBeVisible()
	await expect(pane.getByText('Runs without asking')).toBeVisible()

	await command.press('Enter')
	await expect(part('Try a Command').getByText('allowed')).toBeVisible()

	for (const theme of ['light', 'high-contrast', 'dark'] as const) {
		await setTheme(desk, theme)
		const { violations } = await new AxeBuilder({ page: desk }).include(`#${await pane.getAttribute('id')}`).analyze()
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`), theme).toEqual([])
		await picture(pane, `shell-policy-${theme}`)
	}

	await part('Dynamic Allowlist').getByRole('button', { name: 'Remove tee made.txt (exactly)' }).press('Enter')
	await expect(part('Dynamic Allowlist').getByText(/No rules of your own/)).toBeVisible()
	await expect(pane.getByText('Asks first')).toBeVisible()
})

test('what names a shell is no rule, with the reason; a rule outlives the server', async ({ desk, server, start, enter }) => {
	await openPane(desk, 'shellPolicy')
	const add = panel(desk, 'Shell Policy').getByRole('region', { name: 'Add Prefix' })
	const write = async (prefix: string) => {
		await add.getByLabel('Prefix').fill(prefix)
		await add.getByLabel('Prefix').press('Enter')
	}
	await write('ls; rm')
	await expect(add.getByText('Invalid prefix (no operators, must start with a word)')).toBeVisible()
	await write('bash')
	await desk.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
	await expect(add.getByText(/Add failed: "bash" cannot be a prefix: bash is a shell/)).toBeVisible()
	await write('grep -rn')
	await desk.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
	await expect(panel(desk, 'Shell Policy').getByRole('button', { name: 'Remove grep -rn' })).toBeVisible()
	await server.stop()
	const again = await enter((await start()).link)
	await openPane(again, 'shellPolicy')
	await expect(panel(again, 'Shell Policy').getByRole('button', { name: 'Remove grep -rn' })).toBeVisible()
})

test.describe('a command that waits', () => {
	const run = (command: string) => ({ calls: [{ name: 'run', input: { command } }] })
	test.use({ script: { turns: [run('touch made.txt'), run('touch made.txt'), run('touch other.txt'), { text: 'Both were tried.' }] } })

	test('becomes a rule by keyboard alone: it runs, runs again unasked, and another one asks', async ({ desk }) => {
		const maestro = await ask(desk, 'Touch it')
		const card = maestro.getByRole('group', { name: /wants to run a command/ })
		await card.focus()
		for (let at = 0; at < 20 && !(await card.getByRole('button', { name: 'Make a rule…' }).evaluate((button) => button === document.activeElement)); at++) await desk.keyboard.press('Tab')
		await desk.keyboard.press('Enter')
		const dialog = desk.getByRole('dialog', { name: 'Run commands like this without asking' })
		await expect(dialog.getByLabel('What the policy makes of it').getByText('made.txt')).toBeVisible()
		for (const theme of ['light', 'high-contrast', 'dark'] as const) {
			await setTheme(desk, theme)
			const { violations } = await new AxeBuilder({ page: desk }).include('dialog').analyze()
			expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`), theme).toEqual([])
			await picture(dialog, `shell-policy-rule-${theme}`)
		}
		await expect(dialog.getByRole('textbox', { name: 'Command' })).toBeFocused()
		await desk.keyboard.press('Enter')
		await expect(desk.getByRole('dialog', { name: 'Run without asking?' }).getByRole('button', { name: 'Continue' })).toBeFocused()
		await desk.keyboard.press('Enter')
		await expect(card.getByLabel('Command', { exact: true })).toHaveText('touch other.txt')
		await expect(maestro.getByRole('button', { name: /^Run touch made\.txt/ })).toHaveCount(2)
		await card.press('r')
		await expect(maestro.getByText('Both were tried.')).toBeVisible()
	})
})
