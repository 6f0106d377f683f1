import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { editorOf } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

/** No serious fault of accessibility in dark and light. */
async function isAccessible(page: Page, part: Locator, name: string) {
	await part.evaluate((element) => element.setAttribute('data-axe', ''))
	for (const theme of ['light', 'dark'] as const) {
		await setTheme(page, theme)
		await picture(page, `shell-${name}-${theme}`)
		const { violations } = await new AxeBuilder({ page }).include('[data-axe]').analyze()
		const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
		expect(serious, `${name} in ${theme}`).toEqual([])
	}
	await part.evaluate((element) => element.removeAttribute('data-axe'))
}

test.describe('the command palette', () => {
	test('by keyboard: panes, commands and files in one box, recent ones first, Escape gives the focus back', async ({ desk }) => {
		const task = desk.getByRole('textbox', { name: 'Task' })
		await task.focus()
		// spec: Ctrl/Cmd+Shift+P
		await desk.keyboard.press('Control+Shift+P')
		const palette = desk.getByRole('dialog', { name: 'Command palette' })
		await expect(palette.getByRole('combobox')).toBeFocused()
		await desk.keyboard.press('Escape')
		await expect(palette).toHaveCount(0)
		await expect(task).toBeFocused()

		// spec: Ctrl/Cmd+K
		await desk.keyboard.press('Control+K')
		await desk.keyboard.type('total')
		const file = palette.getByRole('option', { name: 'total.js src' })
		await expect(file).toBeVisible()
		await expect(file.locator('mark')).toHaveText('total')
		await isAccessible(desk, palette, 'palette')
		while ((await file.getAttribute('aria-selected')) !== 'true') await desk.keyboard.press('ArrowDown')
		await desk.keyboard.press('Enter')
		await expect(editorOf(desk).getByRole('tab', { name: 'total.js' })).toHaveAttribute('aria-selected', 'true')

		await desk.keyboard.press('Control+K')
		await desk.keyboard.type('>light')
		await desk.keyboard.press('Enter')
		await expect(desk.locator('html[data-theme="light"]')).toBeVisible()
		await desk.keyboard.press('Control+K')
		await expect(palette.getByRole('option').first()).toContainText('Theme: light')
	})

	test('by pointer: the header opens it, a click runs, a click beside closes', async ({ desk }) => {
		await desk.getByRole('button', { name: /Open Palette/ }).click()
		const palette = desk.getByRole('dialog', { name: 'Command palette' })
		await palette.getByRole('option', { name: 'Appearance settings' }).first().click()
		await expect(desk.getByRole('tab', { name: 'Appearance settings', exact: true })).toHaveAttribute('aria-selected', 'true')
		await desk.getByRole('button', { name: 'Command palette' }).click()
		await expect(palette).toBeVisible()
		await desk.mouse.click(20, 600)
		await expect(palette).toHaveCount(0)
	})
})

test('the side bar: Alt+\\ shows it, Quick Open finds files, it is resized by mouse and by keyboard, and all is remembered', async ({ desk }) => {
	await desk.keyboard.press('Alt+\\')
	const bar = desk.getByRole('complementary', { name: 'Sidebar' })
	const box = bar.getByRole('combobox', { name: 'Quick Open File' })
	await box.fill('totjs')
	await expect(bar.getByRole('option')).toContainText(['total.js'])
	await isAccessible(desk, bar, 'sidebar')
	await box.press('Enter')
	await expect(editorOf(desk).getByRole('tab', { name: 'total.js' })).toBeVisible()
	await expect(bar.getByRole('navigation', { name: 'Recent Panes' }).getByRole('button', { name: 'Code Editor' })).toBeVisible()

	const handle = bar.getByRole('separator', { name: 'Resize sidebar' })
	await handle.focus()
	await desk.keyboard.press('ArrowRight')
	await expect(handle).toHaveAttribute('aria-valuenow', '296')
	await desk.keyboard.press('Shift+ArrowLeft')
	await expect(handle).toHaveAttribute('aria-valuenow', '256')
	const place = await handle.boundingBox()
	if (!place) throw new Error('no handle')
	await desk.mouse.move(place.x + 3, 500)
	await desk.mouse.down()
	await desk.mouse.move(place.x + 103, 500, { steps: 4 })
	await desk.mouse.up()
	await expect(handle).toHaveAttribute('aria-valuenow', '356')
	await desk.reload()
	await expect(handle).toHaveAttribute('aria-valuenow', '356')
	await desk.getByRole('button', { name: 'Toggle sidebar' }).click()
	await expect(bar).toHaveCount(0)
})

