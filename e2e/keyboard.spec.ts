import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { editorOf, maestroOf } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { shows } from './support/terminal.ts'

test.use({
	script: {
		turns: [
			{ when: { results: 0 }, text: 'I look at the code.', calls: [{ name: 'read', input: { path: 'src/total.js' } }] },
			{
				when: { results: 1 },
				text: 'I mend the total and switch the currency.',
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
					{ name: 'run', input: { command: 'node --test' } },
				],
			},
			{ when: { results: 3 }, text: 'All tests pass.' },
		],
	},
})

test('ask, reject a hunk, approve, take back and undo, without a pointer', async ({ desk, project }) => {
	const source = () => readFile(path.join(project, 'src/total.js'), 'utf8')
	const maestro = maestroOf(desk)
	const task = maestro.getByRole('textbox', { name: 'Task' })
	await desk.keyboard.press('Control+F6')
	await desk.keyboard.press('Control+F6')
	await expect(task).toBeFocused()
	await desk.keyboard.type('Make the failing test pass.')
	await desk.keyboard.press('Enter')
	await expect(maestro.getByRole('button', { name: /^Approve/ })).toBeVisible()
	await expect(task).toBeFocused()

	const changes = maestro.getByRole('region', { name: 'Changes' })
	await tabTo(desk, changes.getByRole('button', { name: /1 file changed/ }), 'Shift+Tab')
	await desk.keyboard.press('Enter')
	await tabTo(desk, changes.getByRole('button', { name: /^Reject src\/total\.js/ }).last())
	await desk.keyboard.press('Enter')
	await expect.poll(source).toContain("currency = 'EUR'")
	// The button is gone; the keyboard is still where it was.
	await expect(changes.locator(':focus')).toHaveCount(1)

	await tabTo(desk, maestro.getByRole('button', { name: /^Approve/ }), 'Shift+Tab')
	await desk.keyboard.press('a')
	await expect(maestro.getByText('All tests pass.').last()).toBeVisible()
	await expect(maestro.locator(':focus')).toHaveCount(1)

	await tabTo(desk, changes.getByRole('button', { name: 'Take back src/total.js' }), 'Shift+Tab')
	await desk.keyboard.press('Enter')
	await expect.poll(source).not.toContain('item.count')
	await expect(changes.locator(':focus')).toHaveCount(1)
	await tabTo(desk, changes.getByRole('button', { name: 'Undo' }), 'Shift+Tab')
	await desk.keyboard.press('Enter')
	await expect.poll(source).toContain('item.price * item.count')
	await expect(maestro.locator(':focus')).toHaveCount(1)
})

test('Ctrl+F6 goes around the panes to where one works in each, also out of a terminal and an editor', async ({ desk }) => {
	await shows(desk, /[#$]\s*$/m)
	const stations = [desk.getByRole('tree', { name: 'Files' }), maestroOf(desk).getByRole('textbox', { name: 'Task' }), desk.getByRole('tabpanel', { name: 'Grok Chat' }).getByRole('textbox', { name: 'Message' }), desk.getByRole('textbox', { name: 'Terminal input' })]
	for (const station of [...stations, stations[0]]) {
		await desk.keyboard.press('Control+F6')
		await expect(station!).toBeFocused()
	}
	await desk.keyboard.press('Control+Shift+F6')
	await expect(stations[3]!).toBeFocused()

	await openByPalette(desk, 'code editor')
	await expect(editorOf(desk)).toBeVisible()
	await desk.evaluate(() => dispatchEvent(new CustomEvent('vt:editor:open', { detail: { path: 'README.md', focus: true } })))
	await expect(editorOf(desk).locator(':focus')).toHaveCount(1)
	await desk.keyboard.press('Control+F6')
	await expect(stations[2]!).toBeFocused()
})

test('the palette opens a pane with the keyboard in it, runs a command, and gives the focus back when it is left', async ({ desk }) => {
	const task = maestroOf(desk).getByRole('textbox', { name: 'Task' })
	await task.focus()
	await desk.keyboard.press('Control+Shift+p')
	await expect(paletteOf(desk)).toBeFocused()
	await desk.keyboard.press('Escape')
	await expect(paletteOf(desk)).toHaveCount(0)
	await expect(task).toBeFocused()

	for (const [words, title] of [['settings', 'Settings'], ['approvals', 'Approvals'], ['appearance', 'Appearance settings'], ['matrix', 'Matrix'], ['layout', 'Layout settings']] as const) {
		await openByPalette(desk, words)
		const panel = desk.getByRole('tabpanel', { name: title, exact: true })
		await expect(panel).toBeVisible()
		await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement)), title).toBe(true)
	}
	await openByPalette(desk, 'terminal')
	await expect(desk.getByRole('textbox', { name: 'Terminal input' })).toBeFocused()

	await desk.keyboard.press('Control+Shift+p')
	await paletteOf(desk).pressSequentially('theme: light')
	await desk.keyboard.press('Enter')
	await expect(desk.locator('html')).toHaveAttribute('data-theme', 'light')
	await expect(desk.getByRole('textbox', { name: 'Terminal input' })).toBeFocused()

	const sidebar = desk.getByRole('complementary', { name: 'Sidebar' })
	await desk.keyboard.press('Alt+\\')
	await expect(sidebar).toBeVisible()
	await desk.keyboard.press('Alt+\\')
	await expect(sidebar).toHaveCount(0)
})

