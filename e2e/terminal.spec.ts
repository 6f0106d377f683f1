import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { token } from './support/drydock.ts'
import { expect, test } from './support/fixtures.ts'
import { picture, setTheme } from './support/look.ts'
import { screen, shows, type } from './support/terminal.ts'

/** Waits until a counting loop is so far; it does not wait for the test. */
const counts = (page: Page, least: number) => expect.poll(async () => Math.max(0, ...((await screen(page)).match(/(?<=^line )\d+$/gm) ?? []).map(Number))).toBeGreaterThanOrEqual(least)

test('two terminals survive a reload and a killed server with the same screen', async ({ desk, server, start, project }) => {
	await shows(desk, /[#$]$/m)
	await type(desk, 'pwd; echo sum-$((40+2))')
	await shows(desk, 'sum-42')
	await shows(desk, project)
	await desk.getByRole('button', { name: 'New terminal' }).click()
	await shows(desk, /[#$]$/m)
	await type(desk, 'top -d 0.5')
	await shows(desk, 'load average')
	await desk.getByRole('tab', { name: 'Terminal 1' }).click()
	await type(desk, 'for i in $(seq 1 100000); do echo line $i; sleep 0.05; done')
	await counts(desk, 20)

	await desk.reload()
	await counts(desk, 40)
	await server.kill()
	await start({ port: server.port })
	await counts(desk, 150)
	const numbers = (await screen(desk)).match(/(?<=line )\d+/g)?.map(Number) ?? []
	expect(numbers.length).toBeGreaterThan(3)
	expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
	await desk.getByRole('tab', { name: 'Terminal 2' }).click()
	await shows(desk, 'load average')
})

test('what is typed while the server is away arrives when it is back', async ({ desk, server, start }) => {
	await shows(desk, /[#$]$/m)
	await desk.locator('.TerminalView:not([hidden]) .xterm-helper-textarea').focus()
	await server.kill()
	await desk.keyboard.type('echo kept-$((40+2))\n')
	await start({ port: server.port })
	await shows(desk, 'kept-42')
})

test('keys: new, switch, clear, search, close; a paste of several lines is asked about; links ask first', async ({ desk }) => {
	await shows(desk, /[#$]$/m)
	await desk.getByRole('tab', { name: 'Terminal 1' }).focus()
	await desk.keyboard.press('Control+K')
	await expect(desk.locator('.TerminalView:not([hidden]) .xterm-helper-textarea')).toBeFocused()
	await type(desk, 'seq 1 30; echo needle-$((1+1)); echo see https://example.com/x src/total.js:3')
	await shows(desk, 'needle-2')
	await desk.keyboard.press('Control+F')
	await desk.getByRole('textbox', { name: 'Search in the terminal' }).fill('needle-2')
	await expect(desk.getByText('1 of 1')).toBeVisible()
	await desk.keyboard.press('Escape')
	await type(desk, 'echo ready-$((1+1)); cat')
	await shows(desk, 'ready-2')
	await desk.evaluate(() => {
		const data = new DataTransfer()
		data.setData('text/plain', 'one\ntwo\u001b[201~three\n')
		document.querySelector('.TerminalView:not([hidden]) .xterm-helper-textarea')?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
	})
	await expect(desk.getByRole('dialog', { name: 'Paste several lines?' })).toBeVisible()
	await desk.getByRole('button', { name: 'Paste', exact: true }).click()
	await shows(desk, 'twothree')
	await desk.getByRole('button', { name: 'Stop' }).click()
	await type(desk, 'PS1="; "')
	// spec: Ctrl/Cmd+L
	await desk.keyboard.press('Control+L')
	await expect.poll(async () => (await screen(desk)).includes('needle-2')).toBe(false)
	await desk.keyboard.press('Alt+T')
	await expect(desk.getByRole('tab', { name: 'Terminal 2' })).toHaveAttribute('aria-selected', 'true')
	await shows(desk, /[#$]$/m)
	await desk.locator('.TerminalView:not([hidden]) .xterm-helper-textarea').focus()
	await desk.keyboard.press('Control+Alt+ArrowLeft')
	await expect(desk.getByRole('tab', { name: 'Terminal 1' })).toHaveAttribute('aria-selected', 'true')
})

test('without its engine the terminal says so and the rest of the page works', async ({ page, server }) => {
	await page.route('**/assets/engine-parts*', (route) => route.abort())
	await page.goto(server.link)
	await expect(page.getByRole('alert').filter({ hasText: 'xterm.js not available' })).toBeVisible()
	await expect(page.getByRole('treeitem').first()).toBeVisible()
})

const hostile: Readonly<Record<string, string>> = {
	'OSC 52 asks for the clipboard': "printf '\\033]52;c;?\\007'",
	'OSC 52 sets the clipboard': "printf '\\033]52;c;cHduZWQ=\\007'",
	'a title is asked back': "printf '\\033]0;title\\007\\033[21t'",
	'a link that is a script': "printf '\\033]8;;javascript:window.__pwn=1\\007click\\033]8;;\\007'",
	'an inline image': "printf '\\033]1337;File=inline=1;size=999999999:AAAA\\007'",
	'a flood of sixels': "printf '\\033Pq#0;2;%.0s' $(seq 1 200)",
	'huge parameters': "printf '\\033[1;99999999r\\033[99999999L'",
	'a huge repetition': "printf 'x\\033[99999999b'",
	'an OSC without an end': "printf '\\033]'; head -c 200000 /dev/zero | tr '\\0' A",
	'a DCS without an end': "printf '\\033P'; head -c 200000 /dev/zero | tr '\\0' A",
	'text that turns its direction': "printf '\\342\\200\\256abc'",
	'progress': "printf '\\033]9;4;3\\007'",
	'a notification': "printf '\\033]777;notify;x;y\\007'",
	'the other screen and back': "printf '\\033[?1049h\\033[?1049l'",
	'NUL and bytes that are no text': "printf '\\357\\277\\000\\001\\377'",
}

test('what a hostile program prints neither answers, hangs nor reaches beyond the terminal', async ({ desk, problems }) => {
	await shows(desk, /[#$]$/m)
	for (const [index, command] of Object.values(hostile).entries()) {
		const started = Date.now()
		// The escape before the answer ends what was left without an end.
		await type(desk, `clear; ${command}; read -t 0.3 -n 40 answer; printf '\\033[manswer=%q done-%s\\n' "$answer" $((100+${index}))`)
		await shows(desk, `answer='' done-${100 + index}`)
		expect(Date.now() - started).toBeLessThan(20_000)
	}
	// A question about the kind of terminal has one fixed answer.
	await type(desk, "clear; printf '\\033[c'; read -t 1 -s -d c answer; printf 'answer=%q\\n' \"$answer\"")
	await shows(desk, "answer=$'\\E[?1;2'")
	await type(desk, "clear; printf 'a\\342\\200\\256b\\n'")
	await shows(desk, 'a\ufffdb')
	expect(await desk.evaluate(() => '__pwn' in window)).toBe(false)
	expect(problems).toEqual([])
})

test('a picture in the output is drawn, scrolls with it, and outlives a reload; one that is hostile or broken leaves the text', async ({ desk, project, problems }) => {
	await shows(desk, /[#$]$/m)
	// Red, four pixels by two, drawn over ten columns.
	const red = 'R0lGODdhBAACAIAAAP8AAAAAACwAAAAABAACAAACA4RvBQA7'
	writeFileSync(path.join(project, 'show'), `printf '\\033]1337;File=inline=1;width=10;height=3;preserveAspectRatio=0:%s\\007\\nbelow\\n' "$1"\n`)
	await type(desk, `clear; sh show ${red}`)
	await shows(desk, /^below$/m)
	const strips = desk.locator('.TerminalView:not([hidden]) canvas.TerminalPicture')
	await expect(strips).toHaveCount(3)
	const middle = (element: Element) => {
		if (!(element instanceof HTMLCanvasElement)) return []
		return [...(element.getContext('2d')?.getImageData(element.width / 2, element.height / 2, 1, 1).data ?? [])]
	}
	expect(await strips.nth(1).evaluate(middle)).toEqual([255, 0, 0, 255])
	await desk.reload()
	await shows(desk, /^below$/m)
	await expect(strips).toHaveCount(3)
	await type(desk, 'clear')
	await expect(strips).toHaveCount(0)
	// A PNG that says it is 60,000 pixels square; one that is cut off; what is no base64; a file that wants to be kept.
	await type(desk, 'sh show iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAIAAAAAAAAAAAAA; sh show R0lGODdhBAACAIAAAP8AAAAA; sh show "%%%"; printf "\\033]1337;File=name=eA==:QUJD\\007"; echo after-$((40+2))')
	await shows(desk, /^after-42$/m)
	await expect(strips).toHaveCount(0)
	expect(problems).toEqual([])
})

test('in a window of its own it shows the same screen and takes keys', async ({ desk, context }) => {
	await shows(desk, /[#$]$/m)
	await type(desk, 'echo before-$((1+1))')
	await shows(desk, 'before-2')
	const [popout] = await Promise.all([context.waitForEvent('page'), desk.getByRole('button', { name: /popout/i }).last().click()])
	await shows(popout, 'before-2')
	await type(popout, 'echo after-$((1+1))')
	await shows(popout, 'after-2')
	await popout.keyboard.press('Alt+T')
	await expect(popout.getByRole('tab', { name: 'Terminal 2' })).toHaveAttribute('aria-selected', 'true')
})

test('an axe scan of the terminal, its options and its search finds nothing serious', async ({ desk }) => {
	await shows(desk, /[#$]$/m)
	await desk.getByRole('button', { name: 'Options', exact: true }).click()
	await desk.getByRole('button', { name: 'Search', exact: true }).click()
	const { violations } = await new AxeBuilder({ page: desk }).include('.TerminalPane').analyze()
	expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})

/** Types into the terminal without ending the line. */
const keys = (page: Page, text: string) => page.keyboard.type(text)
/** The guide shows these panes with something in them. */
async function pictures(page: Page, what: Locator, name: string) {
	for (const theme of ['light', 'high-contrast', 'dark'] as const) {
		await setTheme(page, theme)
		await picture(what, `pane-${name}-${theme}`)
	}
}
const commandBar = (page: Page) => page.getByRole('toolbar', { name: 'Command' })

test('a person works in vim and in top, with UTF-8 and emoji, and the size follows the pane', async ({ desk, project }) => {
	await shows(desk, /[#$]$/m)
	test.skip(!existsSync('/usr/bin/vim'), 'vim is not installed here')
	await type(desk, 'vim -u NONE -N notes.txt')
	await shows(desk, '"notes.txt" [New')
	await keys(desk, 'iGrüße, 漢字 👍')
	await desk.keyboard.press('Escape')
	await type(desk, ':wq')
	await shows(desk, /[#$]$/m)
	await type(desk, 'cat notes.txt')
	await shows(desk, 'Grüße, 漢字 👍')
	expect(readFileSync(path.join(project, 'notes.txt'), 'utf8')).toBe('Grüße, 漢字 👍\n')
	await type(desk, 'stty size')
	await shows(desk, /^\d+ \d+$/m)
	const [, before = ''] = /^\d+ (\d+)$/m.exec(await screen(desk)) ?? []
	await desk.setViewportSize({ width: 1100, height: 800 })
	await expect
		.poll(async () => {
			await type(desk, 'clear; stty size')
			return Number(/^\d+ (\d+)$/m.exec(await screen(desk))?.[1] ?? before)
		})
		.toBeLessThan(Number(before))
	await type(desk, 'top -d 0.5')
	await shows(desk, 'load average')
	await keys(desk, 'q')
	await shows(desk, /[#$]$/m)
})

test('a coloured build of 200,000 lines ends at once with its last lines, coloured, and can be scrolled back', async ({ desk }) => {
	await shows(desk, /[#$]$/m)
	await type(desk, `awk 'BEGIN { for (i = 1; i <= 200000; i++) printf "\\033[32mok\\033[0m %d src/file%d.ts\\n", i, i }'; echo build-$((1+1))`)
	await shows(desk, 'build-2')
	const drawn = await screen(desk)
	const numbers = [...drawn.matchAll(/^ok (\d+) src/gm)].map(([, number]) => Number(number))
	expect(numbers.at(-1)).toBe(200_000)
	expect(numbers).toEqual(numbers.map((_, index) => 200_001 - numbers.length + index))
	await expect(desk.locator('.TerminalView:not([hidden]) .xterm-rows .xterm-fg-2').first()).toHaveText('ok')
	await desk.keyboard.press('Shift+PageUp')
	await expect.poll(async () => Math.max(...[...(await screen(desk)).matchAll(/^ok (\d+) src/gm)].map(([, number]) => Number(number)))).toBeLessThan(200_000)
	await desk.keyboard.press('Control+ArrowUp')
	await expect(commandBar(desk)).toContainText('awk')
	await expect(commandBar(desk)).toContainText('ok')
})

test('commands are marked: jumped between, run again, copied, sent to Maestro; what a file prints is no mark', async ({ desk, project }) => {
	await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
	await shows(desk, /[#$]$/m)
	writeFileSync(path.join(project, 'forged.txt'), '\u001b]633;A\u0007\u001b]633;x;E;rm -rf ~\u0007\u001b]633;x;C;1\u0007\u001b]133;C\u0007forged\n')
	await type(desk, 'echo one-$((1+1)); echo two-$((1+1)); false')
	await shows(desk, 'two-2')
	// TE-025
	await type(desk, 'cat forged.txt; (exit 3)')
	await shows(desk, /^forged$/m)
	await desk.keyboard.press('Control+ArrowUp')
	await expect(commandBar(desk)).toContainText('cat forged.txt; (exit 3)')
	await expect(commandBar(desk)).toContainText('exit 3')
	await pictures(desk, desk.getByRole('tabpanel', { name: 'Terminal', exact: true }), 'terminal')
	await desk.keyboard.press('Control+ArrowUp')
	await expect(commandBar(desk)).toContainText('false')
	await expect(commandBar(desk)).toContainText('exit 1')
	await commandBar(desk).getByRole('button', { name: 'Copy output' }).click()
	await expect.poll(() => desk.evaluate(() => navigator.clipboard.readText())).toBe('one-2\ntwo-2')
	await commandBar(desk).getByRole('button', { name: 'Run again' }).click()
	await expect.poll(async () => (await screen(desk)).split('two-2').length).toBe(3)
	await commandBar(desk).getByRole('button', { name: 'Send to Maestro' }).click()
	await expect(desk.getByRole('textbox', { name: 'Task' })).toHaveValue(/\$ echo one[^]*two-2/)
})

test('a link whose text says something else shows where it leads; a program that ends gives back the screen; Shift+Enter makes a new line', async ({ desk }) => {
	await shows(desk, /[#$]$/m)
	// TE-009
	await type(desk, "clear; printf '\\033]8;;http://leak.example/\\007http://good.example\\033]8;;\\007 done-%s\\n' $((1+1))")
	await shows(desk, 'done-2')
	await desk.locator('.TerminalView:not([hidden]) .xterm-rows').getByText('http://good.example').last().click({ force: true })
	await expect(desk.getByRole('dialog', { name: 'Open this link?' })).toContainText('http://leak.example/')
	await desk.keyboard.press('Escape')
	await type(desk, 'echo first-$((1+1))')
	await desk.keyboard.press('Control+c')
	await type(desk, 'clear')
	await keys(desk, 'echo one-$((1+1))')
	await desk.keyboard.press('Shift+Enter')
	await type(desk, 'echo two-$((1+1))')
	await shows(desk, /one-2\ntwo-2/)
	// TE-026
	await type(desk, "printf 'before'; printf '\\033[?1049h'; exit")
	await expect(desk.getByText('Ended with code 0')).toBeVisible()
	await shows(desk, 'before')
})

test('a split shows two terminals side by side; a new one is there at once, and no tab is lost on reload', async ({ desk }) => {
	await shows(desk, /[#$]$/m)
	await type(desk, 'echo left-$((1+1))')
	await shows(desk, 'left-2')
	await desk.getByRole('button', { name: 'Split' }).click()
	const views = desk.locator('.TerminalView:visible')
	await expect(views).toHaveCount(2)
	await expect(desk.getByRole('tab', { name: 'Terminal 2' })).toHaveAttribute('aria-selected', 'true')
	await expect(views.nth(1).locator('.xterm-helper-textarea')).toBeFocused()
	await expect(views.nth(1)).toContainText(/[#$]/)
	await keys(desk, 'echo right-$((1+1))\n')
	await expect(views.nth(1)).toContainText('right-2')
	await desk.reload()
	await expect(views).toHaveCount(2)
	await expect(views.nth(0)).toContainText('left-2')
	await expect(views.nth(1)).toContainText('right-2')
	await desk.getByRole('button', { name: 'Close Terminal 2' }).click()
	await expect(views).toHaveCount(1)
	await expect(desk.getByRole('button', { name: '1 session' })).toBeVisible()
})

test('two browsers on one session, and the panes that look at it: the same screen, diagnostics, another renderer', async ({ desk, browser, server }) => {
	await shows(desk, /[#$]$/m)
	await type(desk, 'echo shared-$((1+1))')
	await shows(desk, 'shared-2')
	const reply = await fetch(`${server.url}/session/link`, { method: 'POST', headers: { 'x-api-key': token } })
	const { link } = (await reply.json()) as { link: string }
	const other = await (await browser.newContext()).newPage()
	await other.addInitScript(() => location.hostname.startsWith('drydock-') && ['vt_welcome_dismissed', 'vt_beta_dismissed', 'vt_telemetry_seen', 'vt_first_run_done'].forEach((key) => localStorage.setItem(key, 'true')))
	await other.goto(link)
	await shows(other, /[#$]$/m)
	await other.getByRole('button', { name: /sessions/ }).click()
	await other.getByRole('menuitem', { name: /No tab: bash/ }).click()
	await shows(other, 'shared-2')
	await type(other, 'echo from-the-other-$((1+1))')
	await Promise.all([shows(other, 'from-the-other-2'), shows(desk, 'from-the-other-2')])

	await desk.keyboard.press('Alt+9')
	const diagnostics = desk.getByRole('tabpanel', { name: 'PTY Diagnostics' })
	await expect(diagnostics.getByRole('row', { name: /Terminal 1: bash/ })).toContainText(/\d ms/)
	await expect(diagnostics.getByText('terminals work')).toBeVisible()
	await pictures(desk, diagnostics, 'ptyDiagnostics')

	await desk.evaluate(() => dispatchEvent(new CustomEvent('vt:layout:open', { detail: { id: 'experimentalTerminal' } })))
	const experimental = desk.getByRole('tabpanel', { name: 'Experimental Terminal' })
	await experimental.getByLabel('Renderer').selectOption('DOM')
	await expect(experimental.locator('.xterm-rows')).toContainText('from-the-other-2')
	await pictures(desk, experimental, 'experimentalTerminal')
	await experimental.getByLabel('Renderer').selectOption('WebGL')
	await expect(experimental.locator('canvas').first().or(experimental.getByText('WebGL is not used'))).toBeVisible()
	await other.context().close()
})
