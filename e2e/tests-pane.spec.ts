import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { drawnText, editorOf } from './support/desk.ts'
import { openPane, panel } from './support/dock.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'
import { familyOf } from './support/processes.ts'

const failing = 'each item counts as often as it was taken'

test('run, read the failure, mend it, re-run what failed; the receipt goes stale with an edit and stands again without it', async ({ desk, project }) => {
	await openPane(desk, 'tests')
	const pane = panel(desk, 'Tests')
	await expect(pane.getByLabel('Command', { exact: true })).toHaveAttribute('placeholder', 'npm test')
	await pane.getByRole('button', { name: 'Run', exact: true }).click()
	const receipt = pane.getByRole('status', { name: 'Receipt' })
	await expect(receipt).toContainText('Failed')
	await expect(receipt).toContainText('exit code 1')
	await expect(receipt.getByText('fresh')).toBeVisible()
	const row = pane.getByRole('treeitem', { name: failing })
	await row.click()
	const detail = pane.getByRole('region', { name: `Test ${failing}` })
	await expect(detail).toContainText('AssertionError')
	for (const theme of ['light', 'high-contrast', 'dark'] as const) {
		await setTheme(desk, theme)
		const { violations } = await new AxeBuilder({ page: desk }).include(`#${await pane.getAttribute('id')}`).analyze()
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`), theme).toEqual([])
		await picture(pane, `tests-${theme}`)
	}

	const file = path.join(project, 'src/total.js')
	const broken = await readFile(file, 'utf8')
	await writeFile(file, broken.replace('item.price', 'item.price * item.count'))
	await expect(receipt.getByText('stale')).toBeVisible()
	await pane.getByRole('button', { name: 'Re-run failed' }).click()
	await expect(receipt).toContainText('Passed')
	await expect(receipt).toContainText('1 test only')
	await expect(row.getByLabel('Passed')).toBeVisible()
	await expect(pane.getByText('earlier run')).toHaveCount(1)
	await expect(detail.getByRole('img', { name: 'failed, passed' })).toBeVisible()

	const mended = await readFile(file, 'utf8')
	await writeFile(file, `${mended}// later\n`)
	await expect(receipt.getByText('stale')).toBeVisible()
	await writeFile(file, mended)
	await expect(receipt.getByText('fresh')).toBeVisible()
})

test('a place in the output opens the editor there, and a failure goes to Maestro', async ({ desk }) => {
	await openPane(desk, 'tests')
	const pane = panel(desk, 'Tests')
	await pane.getByRole('button', { name: 'Run', exact: true }).click()
	await pane.getByRole('log', { name: 'Live Output' }).getByRole('button', { name: /total\.test\.js:6/ }).first().click()
	await expect(editorOf(desk).getByRole('tab', { name: 'total.test.js' })).toHaveAttribute('aria-selected', 'true')
	await expect.poll(() => drawnText(desk)).toContain(failing)
	await openPane(desk, 'tests')
	await pane.getByRole('treeitem', { name: failing }).click()
	await pane.getByRole('button', { name: 'Fix this test' }).click()
	await expect(panel(desk, 'Maestro').getByRole('textbox', { name: 'Task' })).toHaveValue(new RegExp(failing))
})

test('by keyboard alone: a run outlives a reload, Stop ends all of it, Clear empties the output', async ({ desk }) => {
	const unique = `299.${process.pid}`
	await desk.getByRole('tabpanel', { name: 'Files' }).focus()
	await desk.keyboard.press('Alt+T')
	const pane = panel(desk, 'Tests')
	await pane.getByLabel('Command', { exact: true }).focus()
	await desk.keyboard.type(`echo begun-$((1+1)); (trap "" TERM; sleep ${unique}) & setsid sleep ${unique} & sleep ${unique}`)
	await desk.keyboard.press('Enter')
	const output = pane.getByRole('log', { name: 'Live Output' })
	await expect(output).toContainText('begun-2')
	await desk.reload()
	await openPane(desk, 'tests')
	await expect(output).toContainText('begun-2')
	await expect(pane.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
	await pane.getByRole('button', { name: 'Stop' }).focus()
	await desk.keyboard.press('Enter')
	await expect(output).toContainText('[stopped] exit code 143')
	await expect.poll(() => familyOf(`sleep ${unique}`).then((found) => found.length)).toBe(0)
	await pane.getByRole('button', { name: 'Clear' }).focus()
	await desk.keyboard.press('Enter')
	await expect(pane.getByText('begun-2')).toHaveCount(0)
	await expect(pane.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
	await pane.getByLabel('Extra args').fill('more than can be reviewed')
	await pane.getByLabel('Command', { exact: true }).fill('x'.repeat(4096))
	await desk.keyboard.press('Enter')
	await expect(pane.getByRole('alert')).toHaveText('/shell/run denied by allowlist (422). Streaming continues. To capture exit code, allow this command or use the stream output only.')
})

test('results by keyboard: arrows walk the tree, fold it, and Enter opens the file', async ({ desk }) => {
	await openPane(desk, 'tests')
	const pane = panel(desk, 'Tests')
	await pane.getByRole('button', { name: 'Run', exact: true }).click()
	await pane.getByRole('treeitem').first().focus()
	await desk.keyboard.press('End')
	await expect(pane.getByRole('treeitem').last()).toBeFocused()
	await desk.keyboard.press('Home')
	await expect(pane.getByRole('treeitem').first()).toBeFocused()
	await pane.getByRole('treeitem', { name: failing }).focus()
	await desk.keyboard.press('Enter')
	await expect(editorOf(desk).getByRole('tab', { name: 'total.test.js' })).toHaveAttribute('aria-selected', 'true')
})

test('watching: an edit runs the tests, then what failed, then all; without it nothing runs', async ({ desk, project }) => {
	await openPane(desk, 'tests')
	const pane = panel(desk, 'Tests')
	const receipt = pane.getByRole('status', { name: 'Receipt' })
	await pane.getByLabel('Command', { exact: true }).fill('echo x > made.txt')
	await pane.getByRole('button', { name: 'Watch' }).click()
	await expect(receipt).toContainText('Passed')
	await expect(receipt.getByText('fresh')).toBeVisible()
	await pane.getByLabel('Command', { exact: true }).fill('')
	const file = path.join(project, 'src/total.js')
	await writeFile(file, `${await readFile(file, 'utf8')}// later\n`)
	await expect(receipt).toContainText('Failed')
	await expect(receipt).toContainText('npm test')
	await writeFile(file, (await readFile(file, 'utf8')).replace('item.price', 'item.price * item.count'))
	await expect(receipt).toHaveText(/Passed\s*exit code 0(?!.*only)/)
	await expect(receipt.getByText('fresh')).toBeVisible()
	await pane.getByRole('button', { name: 'Watch' }).click()
	await writeFile(file, `${await readFile(file, 'utf8')}// last\n`)
	await expect(receipt.getByText('stale')).toBeVisible()
})
