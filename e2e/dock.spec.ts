import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { openFile } from './support/desk.ts'
import { drag, dropIn, openPane, panel, popOut, runByName, storedTree, tab, tabSets } from './support/dock.ts'
import { expect, test } from './support/fixtures.ts'
import { setTheme } from './support/look.ts'

const standard = [['Files'], ['Maestro'], ['Grok Chat'], ['Matrix', 'Terminal']]
const middleOf = async (what: Locator) => {
	const box = await what.boundingBox()
	if (!box) throw new Error('not visible')
	return { x: box.x + box.width / 2, y: box.y + box.height / 2, box }
}
/** Serious accessibility faults; what stands in a pane is scanned with the pane. */
const faultsOf = async (page: Page) => {
	const { violations } = await new AxeBuilder({ page }).exclude('.flexlayout__tab_moveable').analyze()
	return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
const shows = (page: Page, sets: string[][]) => expect.poll(() => tabSets(page)).toEqual(sets)

test.describe('by pointer', () => {
	test('a tab is dragged into another tab set, to an edge of one, and onto the edge of the dock; a reload keeps each', async ({ desk }) => {
		const chat = await middleOf(panel(desk, 'Grok Chat'))
		await drag(desk, tab(desk, 'Files'), chat)
		await shows(desk, [['Maestro'], ['Grok Chat', 'Files'], ['Matrix', 'Terminal']])
		await desk.reload()
		await shows(desk, [['Maestro'], ['Grok Chat', 'Files'], ['Matrix', 'Terminal']])

		const maestro = await middleOf(panel(desk, 'Maestro'))
		await drag(desk, tab(desk, 'Files'), { x: maestro.box.x + 20, y: maestro.y })
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Matrix', 'Terminal']])

		const dock = await middleOf(desk.locator('.Workbench-dock'))
		await drag(desk, tab(desk, 'Matrix'), { x: dock.box.x + dock.box.width - 4, y: dock.y })
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal'], ['Matrix']])
		await desk.reload()
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal'], ['Matrix']])
	})

	test('a tab set is dragged by its strip', async ({ desk }) => {
		const files = await middleOf(panel(desk, 'Files'))
		const strip = desk.locator('.flexlayout__tabset', { has: tab(desk, 'Matrix') }).locator('.flexlayout__tabset_tabbar_outer')
		const { box } = await middleOf(strip)
		await desk.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
		await desk.mouse.down()
		await desk.mouse.move(box.x + box.width / 2, box.y - 60, { steps: 4 })
		await desk.mouse.move(files.x, files.y, { steps: 8 })
		await desk.mouse.up()
		await shows(desk, [['Files', 'Matrix', 'Terminal'], ['Maestro'], ['Grok Chat']])
	})

	test('a tab is tucked into a border, opened and closed there, and dragged out again', async ({ desk }) => {
		const dock = await middleOf(desk.locator('.Workbench-dock'))
		await drag(desk, tab(desk, 'Grok Chat'), { x: dock.box.x + dock.box.width - 3, y: dock.box.y + 80 })
		const button = desk.locator('.flexlayout__border_button', { hasText: 'Grok Chat' })
		await expect(button).toBeVisible()
		await shows(desk, [['Files'], ['Maestro'], ['Matrix', 'Terminal']])
		if (!(await panel(desk, 'Grok Chat').isVisible())) await button.click()
		await expect(panel(desk, 'Grok Chat')).toBeVisible()
		// spec: border size
		expect(Math.round((await panel(desk, 'Grok Chat').boundingBox())?.width ?? 0)).toBe(200)
		await button.click()
		await expect(panel(desk, 'Grok Chat')).toBeHidden()
		await desk.reload()
		await expect(button).toBeVisible()
		await drag(desk, button, await middleOf(panel(desk, 'Maestro')))
		await shows(desk, [['Files'], ['Maestro', 'Grok Chat'], ['Matrix', 'Terminal']])
	})

	test('a splitter is 8 px to take, follows the pointer, stops at the hard minimum, and is kept', async ({ desk }) => {
		const splitter = desk.locator('.flexlayout__splitter[aria-orientation=vertical]').first()
		const from = await middleOf(splitter)
		await drag(desk, splitter, { x: from.x + 120, y: from.y })
		const width = async () => Math.round((await panel(desk, 'Files').boundingBox())?.width ?? 0)
		await expect.poll(width).toBeGreaterThan(380)
		await drag(desk, splitter, { x: 5, y: from.y })
		// spec: hard minimum tab set
		await expect.poll(width).toBe(200)
		await desk.reload()
		await expect.poll(width).toBeLessThan(205)
	})

	test('a tab is renamed by a double click, and keeps its name', async ({ desk }) => {
		await tab(desk, 'Matrix').dblclick()
		await desk.keyboard.press('Control+a')
		await desk.keyboard.type('Rain')
		await desk.keyboard.press('Enter')
		await expect(tab(desk, 'Rain')).toBeVisible()
		await desk.reload()
		await expect(tab(desk, 'Rain')).toBeVisible()
	})

	test('a tab set is maximized, restored and closed by its buttons', async ({ desk }) => {
		const set = desk.locator('.flexlayout__tabset', { has: tab(desk, 'Grok Chat') })
		await tab(desk, 'Grok Chat').hover()
		await set.getByRole('button', { name: 'Maximize tab set' }).click()
		await expect(panel(desk, 'Maestro')).toBeHidden()
		await desk.reload()
		await expect(panel(desk, 'Grok Chat')).toBeVisible()
		await expect(panel(desk, 'Maestro')).toBeHidden()
		await desk.getByRole('button', { name: 'Restore tab set' }).click()
		await expect(panel(desk, 'Maestro')).toBeVisible()
		await tab(desk, 'Grok Chat').hover()
		await set.getByRole('button', { name: 'Close tab set' }).click()
		await shows(desk, [['Files'], ['Maestro'], ['Matrix', 'Terminal']])
	})

	test('tabs without room are under "Hidden tabs", by pointer and by keyboard', async ({ desk }) => {
		for (const id of ['layout', 'appearance', 'settings', 'approvals-queue', 'code-editor']) await openPane(desk, id)
		await desk.setViewportSize({ width: 620, height: 700 })
		const hidden = desk.getByRole('button', { name: 'Hidden tabs' }).first()
		await expect(hidden).toBeVisible()
		await hidden.press('Enter')
		const menu = desk.getByRole('menu')
		await expect(menu).toBeVisible()
		const first = menu.getByRole('menuitem').first()
		const name = (await first.textContent()) ?? ''
		await first.press('Enter')
		await expect(panel(desk, name)).toBeVisible()
	})
})

test.describe('what is dropped from elsewhere', () => {
	for (const [what, texts] of [
		['a pane by its text', { 'text/plain': 'pane:settings' }],
		['an asset', { 'application/x-drydock-asset': '{"component":"settings"}' }],
		['JSON with a component', { 'application/json': '{"component":"settings"}' }],
	] as const) {
		test(`${what} becomes a tab where it falls`, async ({ desk }) => {
			const { box, y } = await middleOf(panel(desk, 'Grok Chat'))
			await dropIn(desk, { x: box.x + box.width / 2, y }, { texts })
			await shows(desk, [['Files'], ['Maestro'], ['Grok Chat', 'Settings'], ['Matrix', 'Terminal']])
			await expect(panel(desk, 'Settings')).toBeVisible()
		})
	}

	for (const [what, texts] of [
		['JSON with a path', { 'application/json': '{"path":"src/total.js"}' }],
		['a path', { 'text/plain': 'src/total.js' }],
		['a path with backslashes', { 'text/plain': 'src\\total.js' }],
	] as const) {
		test(`${what} opens in the editor`, async ({ desk }) => {
			await dropIn(desk, await middleOf(panel(desk, 'Maestro')), { texts })
			await expect(desk.getByRole('region', { name: 'Code Editor' }).getByRole('tab', { name: 'total.js' })).toBeVisible()
		})
	}

	test('an address of a file opens in the editor, a web address outside, an unknown pane is named, and prose is refused', async ({ desk, project }) => {
		const at = await middleOf(panel(desk, 'Maestro'))
		await desk.evaluate(() => Object.assign(window, { opened: [], open: (url: string) => Reflect.get(window, 'opened').push(url) }))
		await dropIn(desk, at, { texts: { 'text/uri-list': '# from a browser\r\nhttps://example.org/page' } })
		await expect.poll(() => desk.evaluate(() => Reflect.get(window, 'opened') as string[])).toEqual(['https://example.org/page'])
		await dropIn(desk, at, { texts: { 'text/plain': 'pane:nowhere' } })
		await expect(desk.getByText('There is no pane called nowhere')).toBeVisible()
		await dropIn(desk, at, { texts: { 'text/plain': 'just words' } })
		await expect(desk.getByText('Only panes, files and links can be dropped here')).toBeVisible()
		await shows(desk, standard)
		await dropIn(desk, at, { texts: { 'text/uri-list': `file://${project}/README.md` } })
		await expect(desk.getByRole('region', { name: 'Code Editor' })).toBeVisible()
	})

	test('files of the machine never take the page away, and are uploaded by Files', async ({ desk, project }) => {
		await dropIn(desk, await middleOf(panel(desk, 'Grok Chat')), { files: [{ name: 'from-outside.txt', text: 'hello' }] })
		await expect.poll(() => readFile(path.join(project, 'from-outside.txt'), 'utf8').catch(() => '')).toBe('hello')
		await expect(panel(desk, 'Files').getByRole('treeitem', { name: 'from-outside.txt' })).toBeVisible()
		await shows(desk, standard)
	})

	test('an address on this machine opens in the preview', async ({ desk }) => {
		await dropIn(desk, await middleOf(panel(desk, 'Maestro')), { texts: { 'text/plain': 'http://localhost:5173/' } })
		await expect(tab(desk, 'Browser Preview')).toBeVisible()
	})

	test('text of the page itself is dragged into its text fields, not into the dock', async ({ desk }) => {
		const box = panel(desk, 'Maestro').getByRole('textbox', { name: 'Task' })
		await box.fill('half a thought')
		await box.selectText()
		const at = await middleOf(box)
		await desk.mouse.move(at.box.x + 30, at.box.y + 16)
		await desk.mouse.down()
		await desk.mouse.move(at.box.x + 60, at.box.y + 16, { steps: 4 })
		const chat = await middleOf(panel(desk, 'Grok Chat').getByRole('textbox', { name: 'Message' }))
		await desk.mouse.move(chat.x, chat.y, { steps: 6 })
		await expect(desk.locator('.flexlayout__outline_rect')).toHaveCount(0)
		await desk.mouse.up()
		await shows(desk, standard)
	})
})

test('while a tab is dragged, the edges show where the dock takes it, from 10 px on', async ({ desk }) => {
	const dock = await middleOf(desk.locator('.Workbench-dock'))
	const from = await middleOf(tab(desk, 'Matrix'))
	await desk.mouse.move(from.x - 10, from.y)
	await desk.mouse.down()
	await desk.mouse.move(from.x, from.y - 40, { steps: 4 })
	await desk.mouse.move(dock.box.x + dock.box.width - 60, dock.y, { steps: 4 })
	const edges = await desk.locator('[class*=flexlayout__edge_rect]').evaluateAll((elements) => elements.map((element) => [element.clientWidth, element.clientHeight].toSorted((a, b) => b - a)))
	// spec: edge-dock indicators
	expect(edges).toEqual([[100, 10], [100, 10], [100, 10], [100, 10]])
	const outline = desk.locator('.flexlayout__outline_rect_edge')
	// spec: snap
	await desk.mouse.move(dock.box.x + dock.box.width - 13, dock.y)
	await expect(outline).toHaveCount(0)
	await desk.mouse.move(dock.box.x + dock.box.width - 8, dock.y)
	await desk.mouse.move(dock.box.x + dock.box.width - 7, dock.y)
	await expect(outline).toHaveCount(1)
	await desk.mouse.up()
	await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Terminal'], ['Matrix']])
})

test('borders, hidden tabs, the tab menu, the dialog of layouts and a window of its own have no serious accessibility fault', async ({ desk }) => {
	for (const [name, place] of [['Grok Chat', 'left'], ['Matrix', 'bottom']] as const) {
		await tab(desk, name).click()
		await runByName(desk, `Tuck tab into the ${place} border`)
	}
	for (const id of ['layout', 'appearance', 'settings', 'approvals-queue', 'code-editor']) await openPane(desk, id)
	await desk.setViewportSize({ width: 900, height: 800 })
	await expect(desk.getByRole('button', { name: 'Hidden tabs' }).first()).toBeVisible()
	expect(await faultsOf(desk)).toEqual([])
	await tab(desk, 'Files').click({ button: 'right' })
	await expect(desk.getByRole('menu')).toBeVisible()
	expect(await faultsOf(desk)).toEqual([])
	await desk.keyboard.press('Escape')
	await runByName(desk, 'Save layout as…')
	expect(await faultsOf(desk)).toEqual([])
	await desk.keyboard.press('Escape')
	expect(await faultsOf(await popOut(desk, 'Files'))).toEqual([])
})

test('every pane can be closed; the empty dock leads on', async ({ desk }) => {
	for (const name of ['Grok Chat', 'Matrix', 'Files', 'Maestro', 'Terminal']) {
		await tab(desk, name).click()
		await desk.keyboard.press('Alt+W')
		await expect(tab(desk, name)).toHaveCount(0)
	}
	await expect(desk.getByText('No pane is open')).toBeVisible()
	await desk.getByRole('main').getByRole('button', { name: 'Reset layout' }).click()
	await shows(desk, standard)
})

test('the bars at the borders and the gap between tab sets have the chosen size', async ({ desk }) => {
	await tab(desk, 'Matrix').click()
	await runByName(desk, 'Tuck tab into the bottom border')
	const bar = desk.locator('.flexlayout__border_bottom')
	expect((await bar.boundingBox())?.height).toBe(32)
	await openPane(desk, 'layout')
	await panel(desk, 'Layout settings').getByRole('slider', { name: 'Dock bar size' }).fill('44')
	await expect.poll(async () => (await bar.boundingBox())?.height).toBe(44)
	const splitter = desk.locator('.flexlayout__splitter[aria-orientation=vertical]').first()
	// spec: splitter
	expect((await splitter.boundingBox())?.width).toBe(8)
	await openPane(desk, 'appearance')
	await panel(desk, 'Appearance settings').getByRole('slider', { name: 'Dock menu gap' }).fill('20')
	await expect.poll(async () => (await splitter.boundingBox())?.width).toBe(20)
})

test.describe('by keyboard', () => {
	test('the focus goes round the tab sets and back into the pane where it was', async ({ desk }) => {
		await desk.keyboard.press('Alt+3')
		await expect(panel(desk, 'Files').locator(':focus')).toHaveCount(1)
		await desk.keyboard.press('Control+F6')
		await expect(panel(desk, 'Maestro').getByRole('textbox', { name: 'Task' })).toBeFocused()
		await desk.keyboard.press('Control+F6')
		await expect(panel(desk, 'Grok Chat').locator(':focus')).toHaveCount(1)
		await desk.keyboard.press('Control+Shift+F6')
		await expect(panel(desk, 'Maestro').getByRole('textbox', { name: 'Task' })).toBeFocused()
	})

	test('a tab moves to its neighbours, splits where there is room, and is told why where there is none', async ({ desk }) => {
		await desk.keyboard.press('Alt+3')
		await desk.keyboard.press('Alt+Shift+L')
		await shows(desk, [['Maestro', 'Files'], ['Grok Chat'], ['Matrix', 'Terminal']])
		await desk.keyboard.press('Alt+Shift+J')
		await shows(desk, [['Maestro'], ['Grok Chat'], ['Matrix', 'Terminal', 'Files']])
		await desk.keyboard.press('Alt+Shift+K')
		await shows(desk, [['Maestro', 'Files'], ['Grok Chat'], ['Matrix', 'Terminal']])
		await desk.keyboard.press('Control+Alt+Shift+H')
		await shows(desk, [['Files'], ['Maestro'], ['Grok Chat'], ['Matrix', 'Terminal']])
		await desk.keyboard.press('Alt+Shift+H')
		await expect(desk.getByText('A tab set with one tab cannot be split')).toBeVisible()
		await desk.keyboard.press('Control+F6')
		await desk.keyboard.press('Alt+Shift+L')
		await shows(desk, [['Files'], ['Grok Chat', 'Maestro'], ['Matrix', 'Terminal']])
		await desk.keyboard.press('Alt+Shift+PageUp')
		await shows(desk, [['Files'], ['Maestro', 'Grok Chat'], ['Matrix', 'Terminal']])
		await desk.keyboard.press('Alt+PageDown')
		await expect(panel(desk, 'Grok Chat')).toBeVisible()
		await desk.reload()
		await shows(desk, [['Files'], ['Maestro', 'Grok Chat'], ['Matrix', 'Terminal']])
		await expect(panel(desk, 'Grok Chat')).toBeVisible()
	})

	test('a split that would be under 200 by 140 is refused with a word', async ({ desk }) => {
		await openPane(desk, 'layout')
		await desk.setViewportSize({ width: 900, height: 440 })
		await runByName(desk, 'Split down')
		await expect(desk.getByText('There is no room for a tab set of 200 by 140')).toBeVisible()
		await shows(desk, [['Files'], ['Maestro', 'Layout settings'], ['Grok Chat'], ['Matrix', 'Terminal']])
	})

	test('maximize, close, reopen where it was, rename, tuck away, reset and its undo', async ({ desk }) => {
		await desk.keyboard.press('Alt+3')
		await desk.keyboard.press('Alt+Shift+M')
		await expect(panel(desk, 'Maestro')).toBeHidden()
		await desk.keyboard.press('Alt+Shift+M')
		await expect(panel(desk, 'Maestro')).toBeVisible()
		const width = (await panel(desk, 'Files').boundingBox())?.width ?? 0
		await desk.keyboard.press('Alt+W')
		await shows(desk, standard.slice(1))
		await desk.keyboard.press('Alt+Shift+W')
		await shows(desk, standard)
		expect(Math.abs(((await panel(desk, 'Files').boundingBox())?.width ?? 0) - width)).toBeLessThan(4)
		await runByName(desk, 'Rename tab')
		await desk.keyboard.type('My files')
		await desk.keyboard.press('Enter')
		await expect(tab(desk, 'My files')).toBeVisible()
		await runByName(desk, 'Tuck tab into the bottom border')
		await expect(desk.locator('.flexlayout__border_bottom').getByRole('tab', { name: 'My files' })).toBeVisible()
		expect((await storedTree(desk))?.borders.find(({ location }) => location === 'bottom')?.children).toHaveLength(1)
		await runByName(desk, 'Reset layout')
		await shows(desk, standard)
		await desk.getByRole('button', { name: 'Undo' }).click()
		await expect(desk.locator('.flexlayout__border_bottom').getByRole('tab', { name: 'My files' })).toBeVisible()
	})

	test('a splitter moves by arrows', async ({ desk }) => {
		const splitter = desk.locator('.flexlayout__splitter[aria-orientation=vertical]').first()
		const before = (await panel(desk, 'Files').boundingBox())?.width ?? 0
		await splitter.focus()
		for (let n = 0; n < 3; n++) await desk.keyboard.press('ArrowRight')
		await expect.poll(async () => Math.round(((await panel(desk, 'Files').boundingBox())?.width ?? 0) - before)).toBe(30)
	})
})

test.describe('popouts', () => {
	for (const [order, first, second] of [
		['the first one first', 'Grok Chat', 'Files'],
		['the last one first', 'Files', 'Grok Chat'],
	] as const) {
		test(`two at a time: closing one leaves the other; ${order}; each goes back to where it was`, async ({ desk }) => {
			const windows = { 'Grok Chat': await popOut(desk, 'Grok Chat'), Files: await popOut(desk, 'Files') }
			await shows(desk, [['Maestro'], ['Matrix', 'Terminal']])
			await windows[first].close({ runBeforeUnload: true })
			await expect(tab(desk, first)).toBeVisible()
			await expect(tab(windows[second], second)).toBeVisible()
			await expect(panel(windows[second], second)).toBeVisible()
			await windows[second].close({ runBeforeUnload: true })
			await shows(desk, standard)
			expect((await panel(desk, 'Files').boundingBox())?.width).toBeLessThan(300)
		})
	}

	test('a reload of the main window closes them and docks their tabs where they were; a reload of one docks it', async ({ desk }) => {
		const [chat, files] = [await popOut(desk, 'Grok Chat'), await popOut(desk, 'Files')]
		const closed = Promise.all([chat.waitForEvent('close'), files.waitForEvent('close')])
		await desk.reload()
		await closed
		await shows(desk, standard)
		const again = await popOut(desk, 'Files')
		const gone = again.waitForEvent('close')
		await again.evaluate(() => location.reload()).catch(() => {})
		await gone
		await shows(desk, standard)
	})

	test('has the theme and the styles, follows a change of them, and takes shortcuts, menus and typing', async ({ desk }) => {
		const popout = await popOut(desk, 'Files')
		await expect(popout.locator('html')).toHaveAttribute('data-theme', 'dark')
		const background = () => popout.locator('.flexlayout__layout').evaluate((element) => getComputedStyle(element).backgroundColor)
		const dark = await background()
		await setTheme(desk, 'light')
		await expect(popout.locator('html')).toHaveAttribute('data-theme', 'light')
		await expect.poll(background).not.toBe(dark)
		await panel(popout, 'Files').getByRole('textbox', { name: 'Filter' }).fill('READ')
		await expect(panel(popout, 'Files').getByRole('treeitem', { name: 'README.md' })).toBeVisible()
		await expect(panel(popout, 'Files').getByRole('treeitem', { name: 'package.json' })).toHaveCount(0)
		await tab(popout, 'Files').click({ button: 'right' })
		await expect(popout.getByRole('menuitem', { name: 'Close', exact: true })).toBeVisible()
		await popout.keyboard.press('Escape')
		const gone = popout.waitForEvent('close')
		await panel(popout, 'Files').getByRole('textbox', { name: 'Filter' }).focus()
		await popout.keyboard.press('Alt+Shift+B')
		await gone
		await shows(desk, standard)
	})

	test('the palette, its commands, questions and messages open in the window in which the person is, and the focus returns there', async ({ desk }) => {
		const popout = await popOut(desk, 'Files')
		const filter = panel(popout, 'Files').getByRole('textbox', { name: 'Filter' })
		const row = panel(popout, 'Files').getByRole('treeitem', { name: 'README.md' })
		await expect(row).toBeVisible()
		await filter.focus()
		const palettes = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
		await popout.keyboard.press('Control+k')
		await expect(palettes(popout).getByRole('combobox')).toBeFocused()
		await expect(palettes(desk)).toHaveCount(0)
		await expect(palettes(popout).getByRole('option').first()).toBeVisible()
		expect(await faultsOf(popout)).toEqual([])
		await popout.keyboard.press('Escape')
		await expect(palettes(popout)).toHaveCount(0)
		await expect(filter).toBeFocused()

		// A command that the palette runs asks where the palette was.
		await runByName(popout, 'Rename tab')
		const asked = popout.getByRole('dialog', { name: 'Rename tab' })
		await expect(asked.getByRole('textbox', { name: 'Name' })).toBeFocused()
		await popout.keyboard.press('Escape')
		await expect(asked).toHaveCount(0)
		await expect(filter).toBeFocused()

		// A pane there asks there, and what it did is told there.
		await row.click()
		await row.press('Delete')
		const told = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
		await expect(told(popout)).toBeVisible()
		await expect(told(desk)).toHaveCount(0)
		await panel(popout, 'Files').getByRole('button', { name: 'More' }).click()
		await popout.getByRole('menuitem', { name: 'Trash…' }).click()
		await popout.getByRole('button', { name: 'Empty Trash' }).click()
		const question = popout.getByRole('dialog', { name: 'Empty the trash' })
		await expect(question.getByRole('button', { name: 'Empty' })).toBeFocused()
		await expect(desk.getByRole('dialog')).toHaveCount(0)
		await popout.keyboard.press('Escape')
		await expect(question).toHaveCount(0)
		await expect(popout.getByRole('button', { name: 'Empty Trash' })).toBeFocused()
		await popout.keyboard.press('Escape')
		await expect(popout.getByRole('dialog')).toHaveCount(0)

		// Back in the main window everything opens there.
		await tab(desk, 'Maestro').click()
		await desk.keyboard.press('Control+Shift+P')
		await expect(palettes(desk).getByRole('combobox')).toBeFocused()
		await expect(palettes(popout)).toHaveCount(0)
	})

	test('a question in a window that is closed is asked in the main one', async ({ desk }) => {
		const popout = await popOut(desk, 'Files')
		await panel(popout, 'Files').getByRole('textbox', { name: 'Filter' }).focus()
		await runByName(popout, 'Save layout as…')
		await expect(popout.getByRole('dialog', { name: 'Save layout as' })).toBeVisible()
		await popout.close({ runBeforeUnload: true })
		await expect(desk.getByRole('dialog', { name: 'Save layout as' }).getByRole('textbox', { name: 'Name' })).toBeVisible()
		await desk.keyboard.press('Escape')
		await expect(desk.getByRole('dialog')).toHaveCount(0)
		await shows(desk, standard)
	})

	test('a tab is dragged from its window into the dock, and the window goes with its last tab', async ({ desk }) => {
		const popout = await popOut(desk, 'Files')
		const gone = popout.waitForEvent('close')
		// Playwright's mouse stays in one window: these are the events that the browser sends to both.
		await tab(popout, 'Files').evaluate((element) => {
			const { left, top } = element.getBoundingClientRect()
			element.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true, clientX: left + 5, clientY: top + 5, dataTransfer: new DataTransfer() }))
		})
		const { x, y } = await middleOf(panel(desk, 'Grok Chat'))
		await dropIn(desk, { x, y }, {})
		await gone
		await shows(desk, [['Maestro'], ['Grok Chat', 'Files'], ['Matrix', 'Terminal']])
		await expect(panel(desk, 'Files').getByRole('treeitem', { name: 'README.md' })).toBeVisible()
	})

	test('the terminal and the editor live on in a window and back', async ({ desk }) => {
		const terminal = await popOut(desk, 'Terminal')
		await terminal.locator('.TerminalView:not([hidden]) .xterm-helper-textarea').focus()
		await terminal.keyboard.type('echo in-$((40+2))\n')
		await expect(terminal.locator('.TerminalView:not([hidden]) .xterm-rows')).toContainText('in-42')
		await openFile(desk, 'README.md')
		const editor = await popOut(desk, 'README.md')
		await editor.locator('.view-lines').click()
		await editor.keyboard.press('Control+Home')
		await editor.keyboard.type('typed there ')
		await expect(editor.locator('.view-lines')).toContainText('typed there')
		await terminal.close({ runBeforeUnload: true })
		await editor.close({ runBeforeUnload: true })
		await expect(desk.locator('.TerminalView:not([hidden]) .xterm-rows')).toContainText('in-42')
		await expect(panel(desk, 'README.md').locator('.view-lines')).toContainText('typed there')
	})

	test('one that cannot be opened is dropped with a warning, and the tab stays', async ({ desk }) => {
		const warned = desk.waitForEvent('console', (message) => message.type() === 'warning' && message.text().includes('Unable to open window'))
		await desk.evaluate(() => Object.assign(window, { open: () => null }))
		await desk.keyboard.press('Alt+3')
		await desk.keyboard.press('Alt+Shift+P')
		await warned
		await shows(desk, standard)
		await expect(panel(desk, 'Files').getByRole('treeitem', { name: 'README.md' })).toBeVisible()
	})
})
