import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'

test('the default layout is finished the moment it opens: the tree, Maestro, a chat and a shell at its prompt', async ({ desk }) => {
	await expect(desk.getByRole('tab', { name: 'Maestro', exact: true })).toHaveAttribute('aria-selected', 'true')
	await expect(desk.getByRole('tab', { name: 'Grok Chat', exact: true })).toHaveAttribute('aria-selected', 'true')
	await expect(desk.getByRole('tab', { name: 'Matrix', exact: true })).toBeVisible()
	await expect(desk.getByRole('tab', { name: 'Terminal', exact: true })).toHaveAttribute('aria-selected', 'true')
	await expect(desk.getByRole('treeitem', { name: 'package.json' })).toBeVisible()
	await expect(desk.getByRole('textbox', { name: 'Task' })).toBeVisible()
	await expect(desk.locator('.TerminalView:not([hidden]) .xterm-rows')).toContainText(/[#$]/)
	for (const theme of ['dark', 'light', 'high-contrast'] as const) {
		await setTheme(desk, theme)
		await picture(desk, `default-${theme}`)
	}
})

test('the shell is in the page before any script has run', async ({ page, server }) => {
	await page.route('**/*.js', (route) => route.abort())
	await page.goto(server.link)
	await expect(page.getByRole('status', { name: 'Drydock is loading' })).toBeVisible()
})

test.describe('for whoever was never here', () => {
	test.use({ isFirstVisit: true })
	test('the first visit loads the page in at most twelve files and 300 kB, before any editor or terminal engine', async ({ page, server }) => {
		const sizes = new Map<string, number>()
		page.on('response', async (response) => {
			const { pathname } = new URL(response.url())
			if (pathname === '/' || /\.(js|css|woff2|html|svg|webmanifest)$/.test(pathname)) sizes.set(pathname, Number(response.headers()['content-length'] ?? 0))
		})
		await page.goto(server.link)
		await expect(page.getByRole('textbox', { name: 'Task' })).toBeVisible()
		const engines = [...sizes.keys()].filter((name) => /engine|xterm|addon-|monaco|widget/i.test(name))
		const first = [...sizes].filter(([name]) => !engines.includes(name))
		expect(first.length).toBeLessThanOrEqual(12)
		expect(first.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(300_000)
	})
})
