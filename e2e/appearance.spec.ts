import { expect, test } from './support/fixtures.ts'
import { openPane, panel } from './support/dock.ts'

const themes = ['light', 'dark', 'dim', 'high-contrast', 'solarized', 'dracula']

test('everything in the appearance settings takes effect at once and stays', async ({ desk }) => {
	const fonts: string[] = []
	desk.on('request', (request) => request.url().includes('opendyslexic') && fonts.push(request.url()))
	await openPane(desk, 'appearance')
	const pane = panel(desk, 'Appearance settings')
	const root = desk.locator('html')
	const surfaces = new Set<string>()
	for (const theme of themes) {
		await pane.getByRole('button', { name: theme, exact: true }).click()
		await expect(root).toHaveAttribute('data-theme', theme)
		surfaces.add(await desk.evaluate(() => getComputedStyle(document.body).backgroundColor))
	}
	expect(surfaces.size).toBe(themes.length)
	await desk.emulateMedia({ colorScheme: 'light' })
	await pane.getByRole('button', { name: 'system', exact: true }).click()
	await expect(root).toHaveAttribute('data-theme', 'light')
	await desk.emulateMedia({ colorScheme: 'dark' })
	await expect(root).toHaveAttribute('data-theme', 'dark')

	const set = (label: string, value: string) => pane.getByLabel(label).fill(value)
	await set('Font size', '16')
	await expect(desk.locator('body')).toHaveCSS('font-size', '16px')
	await set('Logo size', '30')
	expect((await desk.locator('header svg.Logo').boundingBox())?.height).toBe(30)
	const splitter = desk.locator('.flexlayout__splitter_vert').first()
	const gap = () => splitter.evaluate((line) => Math.min(line.clientWidth, line.clientHeight))
	await expect.poll(gap).toBe(8)
	await set('Dock menu gap', '20')
	await expect.poll(gap).toBe(20)
	await pane.getByLabel('Show header').uncheck()
	await expect(desk.getByRole('banner')).toHaveCount(0)
	await pane.getByLabel('Show footer').uncheck()
	await expect(desk.getByRole('contentinfo')).toHaveCount(0)
	await pane.getByLabel('Reduce motion').check()
	await expect(root).toHaveAttribute('data-reduce-motion')

	expect(fonts).toEqual([])
	await pane.getByLabel('Dyslexia-friendly font').check()
	await expect.poll(() => fonts.length).toBeGreaterThan(0)
	await expect.poll(() => desk.evaluate(() => document.fonts.check('16px OpenDyslexic'))).toBe(true)

	await desk.reload()
	await expect(panel(desk, 'Appearance settings').getByLabel('Dyslexia-friendly font')).toBeChecked()
	await expect(desk.locator('body')).toHaveCSS('font-size', '16px')
	await expect.poll(gap).toBe(20)
})

test('the warm-up reads ahead after the load, only when it is on', async ({ desk }) => {
	const asked: string[] = []
	desk.on('request', (request) => request.url().endsWith('/fs/warmup') && asked.push(request.postData() ?? ''))
	await expect(desk.getByRole('treeitem').first()).toBeVisible()
	await desk.reload()
	await expect(desk.getByRole('treeitem').first()).toBeVisible()
	expect(asked).toEqual([])
	await openPane(desk, 'appearance')
	const pane = panel(desk, 'Appearance settings')
	await pane.getByLabel('Filesystem warmup').check()
	await pane.getByLabel('Warmup budget').fill('700')
	await desk.reload()
	await expect.poll(() => asked.at(-1) ?? '').toContain('"budget_ms":700')
	await desk.route('**/fs/warmup', (route) => route.fulfill({ status: 503, json: { error: 'busy' } }))
	await desk.reload()
	await expect(desk.getByText('fs/warmup 503')).toBeVisible()
})

// spec: background intensity, spec: background frames per second, spec: background cell
test('glyphs fall behind the frame when wanted, and stand still where nothing may move', async ({ desk }) => {
	await openPane(desk, 'appearance')
	const pane = panel(desk, 'Appearance settings')
	const canvas = desk.locator('.BackgroundOverlay canvas')
	await expect(canvas).toHaveCount(0)
	await pane.getByLabel('Background animation').check()
	await expect(canvas).toBeVisible()
	const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())
	const first = await picture()
	await expect.poll(picture).not.toBe(first)

	for (const [label, key, least, most] of [['Background intensity', 'vt_bg_intensity', 0.2, 1], ['Background frames per second', 'vt_bg_fps', 10, 60]] as const) {
		await pane.getByLabel(label).press('Home')
		await expect.poll(() => desk.evaluate((name) => Number(localStorage.getItem(name)), key)).toBe(least)
		await pane.getByLabel(label).press('End')
		await expect.poll(() => desk.evaluate((name) => Number(localStorage.getItem(name)), key)).toBe(most)
	}
	await expect(desk.locator('.BackgroundOverlay')).toHaveCSS('opacity', '0.35')

	await pane.getByLabel('Reduce motion').check()
	// Two frames later it is still the same picture.
	const still = await picture()
	await desk.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
	expect(await picture()).toBe(still)
	await pane.getByLabel('Background animation').uncheck()
	await expect(canvas).toHaveCount(0)
})
