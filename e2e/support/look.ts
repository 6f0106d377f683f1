import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'

/** The user guide's pictures are renewed with `UPDATE_SCREENSHOTS=1 npm run e2e`; otherwise they go to the test results. */
const folder = fileURLToPath(new URL(process.env['UPDATE_SCREENSHOTS'] ? '../../docs/guide/screenshots/' : '../../test-results/screenshots/', import.meta.url))

export type Theme = 'dark' | 'light' | 'high-contrast' | 'dim' | 'solarized' | 'dracula'

export async function picture(what: Page | Locator, name: string): Promise<void> {
	mkdirSync(folder, { recursive: true })
	await what.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

export async function setTheme(page: Page, theme: Theme): Promise<void> {
	// What another tab of this browser does when its user changes the theme.
	await page.evaluate((name) => {
		localStorage.setItem('vt_theme', JSON.stringify(name))
		dispatchEvent(new StorageEvent('storage', { key: 'vt_theme' }))
	}, theme)
	await page.locator(`html[data-theme="${theme}"]`).waitFor()
}
