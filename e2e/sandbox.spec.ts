import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ask, maestroOf } from './support/desk.ts'
import { openPane } from './support/dock.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

async function openSandbox(desk: Page) {
	await openPane(desk, 'sandbox')
	const pane = desk.getByRole('region', { name: 'Sandbox', exact: true })
	await expect(pane.getByRole('textbox', { name: 'Snippet' })).toBeVisible()
	return pane
}

test('a snippet runs on a copy; what it would change is looked at, kept in part, and undone', async ({ desk, project }) => {
	const pane = await openSandbox(desk)
	const before = readFileSync(path.join(project, 'package.json'), 'utf8')
	await pane.getByRole('textbox', { name: 'Snippet' }).fill('echo "hello from the sandbox"\necho made > made.txt\necho other > other.txt\nrm package.json\necho oops >&2')
	await pane.getByRole('textbox', { name: 'Snippet' }).press('Control+Enter')
	await expect(pane.getByRole('log', { name: 'Output' })).toContainText('hello from the sandbox')
	await expect(pane.getByText('Exit code 0')).toBeVisible()
	await expect(pane.getByRole('heading', { name: 'It would change 3 files' })).toBeVisible()
	expect(existsSync(path.join(project, 'made.txt'))).toBe(false)
	await expect(pane.getByRole('article', { name: 'made.txt' })).toContainText('made')
	for (const theme of ['dark', 'light', 'high-contrast'] as const) {
		await setTheme(desk, theme)
		await picture(desk, `sandbox-${theme}`)
	}
	const { violations } = await new AxeBuilder({ page: desk }).include('.SandboxPane').analyze()
	expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
	await pane.getByRole('checkbox', { name: 'package.json' }).uncheck()
	await pane.getByRole('checkbox', { name: 'other.txt' }).uncheck()
	await pane.getByRole('button', { name: 'Keep 1' }).click()
	await expect(pane.getByRole('heading', { name: 'It would change 2 files' })).toBeVisible()
	expect(readFileSync(path.join(project, 'made.txt'), 'utf8')).toBe('made\n')
	await desk.getByRole('button', { name: 'Undo' }).click()
	await expect.poll(() => existsSync(path.join(project, 'made.txt'))).toBe(false)
	await pane.getByRole('button', { name: 'Throw away' }).click()
	await expect(pane.getByText('Thrown away. The project is as it was.')).toBeVisible()
	expect(readFileSync(path.join(project, 'package.json'), 'utf8')).toBe(before)
	expect(existsSync(path.join(project, 'other.txt'))).toBe(false)
})

test('what it can touch is shown, hosts are added and removed, and a running snippet is stopped', async ({ desk, project }) => {
	mkdirSync(path.join(project, '.git'))
	const pane = await openSandbox(desk)
	await pane.getByRole('button', { name: 'What it can touch' }).click()
	await expect(pane.getByText('.git', { exact: true })).toBeVisible()
	await expect(pane.getByText(/No network\. Hosts on this list/)).toBeVisible()
	await pane.getByRole('textbox', { name: 'Host' }).fill('*.example.com')
	await pane.getByRole('textbox', { name: 'Host' }).press('Enter')
	await expect(desk.getByText(/cannot be on the list of hosts/).first()).toBeVisible()
	await pane.getByRole('textbox', { name: 'Host' }).fill('registry.npmjs.org')
	await pane.getByRole('textbox', { name: 'Host' }).press('Enter')
	await expect(pane.getByRole('button', { name: 'Remove registry.npmjs.org' })).toBeVisible()
	await pane.getByRole('button', { name: 'Remove registry.npmjs.org' }).click()
	await expect(pane.getByText(/No network\. Hosts on this list/)).toBeVisible()
	await pane.getByRole('combobox', { name: 'Where it runs' }).selectOption('Read only')
	await pane.getByRole('textbox', { name: 'Snippet' }).fill('echo started; sleep 600')
	await pane.getByRole('button', { name: 'Run', exact: true }).click()
	await expect(pane.getByRole('log', { name: 'Output' })).toContainText('started')
	await pane.getByRole('button', { name: 'Stop' }).click()
	await expect(pane.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
})

test.describe('Maestro on copies', () => {
	test.use({ script: { turns: [{ calls: [{ name: 'run', input: { command: 'echo changed > README.md; echo said it' } }] }, { text: 'The readme is new.' }] } })

	test('a command runs on a copy first; the card shows what it would change, and that alone is done', async ({ desk, project }) => {
		const maestro = maestroOf(desk)
		await maestro.getByRole('button', { name: 'What commands can touch' }).click()
		const dialog = desk.getByRole('dialog', { name: 'What commands can touch' })
		await expect(dialog.getByText('no network')).toBeVisible()
		await dialog.getByRole('checkbox', { name: 'Run commands on a copy first' }).check()
		await desk.keyboard.press('Escape')
		const before = readFileSync(path.join(project, 'README.md'), 'utf8')
		await ask(desk, 'Make the readme new.')
		await expect(maestro.getByText('Maestro ran a command on a copy: keep what it changed?')).toBeVisible()
		await expect(maestro.getByText('said it', { exact: false }).last()).toBeVisible()
		await expect(maestro.getByText('"README.md" (changed)')).toBeVisible()
		await picture(maestro, 'maestro-on-a-copy')
		expect(readFileSync(path.join(project, 'README.md'), 'utf8')).toBe(before)
		await maestro.getByRole('button', { name: /^(Approve|Allow)/ }).first().click()
		await expect(maestro.getByText('The readme is new.')).toBeVisible()
		expect(readFileSync(path.join(project, 'README.md'), 'utf8')).toBe('changed\n')
	})
})
