import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { bigFolder } from './fixtures.ts'
import type { Side, Work } from './measure.ts'
import { installProbe, type Seen } from './probe.ts'
import type { Running } from './server.ts'

export const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file))

/** How the same thing is found on either side. */
interface Parts {
	row(name: string): string
	rows: string
	task: string
	terminal: string
	newTerminal: string
	tab(name: string): string
}

export const parts: Record<Side, Parts> = {
	product: {
		row: (name) => `[role=tree] [data-path="${name}"]`,
		rows: '[role=tree] [data-path]',
		task: 'textarea[aria-label="Task"]',
		terminal: '.TerminalView:not([hidden]) .xterm-rows',
		newTerminal: 'button[aria-label^="New terminal"]',
		tab: (name) => `[role=tab]:has-text("${name}")`,
	},
	floor: {
		row: (name) => `.row:text-is("${name}")`,
		rows: '.row',
		task: '#task',
		terminal: '.xterm-rows',
		newTerminal: '#new-terminal',
		tab: (name) => `#tabs button:has-text("${name}")`,
	},
}

/** What ends every prompt; both sides run bash as the same user. */
const prompt = process.getuid?.() === 0 ? '# ' : '$ '

/** The default layout can be used: files to click, a box to ask in, a terminal to type in. */
export const usable = (side: Side): Seen => [{ selector: parts[side].rows, text: bigFolder }, { selector: parts[side].task }, { selector: parts[side].terminal }]
export const prompted = (side: Side): Seen => [{ selector: parts[side].terminal, text: prompt }]

export interface Visit {
	page: Page
	wire: CDPSession
}

/** Opens Chromium with a profile of its own and a page that has the probe; `use` goes on from an empty page. */
export async function withPage<T>(side: Side, work: Work, use: (visit: Visit) => Promise<T>): Promise<T> {
	const profile = await mkdtemp(path.join(work.scratch, 'profile-'))
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		viewport: { width: 1440, height: 900 },
		args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
	})
	try {
		await context.addInitScript(installProbe, { usable: usable(side), prompt: prompted(side) })
		const page = context.pages()[0] ?? (await context.newPage())
		page.setDefaultTimeout(30_000)
		return await use({ page, wire: await context.newCDPSession(page) })
	} finally {
		await context.close()
		await rm(profile, { recursive: true, force: true, maxRetries: 3 })
	}
}

/** The same with the default layout open and its shell at the prompt. */
export function withWorkspace<T>(side: Side, work: Work, server: Running, use: (visit: Visit) => Promise<T>): Promise<T> {
	return withPage(side, work, async (visit) => {
		await visit.page.goto(server.link)
		await loaded(visit.page)
		return use(visit)
	})
}

/** Waits for the default layout and the prompt; gives the time of each since the load began. */
export async function loaded(page: Page): Promise<{ usable: number; prompt: number }> {
	await page.waitForFunction(() => window.bench.loads['usable'] !== undefined && window.bench.loads['prompt'] !== undefined).catch(async (cause: unknown) => {
		const { loads, text } = await page.evaluate(() => ({ loads: window.bench.loads, text: document.body.innerText.slice(0, 500) }))
		throw new Error(`The page was not ready: ${JSON.stringify(loads)} ${text}`, { cause })
	})
	const { usable: at = Number.NaN, prompt: promptAt = Number.NaN } = await page.evaluate(() => window.bench.loads)
	return { usable: at, prompt: promptAt }
}

/** Milliseconds from the first input event of `act` until all of it is seen. */
export async function timeUntil(page: Page, seen: Seen, act: () => Promise<unknown>): Promise<number> {
	// Promises cannot be returned through `evaluate` before they are settled, so the page keeps it.
	await page.evaluate((wanted) => void Object.assign(window, { benchPending: window.bench.afterInput(wanted) }), seen)
	await act()
	return page.evaluate(() => Reflect.get(window, 'benchPending') as Promise<number>)
}

/** Opens a file from the list; milliseconds from the click until its beginning is on the screen. */
export function openFile(page: Page, row: string, beginning: string): Promise<number> {
	return timeUntil(page, [{ selector: '.view-lines', text: beginning }], () => page.click(row))
}
