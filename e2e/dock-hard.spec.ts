// The dock under bad luck: a browser that keeps nothing, servers that answer late or wrong, reloads at the wrong moment.
import type { Page } from '@playwright/test'
import { openPane, panel, popOut, tab, tabSets } from './support/dock.ts'
import { callServer } from './support/drydock.ts'
import { expect, test } from './support/fixtures.ts'

const standard = [['Files'], ['Maestro'], ['Grok Chat'], ['Matrix', 'Terminal']]
const shows = (page: Page, sets: string[][]) => expect.poll(() => tabSets(page)).toEqual(sets)
const deviceOf = (page: Page) => page.evaluate(() => localStorage.getItem('vt_device_id'))
const isSent = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/ui/settings/layout') && reply.request().method() === 'POST' && reply.ok())

test.describe('the browser’s storage', () => {
	test('is full: all works, and the server keeps the layout', async ({ desk, server }) => {
		const device = await deviceOf(desk)
		await desk.evaluate(() => {
			Storage.prototype.setItem = () => {
				throw new DOMException('full', 'QuotaExceededError')
			}
		})
		await tab(desk, 'Matrix').click()
		const sent = isSent(desk)
		await desk.keyboard.press('Alt+W')
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal']])
		await sent
		const { body } = await callServer<{ value: unknown }>(server, 'GET', `/ui/settings/layout?device_id=${device}`)
		expect(JSON.stringify(body.value)).not.toContain('matrix')
		await desk.reload()
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal']])
	})

	test('is disabled: the server keeps the layout under the device "default"', async ({ page, enter, server }) => {
		await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError') } }))
		const desk = await enter(server.link)
		await tab(desk, 'Matrix').click()
		const sent = isSent(desk)
		await desk.keyboard.press('Alt+W')
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal']])
		await sent
		const { body } = await callServer<{ value: unknown }>(server, 'GET', '/ui/settings/layout?device_id=default')
		expect(JSON.stringify(body.value)).toContain('terminal')
		await desk.reload()
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal']])
	})

	test('is cleared while the page is open: the next change is kept again', async ({ desk }) => {
		await desk.evaluate(() => localStorage.clear())
		await tab(desk, 'Matrix').click()
		await desk.keyboard.press('Alt+W')
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal']])
		await desk.reload()
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal']])
	})
})

test.describe('the server’s layout', () => {
	const rain = { version: 1, dock: { engine: 'flexlayout', model: { layout: { type: 'row', children: [{ type: 'tabset', children: [{ type: 'tab', component: 'matrix', name: 'From the server' }] }] } } } }

	test('replaces the one here, and both events are told', async ({ desk, server }) => {
		await callServer(server, 'POST', '/ui/settings/layout', { deviceId: await deviceOf(desk), value: rain })
		await desk.evaluate(() => localStorage.removeItem('vt_layout_unsent'))
		await desk.addInitScript(() => {
			Object.assign(window, { told: [] })
			for (const name of ['vt:layout:changed', 'vt:layout:server-loaded']) addEventListener(name, () => Reflect.get(window, 'told').push(name))
		})
		await desk.reload()
		await shows(desk, [['From the server']])
		await openPane(desk, 'settings')
		expect(await desk.evaluate(() => [...new Set(Reflect.get(window, 'told') as string[])])).toEqual(['vt:layout:server-loaded', 'vt:layout:changed'])
	})

	test('comes late: what was changed meanwhile stays', async ({ desk, server }) => {
		await callServer(server, 'POST', '/ui/settings/layout', { deviceId: await deviceOf(desk), value: rain })
		await desk.evaluate(() => localStorage.removeItem('vt_layout_unsent'))
		let answer = () => {}
		const isChanged = new Promise<void>((resolve) => (answer = resolve))
		await desk.route('**/ui/settings/layout?*', async (route) => {
			await isChanged
			await route.continue()
		})
		await desk.reload()
		await tab(desk, 'Matrix').click()
		await desk.keyboard.press('Alt+W')
		const late = desk.waitForResponse((reply) => reply.url().includes('/ui/settings/layout?'))
		answer()
		await late
		await openPane(desk, 'settings')
		await shows(desk, [['Files'], ['Maestro', 'Settings'], ['Grok Chat'], ['Terminal']])
	})

	for (const [what, answer] of [
		['is an error', { status: 500, body: '{"ok":false,"error":"broken"}' }],
		['is a page', { status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in to the proxy' }],
		['is disabled', { status: 200, contentType: 'application/json', body: '{"disabled":true,"value":{"version":1}}' }],
		['is of another version', { status: 200, contentType: 'application/json', body: '{"disabled":false,"value":{"version":2,"dock":{"model":{}}}}' }],
		['is a bomb of rows', { status: 200, contentType: 'application/json', body: `{"disabled":false,"value":{"version":1,"dock":{"model":{"layout":${'{"type":"row","children":['.repeat(2000)}${']}'.repeat(2000)}}}}}` }],
	] as const) {
		test(`${what}: the one here stays`, async ({ desk }) => {
			await openPane(desk, 'settings')
			await isSent(desk)
			await desk.route('**/ui/settings/layout?*', (route) => route.fulfill(answer))
			const asked = desk.waitForResponse((reply) => reply.url().includes('/ui/settings/layout?'))
			await desk.reload()
			await asked
			await shows(desk, [['Files'], ['Maestro', 'Settings'], ['Grok Chat'], ['Matrix', 'Terminal']])
		})
	}
})

test('a reload in the middle of a drag, of a rename and of a popout leaves a whole layout', async ({ desk }) => {
	const box = await tab(desk, 'Matrix').boundingBox()
	const chat = await panel(desk, 'Grok Chat').boundingBox()
	if (!box || !chat) throw new Error('not shown')
	await desk.mouse.move(box.x + 20, box.y + 10)
	await desk.mouse.down()
	await desk.mouse.move(chat.x + 100, chat.y + 100, { steps: 5 })
	await desk.reload()
	await desk.mouse.up()
	await shows(desk, standard)
	await tab(desk, 'Matrix').dblclick()
	await desk.keyboard.type('Half')
	await desk.reload()
	await shows(desk, standard)
	const splitter = await desk.locator('.flexlayout__splitter[aria-orientation=vertical]').first().boundingBox()
	if (!splitter) throw new Error('not shown')
	await desk.mouse.move(splitter.x + 3, splitter.y + 200)
	await desk.mouse.down()
	await desk.mouse.move(splitter.x + 80, splitter.y + 200, { steps: 5 })
	await desk.reload()
	await desk.mouse.up()
	await shows(desk, standard)
	const popout = await popOut(desk, 'Files')
	const closed = popout.waitForEvent('close')
	await desk.reload()
	await closed
	await shows(desk, standard)
	await desk.keyboard.press('Alt+3')
	await desk.keyboard.press('Alt+Shift+M')
	await desk.reload()
	await expect(panel(desk, 'Files')).toBeVisible()
	await expect(panel(desk, 'Maestro')).toBeHidden()
})