test('Tab goes through the whole page and shows where it is; only the terminal keeps it, for the shell', async ({ desk }) => {
	await shows(desk, /[#$]\s*$/m)
	const seen = new Set<string>()
	let isHeld = false
	for (let presses = 0; presses < 120 && !isHeld; presses++) {
		await desk.keyboard.press('Tab')
		const { name, isTerminal, isShown } = await desk.evaluate(describeFocus)
		expect(isShown, `${name} shows that it has the focus`).toBe(true)
		seen.add(name)
		isHeld = isTerminal
	}
	expect(isHeld).toBe(true)
	expect([...seen]).toEqual(expect.arrayContaining(['Toggle sidebar', 'CWD', 'Filter', 'Task', 'Message', 'New terminal']))
	// The shell completes; the page goes on by its own key, and back.
	await desk.keyboard.press('Tab')
	await expect(desk.getByRole('textbox', { name: 'Terminal input' })).toBeFocused()
	await desk.keyboard.press('Control+F6')
	await expect(desk.getByRole('tree', { name: 'Files' })).toBeFocused()
	await desk.keyboard.press('Shift+Tab')
	await expect(desk.getByRole('textbox', { name: 'Filter' })).toBeFocused()
})

test('a dialog keeps the keyboard until it is answered and gives it back', async ({ desk, project }) => {
	const tree = desk.getByRole('tree', { name: 'Files' })
	await tree.focus()
	await desk.keyboard.type('read')
	await desk.keyboard.press('Control+Shift+P')
	await expect(paletteOf(desk)).toBeFocused()
	await desk.keyboard.type('Rename tab')
	await expect(desk.getByRole('option', { name: 'Rename tab' })).toBeVisible()
	await desk.keyboard.press('Enter')
	const dialog = desk.getByRole('dialog')
	await expect(dialog.getByRole('textbox')).toBeFocused()
	for (let presses = 0; presses < 8; presses++) {
		await desk.keyboard.press('Tab')
		expect(await desk.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(true)
	}
	await desk.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	await expect(tree).toBeFocused()
	expect(await readFile(path.join(project, 'README.md'), 'utf8')).toContain('# Prices')
})

function paletteOf(page: Page): Locator {
	return page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
}

async function openByPalette(page: Page, words: string): Promise<void> {
	await page.keyboard.press('Control+Shift+p')
	const input = paletteOf(page)
	await expect(input).toBeFocused()
	await page.keyboard.type(words)
	await page.keyboard.press('Enter')
	await expect(input).toHaveCount(0)
}

/** Presses Tab until that has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	await expect(target).toBeVisible()
	for (let presses = 0; presses < 60; presses++) {
		if (await target.evaluate((element) => element === document.activeElement)) return
		await page.keyboard.press(key)
	}
	await expect(target).toBeFocused()
}

/** What has the focus, and whether that can be seen: by a ring, a caret, or a look that goes when the focus goes. */
function describeFocus(): { name: string; isTerminal: boolean; isShown: boolean } {
	const element = document.activeElement
	if (!(element instanceof HTMLElement)) return { name: 'nothing', isTerminal: false, isShown: false }
	const name = element.getAttribute('aria-label') ?? (element.textContent || element.id || element.closest('label')?.textContent || element.tagName).slice(0, 40)
	const isTerminal = element.classList.contains('xterm-helper-textarea')
	const { width, height } = element.getBoundingClientRect()
	const look = () => {
		for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().iterations === 1) animation.finish()
		const parts = [element, element.parentElement, document.getElementById(element.getAttribute('aria-activedescendant') ?? '')].filter((part) => part !== null)
		return parts.map((part) => (({ outlineStyle, outlineColor, borderColor, boxShadow, backgroundColor }) => [outlineStyle, outlineColor, borderColor, boxShadow, backgroundColor].join(' '))(getComputedStyle(part))).join()
	}
	const style = getComputedStyle(element)
	const hasRing = style.outlineStyle !== 'none' && style.outlineWidth !== '0px'
	const hasCaret = element.matches('input:not([type=checkbox], [type=radio]), textarea') && width > 20 && height > 10
	if (hasRing || hasCaret || isTerminal) return { name, isTerminal, isShown: width > 0 && height > 0 || isTerminal }
	const focused = look()
	element.blur()
	const blurred = look()
	element.focus()
	return { name, isTerminal, isShown: focused !== blurred }
}
