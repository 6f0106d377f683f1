import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
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
	await page.route('**/assets/xterm*', (route) => route.abort())
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
		expect(Date.now() - started).toBeLessThan(5000)
	}
	// A question about the kind of terminal has one fixed answer.
	await type(desk, "clear; printf '\\033[c'; read -t 1 -s -d c answer; printf 'answer=%q\\n' \"$answer\"")
	await shows(desk, "answer=$'\\E[?1;2'")
	await type(desk, "clear; printf 'a\\342\\200\\256b\\n'")
	await shows(desk, 'a\ufffdb')
	expect(await desk.evaluate(() => '__pwn' in window)).toBe(false)
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