test.describe('the Super Dock', () => {
	test('by keyboard: opens with the keyboard in it, takes panes, moves, grows, keeps to a side, is remembered and lets the keyboard out', async ({ desk }) => {
		const task = desk.getByRole('textbox', { name: 'Task' })
		await task.focus()
		// spec: Alt+Shift+S
		await desk.keyboard.press('Alt+Shift+S')
		const panel = desk.getByRole('dialog', { name: 'Super Dock' })
		await expect(panel).toBeFocused()
		await panel.getByLabel('Add a pane').selectOption('matrix')
		await panel.getByLabel('Add a pane').selectOption('approvals-queue')
		await expect(panel.getByRole('group', { name: 'Approvals' }).getByText('No items')).toBeVisible()
		await panel.getByRole('button', { name: 'Move the Super Dock' }).focus()
		const before = await panel.boundingBox()
		await desk.keyboard.press('Shift+ArrowRight')
		await desk.keyboard.press('ArrowDown')
		const after = await panel.boundingBox()
		expect([after?.x, after?.y]).toEqual([(before?.x ?? 0) + 50, (before?.y ?? 0) + 10])
		await panel.getByRole('button', { name: 'Resize the Super Dock' }).focus()
		await desk.keyboard.press('Shift+ArrowRight')
		expect((await panel.boundingBox())?.width).toBe((after?.width ?? 0) + 50)
		await isAccessible(desk, panel, 'super-dock')

		// Tab leads through it and out again: it never holds the keyboard.
		await panel.getByRole('button', { name: 'Resize the Super Dock' }).focus()
		await desk.keyboard.press('Tab')
		await expect(panel.locator(':focus')).toHaveCount(0)
		await panel.getByLabel('Dock position').selectOption('Left')
		expect((await panel.boundingBox())?.x).toBe(0)
		await desk.reload()
		await expect(panel.getByRole('group', { name: 'Matrix' })).toBeVisible()
		expect((await panel.boundingBox())?.x).toBe(0)
		await desk.keyboard.press('Alt+Shift+S')
		await expect(panel).toHaveCount(0)
	})

	test('by pointer: dragged and pulled, dropped into a zone, an item opens in the main dock, duplicate, clear and close', async ({ desk }) => {
		await desk.keyboard.press('Alt+\\')
		await desk.keyboard.press('Alt+Shift+S')
		const panel = desk.getByRole('dialog', { name: 'Super Dock' }).first()
		const title = panel.getByRole('heading', { name: 'Super Dock' })
		await title.hover()
		await desk.mouse.down()
		const from = await panel.boundingBox()
		if (!from) throw new Error('no panel')
		const grab = await title.boundingBox()
		if (!grab) throw new Error('no title')
		await desk.mouse.move(grab.x + grab.width / 2 + 300, grab.y + grab.height / 2 + 60, { steps: 5 })
		await desk.mouse.up()
		const to = await panel.boundingBox()
		expect([to?.x, to?.y]).toEqual([from.x + 300, from.y + 60])
		await desk.mouse.move(from.x + 300 + from.width - 3, from.y + 60 + from.height - 3)
		await desk.mouse.down()
		await desk.mouse.move(from.x + 300 + from.width - 103, from.y + 60 + from.height - 53, { steps: 5 })
		await desk.mouse.up()
		expect(await panel.boundingBox()).toMatchObject({ width: from.width - 100, height: from.height - 50 })

		// From the side bar into the zone at the right.
		const files = desk.getByRole('navigation', { name: 'Main Components' }).getByRole('button', { name: 'Files' })
		await files.dragTo(panel, { targetPosition: { x: from.width - 110, y: 240 } })
		await expect(panel.getByRole('group', { name: 'Files' })).toBeVisible()
		await expect(panel.getByLabel('Dock position')).toHaveValue('right')
		const edge = await panel.boundingBox()
		expect((edge?.x ?? 0) + (edge?.width ?? 0)).toBe(1440)

		// spec/3 §5, drop payload: the other forms.
		await panel.evaluate((element) => {
			const drop = (type: string, text: string) => {
				const dataTransfer = new DataTransfer()
				dataTransfer.setData(type, text)
				const { x, y, width, height } = element.getBoundingClientRect()
				for (const name of ['dragover', 'drop']) element.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2 }))
			}
			drop('application/json', '{"path":"src/total.js"}')
			drop('text/uri-list', 'https://example.org/')
			drop('text/plain', 'just a word')
		})
		await expect(panel.getByRole('group', { name: 'total.js' })).toContainText('Prices are in cents.')
		await expect(panel.getByRole('link', { name: 'https://example.org/' })).toHaveAttribute('rel', /noopener/)
		await expect(panel.getByRole('group')).toHaveCount(3)
		await expect(panel.getByLabel('Dock position')).toHaveValue('all')

		await panel.getByRole('button', { name: 'Open total.js in the main dock' }).click()
		await expect(editorOf(desk).getByRole('tab', { name: 'total.js' })).toHaveAttribute('aria-selected', 'true')
		await panel.getByRole('button', { name: 'Duplicate' }).click()
		await expect(desk.getByRole('dialog', { name: 'Super Dock' })).toHaveCount(2)
		const copy = desk.getByRole('dialog', { name: 'Super Dock' }).last()
		await copy.getByRole('button', { name: 'Clear' }).click()
		await expect(copy.getByText('Nothing here yet')).toBeVisible()
		await picture(desk, 'shell-super-dock-two')
		// What is clicked comes to the front.
		await title.click()
		const layers = await desk.getByRole('dialog', { name: 'Super Dock' }).evaluateAll((all) => all.map((element) => Number(getComputedStyle(element).zIndex)))
		expect(layers[0]).toBeGreaterThan(layers[1] ?? 0)
		await copy.getByRole('button', { name: 'Close' }).click()
		await expect(desk.getByRole('dialog', { name: 'Super Dock' })).toHaveCount(1)
		await panel.getByRole('button', { name: 'Close' }).click()
		await expect(panel).toHaveCount(0)
	})
})

