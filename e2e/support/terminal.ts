import { expect, type Page } from '@playwright/test'

/** What is drawn in the terminal that is shown, without the blanks at the ends of lines. */
export function screen(page: Page): Promise<string> {
	return page.evaluate(() => {
		const rows = document.querySelectorAll('.TerminalView:not([hidden]) .xterm-rows > div')
		return [...rows].map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()).join('\n')
	})
}

export async function type(page: Page, line: string): Promise<void> {
	await page.locator('.TerminalView:not([hidden]) .xterm-helper-textarea').focus()
	await page.keyboard.type(line)
	await page.keyboard.press('Enter')
}

export function shows(page: Page, text: string | RegExp): Promise<void> {
	return expect.poll(() => screen(page)).toMatch(typeof text === 'string' ? new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')) : text)
}
