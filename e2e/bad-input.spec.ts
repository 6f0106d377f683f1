import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ask, editorOf, maestroOf, openFile, typeAtStart } from './support/desk.ts'
import { callServer } from './support/drydock.ts'
import { expect, test } from './support/fixtures.ts'

const run = promisify(execFile)
const works = (command: readonly string[]) => run(command[0] ?? '', command.slice(1)).then(() => true, () => false)

async function showsTheDefaultLayout(page: Page) {
	for (const name of ['Files', 'Maestro', 'Grok Chat', 'Matrix', 'Terminal']) await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
}

test.describe('a broken layout record', () => {
	for (const [what, record] of [
		['cut off in the middle', '{"version":1,"dock":{"engine":"flexlay'],
		['of another version', '{"version":7,"dock":{"engine":"flexlayout","model":{}}}'],
		['with a tree that is none', '{"version":1,"dock":{"engine":"flexlayout","model":{"layout":{"type":"row","children":[null,7,{"type":"tabset"}]}}}}'],
	] as const) {
		test(`in this browser, ${what}: the default layout, a quiet word, and what was open elsewhere is kept`, async ({ desk }) => {
			await maestroOf(desk).getByRole('textbox', { name: 'Task' }).fill('half a thought')
			await desk.evaluate((text) => localStorage.setItem('vt_web2_layout_v1', text), record)
			await desk.reload()
			await showsTheDefaultLayout(desk)
			await expect(desk.getByText('The saved layout could not be read')).toBeVisible()
			await expect(maestroOf(desk).getByRole('textbox', { name: 'Task' })).toHaveValue('half a thought')
		})
	}

	test('on the server: the one in this browser stays', async ({ desk, server }) => {
		const deviceId = await desk.evaluate(() => localStorage.getItem('vt_device_id'))
		const saved = await callServer(server, 'POST', '/ui/settings/layout', { deviceId, value: { version: 1, dock: { engine: 'flexlayout', model: { layout: 'nonsense' } } } })
		expect(saved.status).toBe(200)
		await desk.evaluate(() => localStorage.setItem('vt_layout_unsent', 'false'))
		await desk.reload()
		await showsTheDefaultLayout(desk)
	})
})

