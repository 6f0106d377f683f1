import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { parts, prompted, timeUntil, withWorkspace } from '../lib/browser.ts'
import { floodFile } from '../lib/fixtures.ts'
import { group, median, type Side } from '../lib/measure.ts'
import { commandLine, descendants, memoryOf } from '../lib/processes.ts'
import { withServer } from '../lib/server.ts'

/** After a flood: until what was only passing through is given back. */
const settleMs = 3_000
const echoes = 40

export const terminal = group({
	name: 'terminal',
	figures: {
		open: { title: 'New terminal: click to prompt', unit: 'ms', ratio: 0.6 },
		flood: { title: 'cat of 50 MiB: finished and drawn, better of two', unit: 'ms', ratio: 0.5 },
		interrupt: { title: 'Ctrl-C in a flood: to the next prompt', unit: 'ms', most: 50 },
		echo: { title: 'Key press to echo in the page', unit: 'ms', ratio: 1.3 },
		serverGain: { title: 'Server memory gained by the floods (PSS)', unit: 'MiB', most: 8 },
		pageGain: { title: 'Page heap gained by the floods, collected', unit: 'MiB', most: 20 },
		hostGain: { title: 'PTY host memory gained by the floods (PSS)', unit: 'MiB', most: 16 },
	},
	measure: (side, work) =>
		withServer(side, work, (server) =>
			withWorkspace(side, work, server, async ({ page, wire }) => {
				const screen = parts[side].terminal
				await page.click('.xterm-screen >> visible=true')
				await run(page, screen, "PS1='ready> '; clear", 'ready> ')
				const before = { ...(await memories(server.pid)), page: await heap(wire) }
				const floods: number[] = []
				for (let index = 0; index < 2; index++) floods.push(await measureFlood(page, screen))
				await wait(settleMs)
				const after = { ...(await memories(server.pid)), page: await heap(wire) }
				const echo = await measureEcho(page, screen)
				const interrupt = await measureInterrupt(page, screen)
				// A person has looked at one for a second before they want another.
				await wait(settleMs)
				const open = await measureOpen(page, side)
				return { open, flood: Math.min(...floods), interrupt, echo, serverGain: after.server - before.server, pageGain: after.page - before.page, ...(side === 'product' && { hostGain: after.host - before.host }) }
			}),
		),
})

async function run(page: Page, screen: string, line: string, expected: string) {
	await page.keyboard.type(line)
	await timeUntil(page, [{ selector: screen, text: expected }], () => page.keyboard.press('Enter'))
	await wait(300)
}

async function measureFlood(page: Page, screen: string): Promise<number> {
	await page.keyboard.type(`cat ${floodFile}; echo flood''-is-over`)
	const flood = await timeUntil(page, [{ selector: screen, text: 'flood-is-over' }], () => page.keyboard.press('Enter'))
	await run(page, screen, 'clear', 'ready> ')
	return flood
}

/** One letter after the other, each when the one before is there. */
async function measureEcho(page: Page, screen: string): Promise<number> {
	const times: number[] = []
	let typed = ''
	for (let index = 0; index < echoes; index++) {
		const letter = 'abcdefghij'[index % 10] ?? 'a'
		typed += letter
		times.push(await timeUntil(page, [{ selector: screen, text: `> ${typed}` }], () => page.keyboard.press(letter)))
	}
	await page.keyboard.press('Control+u')
	return median(times) ?? Number.NaN
}

async function measureInterrupt(page: Page, screen: string): Promise<number> {
	await page.keyboard.type("PS1='stopped> '; yes 'a line of some length that is printed without end'")
	await timeUntil(page, [{ selector: screen, text: 'printed without end' }], () => page.keyboard.press('Enter'))
	await wait(1_500)
	return timeUntil(page, [{ selector: screen, text: 'stopped> ' }], () => page.keyboard.press('Control+c'))
}

async function measureOpen(page: Page, side: Side): Promise<number> {
	return timeUntil(page, prompted(side), () => page.click(parts[side].newTerminal))
}

/** Of the server itself, and of the product's process for terminals. */
async function memories(pid: number) {
	const below = await descendants(pid)
	const commands = await Promise.all(below.map(async (each) => ({ pid: each, command: await commandLine(each) })))
	const host = commands.find(({ command }) => command.includes('pty-host'))
	return { server: (await memoryOf(pid)).pss, host: host ? (await memoryOf(host.pid)).pss : 0 }
}

/** What the page's own objects take, typed arrays (the cells of the screen) with them, in MiB. */
async function heap(wire: CDPSession): Promise<number> {
	await wire.send('HeapProfiler.collectGarbage')
	const { usedSize, backingStorageSize } = await wire.send('Runtime.getHeapUsage')
	return (usedSize + backingStorageSize) / 1024 / 1024
}