test.describe('a first visit', () => {
	test.use({ isFirstVisit: true })
	test('is welcomed once: the card opens the palette, the banner and the question go when they were answered, and stay away', async ({ desk }) => {
		const card = desk.getByRole('region', { name: 'Welcome to Drydock' })
		const banner = desk.getByText('Drydock is young')
		await expect(card).toBeVisible()
		await expect(banner).toBeVisible()
		await isAccessible(desk, card, 'welcome')
		await card.getByRole('button', { name: 'Open Palette' }).focus()
		await desk.keyboard.press('Enter')
		await expect(desk.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
		await desk.keyboard.press('Escape')
		await expect(card).toHaveCount(0)
		await desk.getByRole('button', { name: 'Dismiss the beta banner' }).click()
		const telemetry = desk.getByRole('dialog', { name: 'Telemetry preferences' })
		await isAccessible(desk, telemetry, 'telemetry')
		// Skipping stores nothing: it asks again.
		await telemetry.getByRole('button', { name: 'Skip' }).click()
		await expect(telemetry).toHaveCount(0)
		await desk.reload()
		await expect(telemetry.getByLabel('Count when I open the app')).not.toBeChecked()
		await telemetry.getByRole('button', { name: 'Save' }).focus()
		await desk.keyboard.press('Enter')
		await desk.reload()
		await expect(desk.getByRole('treeitem', { name: 'package.json' })).toBeVisible()
		for (const gone of [card, banner, telemetry]) await expect(gone).toHaveCount(0)
		expect(await desk.evaluate(() => [localStorage.getItem('vt_telemetry_seen'), localStorage.getItem('vt_telemetry_optin')])).toEqual(['true', 'false'])
	})
})

test.describe('feedback', () => {
	test('is sent to the server by keyboard alone', async ({ desk }) => {
		await desk.keyboard.press('Control+K')
		await desk.keyboard.type('feedback')
		await desk.keyboard.press('Enter')
		const dialog = desk.getByRole('dialog', { name: 'Send Feedback' })
		await isAccessible(desk, dialog, 'feedback')
		await dialog.getByLabel('Idea').check()
		await dialog.getByLabel('Your note').focus()
		await desk.keyboard.type('A bigger crane')
		await desk.keyboard.press('Tab')
		await desk.keyboard.press('Tab')
		await desk.keyboard.press('Enter')
		await expect(dialog.getByText('Thanks for your feedback!')).toBeVisible()
		await desk.keyboard.press('Escape')
		await expect(dialog).toHaveCount(0)
	})

	test('written without a connection is sent when the server is back', async ({ desk, server, start }) => {
		// The dialog is there before the server goes.
		await desk.evaluate(() => dispatchEvent(new CustomEvent('vt:feedback:open')))
		const dialog = desk.getByRole('dialog', { name: 'Send Feedback' })
		await dialog.getByLabel('Your note').fill('From the train')
		await server.stop()
		await dialog.getByRole('button', { name: 'Send' }).click()
		await expect(dialog.getByText(/kept here and sent once it can/)).toBeVisible()
		await desk.keyboard.press('Escape')
		await start({ port: server.port })
		await expect.poll(() => desk.evaluate(() => localStorage.getItem('vt_feedback_outbox')), { timeout: 40_000 }).toBe('[]')
	})
})

test('what was told can be read again', async ({ desk }) => {
	await desk.evaluate(() => dispatchEvent(new CustomEvent('vt:layout:reset')))
	await expect(desk.getByText('The layout was reset')).toBeVisible()
	await desk.getByRole('button', { name: 'Notifications, 1 new' }).click()
	const dialog = desk.getByRole('dialog', { name: 'Notifications' })
	await expect(dialog.getByRole('listitem')).toContainText('The layout was reset')
	await isAccessible(desk, dialog, 'notifications')
	await dialog.getByRole('button', { name: 'Clear' }).click()
	await expect(dialog.getByText('Nothing was told yet')).toBeVisible()
	await desk.keyboard.press('Escape')
	await expect(desk.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('a server that is gone: counted down, looked for at once on demand, and a newer page that it then serves is offered', async ({ desk, server, start }) => {
	await server.stop()
	const state = desk.getByText(/^Offline, retrying in \d+ s$/)
	await expect(state).toBeVisible()
	await picture(desk, 'shell-offline')
	// The page that is served next is another build.
	await desk.route((url) => url.pathname === '/', async (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><script type="module" crossorigin src="/assets/another.js"></script>' }))
	await desk.getByRole('button', { name: 'Retry now' }).click()
	await start({ port: server.port })
	await expect(state).toHaveCount(0, { timeout: 40_000 })
	await expect(desk.getByText('A newer version is running')).toBeVisible()
	await desk.unrouteAll()
	await desk.getByRole('button', { name: 'Reload', exact: true }).click()
	await expect(desk.getByText('A newer version is running')).toHaveCount(0)
	await expect(desk.getByRole('tab', { name: 'Files' })).toBeVisible()
})

test('it can be installed: a manifest with icons that are there, and its shortcuts open panes', async ({ desk }) => {
	const manifest = await desk.evaluate(async () => (await fetch(document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '')).json() as Promise<{ icons: { src: string; sizes: string }[]; shortcuts: { url: string }[]; display: string }>)
	expect(manifest.display).toBe('standalone')
	for (const { src, sizes } of manifest.icons) {
		const size = await desk.evaluate(async (url) => {
			const image = new Image()
			image.src = url
			await image.decode()
			return `${image.naturalWidth}x${image.naturalHeight}`
		}, src)
		if (sizes !== 'any') expect(size).toBe(sizes)
	}
	expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/#pane=maestro', '/#pane=terminal', '/#pane=files'])
	await desk.getByRole('tab', { name: 'Matrix' }).click()
	await desk.evaluate(() => history.replaceState(undefined, '', '/#pane=terminal'))
	await desk.reload()
	await expect(desk.getByRole('tab', { name: 'Terminal', exact: true })).toHaveAttribute('aria-selected', 'true')
	expect(new URL(desk.url()).hash).toBe('')
})