test.describe('the model provider', () => {
	const answer = { turns: [{ text: 'Here I am.' }] }

	test.describe('without a key', () => {
		test.use({ script: answer })
		test('Maestro says so, keeps the task, takes the key there, and works', async ({ start, enter }) => {
			const server = await start({ env: { DRYDOCK_PROVIDER: 'openai', DRYDOCK_PROVIDER_KEY: '' } })
			const page = await enter(server.link)
			const maestro = await ask(page, 'Are you there?')
			await expect(maestro.getByText('No API key for OpenAI yet.')).toBeVisible()
			await expect(maestro.getByRole('textbox', { name: 'Task' })).toHaveValue('Are you there?')
			await maestro.getByRole('button', { name: 'Paste key' }).click()
			await page.keyboard.type('sk-fixture-pasted-0123456789')
			await page.keyboard.press('Enter')
			await expect(maestro.getByText('No API key for OpenAI yet.')).toHaveCount(0)
			await ask(page, 'Are you there?')
			await expect(maestro.getByText('Here I am.')).toBeVisible()
		})

		test('and without any provider, it says so and leads to Settings', async ({ start, enter }) => {
			const server = await start({ env: { DRYDOCK_PROVIDER_URL: '' } })
			const page = await enter(server.link)
			const maestro = await ask(page, 'Are you there?')
			await expect(maestro.getByText('No model provider is set up yet.')).toBeVisible()
			await expect(maestro.getByRole('textbox', { name: 'Task' })).toHaveValue('Are you there?')
			await maestro.getByRole('button', { name: 'Settings' }).first().click()
			await expect(page.getByRole('tabpanel', { name: 'Settings', exact: true }).getByText('LLM provider')).toBeVisible()
		})
	})

	test.describe('with a wrong key', () => {
		test.use({ script: answer })
		test('a run fails at once with what to do; with the right key it can be tried again', async ({ start, enter }) => {
			const server = await start({ env: { DRYDOCK_PROVIDER_KEY: 'sk-wrong-0000' } })
			const page = await enter(server.link)
			const maestro = await ask(page, 'Are you there?')
			const notice = maestro.getByRole('alert').filter({ hasText: 'refused the key' })
			await expect(notice).toBeVisible()
			expect(await notice.textContent()).not.toContain('sk-wrong')
			await expect(maestro.getByRole('article', { name: 'You' })).toContainText('Are you there?')
			await callServer(server, 'POST', '/settings/provider', { provider: 'compatible', key: 'sk-right-0000' })
			await maestro.getByRole('button', { name: 'Retry' }).click()
			await expect(maestro.getByText('Here I am.')).toBeVisible()
		})
	})

	test.describe('that dies in the middle of an answer', () => {
		const long = 'One sentence that is long enough to break. And a second one that ends it.'
		test.use({
			script: {
				turns: [
					{ when: { last: 'once' }, text: long, fault: { kind: 'cut', after: 2, times: 1 } },
					{ when: { last: 'always' }, text: long, fault: { kind: 'cut', after: 2, times: 99 } },
				],
			},
		})
		test('is asked again; the answer stands there once. When it stays dead, one clear sentence says so', async ({ desk }) => {
			const maestro = await ask(desk, 'Say it; break once.')
			await expect(maestro.getByText(long)).toHaveCount(1)
			await expect(maestro.getByText('One sentence')).toHaveCount(1)
			await maestro.getByRole('button', { name: 'New task' }).click()
			await ask(desk, 'Say it; break always.')
			await expect(maestro.getByText(/Trying again/)).toBeVisible()
			await expect(maestro.getByRole('alert').filter({ hasText: /broke off; gave up after 4 tries/ })).toBeVisible()
			await expect(maestro.getByRole('article', { name: 'You' })).toContainText('Say it; break always.')
			await expect(maestro.getByText('One sentence')).toHaveCount(1)
			await expect(maestro.getByRole('button', { name: 'Retry' })).toBeVisible()
		})
	})

	test.describe('that limits requests', () => {
		test.use({ script: { turns: [{ text: 'At last.', fault: { kind: 'status', status: 429, retryAfter: 3, message: 'Slow down', times: 1 } }] } })
		test('is given the time it asks for, and the wait is shown', async ({ desk }) => {
			const started = Date.now()
			const maestro = await ask(desk, 'Be patient.')
			await expect(maestro.getByText(/is limiting requests.*Trying again in [123] s/)).toBeVisible()
			await expect(maestro.getByText('At last.')).toBeVisible()
			expect(Date.now() - started).toBeGreaterThan(2900)
		})
	})
})

