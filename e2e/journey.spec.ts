import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { picture } from './support/look.ts'

const command = 'node --test'

test.use({
	script: {
		turns: [
			{ when: { results: 0 }, text: 'I look at the code and its tests first.', calls: [{ name: 'read', input: { path: 'src/total.js' } }, { name: 'read', input: { path: 'test/total.test.js' } }] },
			{
				when: { results: 2 },
				text: 'The total ignores how often an item was taken. I mend that, and switch the currency.',
				calls: [
					{
						name: 'edit',
						input: {
							path: 'src/total.js',
							edits: [
								{ old: '\t\tsum += item.price\n', new: '\t\tsum += item.price * item.count\n' },
								{ old: "export const currency = 'EUR'", new: "export const currency = 'USD'" },
							],
						},
					},
				],
			},
			{ when: { results: 3 }, text: 'Now the tests.', calls: [{ name: 'run', input: { command } }] },
			{ when: { results: 4 }, text: 'The total counts every item now, and all tests pass.' },
		],
	},
})

test('ask, review, approve, green, edit by hand, take back, undo', async ({ desk, project }) => {
	const source = () => readFile(path.join(project, 'src/total.js'), 'utf8')
	const maestro = desk.getByRole('tabpanel', { name: 'Maestro', exact: true })

	// Ask.
	await maestro.getByRole('textbox', { name: 'Task' }).fill('Make the failing test pass.')
	await desk.keyboard.press('Enter')
	await expect(maestro.getByText('I look at the code and its tests first.')).toBeVisible()

	// The agent has edited and asks to run the tests; the user rejects one of its two hunks meanwhile.
	const approve = maestro.getByRole('button', { name: /^Approve/ })
	await expect(approve).toBeVisible()
	await expect(maestro.getByText(command).last()).toBeVisible()
	expect(await source()).toContain("currency = 'USD'")
	const changes = maestro.getByRole('region', { name: 'Changes' })
	await changes.getByRole('button', { name: /1 file changed/ }).click()
	await picture(desk, 'journey-review')
	await changes.getByRole('button', { name: /^Reject src\/total\.js/ }).last().click()
	await expect.poll(source).toContain("currency = 'EUR'")
	expect(await source()).toContain('item.price * item.count')

	// Approve: the tests run in the sandbox and are green.
	await approve.click()
	await expect(maestro.getByText('The total counts every item now, and all tests pass.').last()).toBeVisible()
	await maestro.getByRole('button', { name: /node --test/ }).click()
	await expect(maestro.getByText(/pass 2/).first()).toBeVisible()

	// The user edits a line by hand, in the editor.
	await changes.getByRole('button', { name: 'Open in the editor' }).click()
	const editor = desk.getByRole('tabpanel', { name: /total\.js|Editor/ })
	await expect(editor.getByText('Prices are in cents')).toBeVisible()
	await editor.getByText('Prices are in cents').click()
	await desk.keyboard.press('Control+Home')
	await desk.keyboard.press('Home')
	await desk.keyboard.type('// Written by hand.\n')
	await desk.keyboard.press('Control+s')
	await expect.poll(source).toContain('// Written by hand.\n// Prices')

	// The agent's file is taken back; the hand edit stays.
	await desk.getByRole('tab', { name: 'Maestro', exact: true }).click()
	await changes.getByRole('button', { name: 'Take back src/total.js' }).click()
	await expect.poll(source).not.toContain('item.count')
	expect(await source()).toContain('// Written by hand.\n// Prices')

	// The undo is undone.
	await changes.getByRole('button', { name: 'Undo' }).click()
	await expect.poll(source).toContain('item.price * item.count')
	expect(await source()).toContain('// Written by hand.\n// Prices')

	// The whole story survives a reload.
	await desk.reload()
	await expect(maestro.getByText('The total counts every item now, and all tests pass.').last()).toBeVisible()
	await expect(maestro.getByText('I look at the code and its tests first.')).toHaveCount(1)
})
