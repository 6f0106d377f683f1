import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { openPane, panel } from './support/dock.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

async function scan(page: Page, pane: Locator, name: string) {
	for (const theme of ['light', 'high-contrast', 'dark'] as const) {
		await setTheme(page, theme)
		const { violations } = await new AxeBuilder({ page }).include(`#${await pane.getAttribute('id')}`).analyze()
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`), `${name} in ${theme}`).toEqual([])
		await picture(pane, `${name}-${theme}`)
	}
}

async function stream(page: Page, cmd: string): Promise<Locator> {
	await openPane(page, 'terminal-stream')
	const pane = panel(page, 'Terminal Stream')
	await pane.getByLabel('Command').fill(cmd)
	await pane.getByLabel('Command').press('Enter')
	return pane
}

test('a command is watched by keyboard alone: asked about, followed, with both outputs and its code', async ({ desk, project }) => {
	const pane = await stream(desk, 'for n in 1 2 3; do echo "step $n"; done; echo "something went wrong" >&2; echo done > made.txt; exit 3')
	await expect(pane.getByText(/Run this in .*something went wrong/)).toBeVisible()
	await pane.getByRole('button', { name: 'Run it' }).press('Enter')
	await expect(pane.getByText('exit code 3')).toBeVisible()
	await expect(pane.getByText('step 3')).toBeVisible()
	await expect(pane.locator('.OutputView-stderr', { hasText: 'something went wrong' })).toBeVisible()
	expect(await readFile(path.join(project, 'made.txt'), 'utf8')).toBe('done\n')
	await scan(desk, pane, 'terminal-stream')
})

test('a reload goes on with the command, and Stop ends everything it started', async ({ desk }) => {
	let pane = await stream(desk, 'sleep 4323 & echo begun; wait')
	await pane.getByRole('button', { name: 'Run it' }).click()
	await expect(pane.getByText('begun')).toBeVisible()
	await desk.reload()
	pane = panel(desk, 'Terminal Stream')
	await expect(pane.getByText('begun')).toBeVisible()
	await expect(pane.getByText('running')).toBeVisible()
	await pane.getByRole('button', { name: 'Stop' }).click()
	await expect(pane.getByText('exit code 143')).toBeVisible()
	expect(spawnSync('ps', ['ax', '-o', 'args'], { encoding: 'utf8' }).stdout).not.toMatch(/^sleep 4323/m)
})

test('a blocked command leads to the policy that blocks it', async ({ desk }) => {
	const pane = await stream(desk, `ls ${'a'.repeat(5000)}`)
	await expect(pane.getByText(/^Command blocked by shell policy/)).toBeVisible()
	await pane.getByRole('button', { name: 'Open Shell Policy' }).click()
	await expect(panel(desk, 'Shell Policy').getByText('Never runs')).toBeVisible()
})

test('on a copy a command changes nothing until its diff was looked at and kept', async ({ desk, project }) => {
	const before = await readFile(path.join(project, 'README.md'), 'utf8')
	await openPane(desk, 'terminal-stream')
	const pane = panel(desk, 'Terminal Stream')
	await pane.getByRole('checkbox', { name: 'On a copy' }).press('Space')
	await stream(desk, 'echo "one more line" >> README.md; echo said')
	await expect(pane.getByText(/It ran on a copy and would change README\.md/)).toBeVisible()
	await picture(pane, 'terminal-stream-copy')
	expect(await readFile(path.join(project, 'README.md'), 'utf8')).toBe(before)
	await pane.getByRole('button', { name: 'Show the changes' }).press('Enter')
	const sandbox = panel(desk, 'Sandbox')
	await expect(sandbox.getByRole('article', { name: 'README.md' })).toContainText('one more line')
	await sandbox.getByRole('button', { name: 'Keep all' }).click()
	await expect.poll(() => readFile(path.join(project, 'README.md'), 'utf8')).toBe(`${before}one more line\n`)
})

test('a command that was tried becomes the test command of the project', async ({ desk }) => {
	const pane = await stream(desk, 'cat package.json')
	await expect(pane.getByText('exit code 0')).toBeVisible()
	await pane.getByRole('button', { name: 'Save as test command' }).press('Enter')
	const tests = panel(desk, 'Tests')
	await expect(tests.getByLabel('Command', { exact: true })).toHaveValue('cat package.json')
	await tests.getByRole('button', { name: 'Run', exact: true }).click()
	await expect(tests.getByRole('status', { name: 'Receipt' })).toContainText('Passed')
	await desk.reload()
	await openPane(desk, 'tests')
	await expect(tests.getByLabel('Command', { exact: true })).toHaveValue('cat package.json')
})

test('preflight shows each tool with its version, how to get the missing ones, and what is kept apart', async ({ desk }) => {
	await openPane(desk, 'terminal-preflight')
	const pane = panel(desk, 'Terminal Preflight')
	await expect(pane.getByRole('table', { name: 'Shells' })).toBeVisible({ timeout: 30_000 })
	await expect(pane.getByRole('row', { name: /^bash yes \S+bash \d/ })).toBeVisible()
	await expect(pane.getByText('There is no network.')).toBeAttached()
	await expect(pane.getByRole('button', { name: /^Copy the command that installs/ }).first()).toBeAttached()
	await scan(desk, pane, 'terminal-preflight')
	await pane.getByRole('button', { name: 'Refresh' }).press('Enter')
	await expect(pane.getByText('Seen now')).toBeVisible()
})