test.describe('the disk', () => {
	test('when it is full, saving says so, the text stays, the file on disk is whole, and saving works once there is space', async ({ start, enter, project, folder }) => {
		const small = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', 'cp -r "$0" "$1" && mount -t tmpfs -o size=128k tmpfs "$0" && cp -r "$1"/. "$0" && shift && exec "$@"', project, path.join(folder, 'seed')]
		test.skip(!(await works([...small.slice(0, 4), 'true'])), 'this machine lets nobody mount a small disk')
		const server = await start({ under: small })
		const page = await enter(server.link)
		await openFile(page, 'README.md')
		await typeAtStart(page, 'mine ')
		const inside = path.join(`/proc/${server.process.pid}/root`, project)
		await run('sh', ['-c', 'head -c 1M /dev/zero > "$0/filler" || true', inside])
		await page.keyboard.press('Control+s')
		await expect(editorOf(page).getByRole('alert')).toContainText('The disk is full: README.md was not written.')
		expect(await readFile(path.join(inside, 'README.md'), 'utf8')).toMatch(/^# Prices/)
		await expect(editorOf(page).getByText('mine # Prices')).toBeVisible()
		await run('rm', [path.join(inside, 'filler')])
		await page.keyboard.press('Control+s')
		await expect.poll(() => readFile(path.join(inside, 'README.md'), 'utf8')).toMatch(/^mine # Prices/)
		await expect(editorOf(page).getByRole('alert')).toHaveCount(0)
	})
})

test.describe('the folder box', () => {
	test('a folder outside the roots and one that is not there are refused in a sentence; the way back is there', async ({ desk, project }) => {
		const files = desk.getByRole('tabpanel', { name: 'Files', exact: true })
		const box = files.getByRole('textbox', { name: 'CWD' })
		for (const [folder, sentence] of [
			['/etc', /outside|not inside|not open/i],
			[`${project}/nowhere`, /does not exist/],
			['../..', /./],
		] as const) {
			await box.fill(folder)
			await box.press('Enter')
			await expect(files.getByRole('alert')).toContainText(sentence)
			await expect(files.getByText('passwd')).toHaveCount(0)
		}
		await box.fill(project)
		await box.press('Enter')
		await expect(files.getByRole('treeitem', { name: 'README.md' })).toBeVisible()
	})

	test('a folder without permission is refused in a sentence that names it', async ({ start, enter, project }) => {
		const weak = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
		test.skip(weak.length > 0 && !(await works([...weak, 'true'])), 'root cannot give up its rights here')
		await mkdir(path.join(project, 'locked'), { mode: 0o000 })
		const server = await start({ under: weak })
		const page = await enter(server.link)
		const files = page.getByRole('tabpanel', { name: 'Files', exact: true })
		await files.getByRole('treeitem', { name: 'locked' }).click()
		await expect(files.getByRole('treeitem', { name: /No permission for locked/ })).toBeVisible()
		await files.getByRole('textbox', { name: 'CWD' }).fill(`${project}/locked`)
		await files.getByRole('textbox', { name: 'CWD' }).press('Enter')
		await expect(files.getByRole('alert')).toContainText('No permission')
		await chmod(path.join(project, 'locked'), 0o700)
		// It is seen without asking; by then the way to try again may be gone.
		await expect(files.getByText('Empty folder')).toBeVisible()
	})
})

test('a stopped server: the page says so, what was typed stays, and everything goes on when it is back', async ({ desk, server, start, project }) => {
	const worker = desk.waitForResponse(/editor\.worker/)
	await openFile(desk, 'README.md')
	await worker
	await server.stop()
	await expect(desk.getByText(/^Offline, /)).toBeVisible()
	await typeAtStart(desk, 'typed offline ')
	await desk.keyboard.press('Control+s')
	await expect(editorOf(desk).getByRole('alert')).toContainText(/can’t be reached|Network error/)
	await desk.getByRole('tab', { name: 'Maestro', exact: true }).click()
	const maestro = await ask(desk, 'Are you there?')
	await expect(maestro.getByRole('alert').first()).toContainText(/Network error/)
	await expect(maestro.getByRole('textbox', { name: 'Task' })).toHaveValue('Are you there?')

	await start({ port: server.port })
	await expect(desk.getByText(/^Offline, /)).toHaveCount(0)
	await desk.getByRole('tab', { name: 'README.md' }).first().click()
	await typeAtStart(desk, '')
	await desk.keyboard.press('Control+s')
	await expect.poll(() => readFile(path.join(project, 'README.md'), 'utf8')).toMatch(/^typed offline # Prices/)
})

test('a session that was ended: the sign-in screen, and after a new link the unsaved text is still there', async ({ desk, server, enter, project }) => {
	const asked = desk.waitForRequest((request) => request.headers()['authorization'] !== undefined)
	await openFile(desk, 'README.md')
	const bearer = (await asked).headers()['authorization'] ?? ''
	await typeAtStart(desk, 'unsaved ')
	expect((await fetch(`${server.url}/session/end`, { method: 'POST', headers: { authorization: bearer } })).status).toBe(200)
	await desk.keyboard.press('Control+s')
	await expect(desk.getByRole('heading', { name: 'Sign in to Drydock' })).toBeVisible()
	const { body } = await callServer<{ link: string }>(server, 'POST', '/session/link')
	await enter(body.link)
	await expect(editorOf(desk).getByText('unsaved # Prices')).toBeVisible()
	await expect(editorOf(desk).getByText('Unsaved changes of an earlier window were restored.')).toBeVisible()
	expect(await readFile(path.join(project, 'README.md'), 'utf8')).toMatch(/^# Prices/)
})
