import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { failpoints } from '../scripts/lib/failpoints.ts'
import { expect, test } from './support/fixtures.ts'

// The page through a killed server, without a reload. `npm run chaos` takes every failpoint, `npm test` these.
const sample = ['tasks.create.after', 'tool.after-effect', 'approval.decide.after']
const points = process.env['CHAOS_ALL'] ? await failpoints(fileURLToPath(new URL('../', import.meta.url))) : sample

const command = 'node --test'
const redo = { text: 'I look what happened.', calls: [{ name: 'read', input: { path: 'src/total.js' } }] }
const edit = { name: 'edit', input: { path: 'src/total.js', edits: [{ old: '\t\tsum += item.price\n', new: '\t\tsum += item.price * item.count\n' }] } }

test.use({
	script: {
		turns: [
			{ when: { results: 0 }, text: 'I look at the code first.', calls: [{ name: 'read', input: { path: 'src/total.js' } }] },
			{ when: { last: 'outcome of this call is unknown' }, ...redo },
			// What it reads tells how far it got: nothing is repeated that happened.
			{ when: { last: 'sum \\+= item\\.price\\n' }, text: 'I mend the sum.', calls: [edit] },
			{ when: { last: '^Changed src/total|item\\.price \\* item\\.count' }, text: 'Now the tests.', calls: [{ name: 'run', input: { command } }] },
			{ when: { last: 'Exit code 0' }, text: 'All tests pass now.' },
		],
	},
})

for (const point of points) {
	test(`the page catches up after the server was killed at ${point}`, async ({ page, start, project }) => {
		const isCancel = point.startsWith('tasks.cancel')
		let server = await start({ env: { DRYDOCK_FAIL: `${point}:1:kill9` } })
		const { port } = server
		const revived = server.exited.then(async () => void (server = await start({ port })))
		await page.goto(server.link)
		const maestro = page.getByRole('tabpanel', { name: 'Maestro', exact: true })
		const box = maestro.getByRole('textbox', { name: 'Task' })
		await box.fill('Make the failing test pass.')
		await page.keyboard.press('Enter')

		const decide = maestro.getByRole('button', { name: isCancel ? 'Stop' : /^Approve/ })
		const end = maestro.getByText(isCancel ? 'Stopped' : 'All tests pass now.').last()
		await expect(async () => {
			// What was typed is still there when the server died before it had it: the person sends it again.
			if ((await box.inputValue()) !== '' && (await maestro.getByRole('button', { name: 'Run', exact: true, disabled: false }).isVisible())) await box.press('Enter')
			if (await decide.isVisible()) await decide.click({ timeout: 5000 })
			await expect(end).toBeVisible({ timeout: 4000 })
		}).toPass({ timeout: 75_000 })
		await revived

		expect(await maestro.getByText('I look at the code first.').count()).toBeLessThanOrEqual(1)
		if (isCancel) return
		const source = await readFile(path.join(project, 'src/total.js'), 'utf8')
		expect(source.split('item.price * item.count')).toHaveLength(2)
	})
}
