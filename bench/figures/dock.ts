import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { loaded, openFile, parts, timeUntil, withPage, withWorkspace } from '../lib/browser.ts'
import { smallFile } from '../lib/fixtures.ts'
import { group, median, type Work } from '../lib/measure.ts'
import { withServer, type Running } from '../lib/server.ts'

const manyPanes = 30
const fewPanes = 5
const switches = 20
const pauseMs = 300
/** What comes by itself after a start, such as the first answers of slow polls, has come by then. */
const settleMs = 10_000
const idleMs = 5_000
const dragSteps = 90

/** What the product has around its engines: there is nothing like it on the floor. */
export const dock = group({
	name: 'dock',
	figures: {
		frame: { title: 'Dragging a splitter beside an editor and a terminal: time between frames, median', unit: 'ms', most: 17.5 },
		slowFrame: { title: 'Dragging a splitter: time between frames, 95th percentile', unit: 'ms', most: 34 },
		switch: { title: 'Switching among 30 panes: key to pane', unit: 'ms', most: 33.4 },
		heapGrowth: { title: 'JS heap with 30 panes, in heaps with five', unit: '×', most: 2 },
		idlePaints: { title: 'Paints in 5 s while nothing happens', unit: 'events', most: 0 },
	},
	async measure(side, work) {
		if (side === 'floor') return {}
		return withServer(side, work, async (server) => {
			const dragged = await withWorkspace(side, work, await fresh(server), ({ page }) => dragSplitter(page))
			const idlePaints = await withWorkspace(side, work, await fresh(server), ({ page, wire }) => countPaints(page, wire))
			const few = await withPanes(work, server, fewPanes, ({ wire }) => heap(wire))
			const many = await withPanes(work, server, manyPanes, async ({ page, wire }) => ({ switch: await switchPanes(page), heap: await heap(wire) }))
			return { ...dragged, idlePaints, switch: many.switch, heapGrowth: many.heap / few }
		})
	},
})

/** The one between the files and the rest, with text in the editor and in the terminal. */
async function dragSplitter(page: Page) {
	await openFile(page, parts.product.row(smallFile), 'The small file.')
	await page.focus('.TerminalView:not([hidden]) .xterm-helper-textarea')
	await page.keyboard.type('seq 1 2000\n')
	await wait(pauseMs * 3)
	const box = await page.locator('.flexlayout__splitter[aria-orientation=vertical]').first().boundingBox()
	if (!box) throw new Error('There is no splitter')
	await page.mouse.move(box.x + box.width / 2, box.y + 300)
	await page.mouse.down()
	await page.evaluate(() => {
		const times: number[] = []
		const note = (at: number) => {
			times.push(at)
			requestAnimationFrame(note)
		}
		requestAnimationFrame(note)
		Object.assign(window, { frameTimes: times })
	})
	for (let step = 1; step <= dragSteps; step++) {
		await page.mouse.move(box.x + Math.round(200 * Math.sin((step / dragSteps) * Math.PI)), box.y + 300)
		await wait(8)
	}
	const times = await page.evaluate(() => [...(Reflect.get(window, 'frameTimes') as number[])])
	await page.mouse.up()
	const between = times.slice(1).map((at, index) => at - (times[index] ?? at)).toSorted((a, b) => a - b)
	return { frame: median(between) ?? Number.NaN, slowFrame: between[Math.floor(between.length * 0.95)] ?? Number.NaN }
}

async function countPaints(page: Page, wire: CDPSession): Promise<number> {
	await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
	await wait(settleMs)
	let paints = 0
	wire.on('Tracing.dataCollected', ({ value }) => {
		for (const event of value as { name?: string; args?: unknown }[]) {
			if (event.name !== 'Paint') continue
			paints++
			if (process.env['BENCH_VERBOSE']) console.error(JSON.stringify(event.args))
		}
	})
	await wire.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline'] } })
	await wait(idleMs)
	const isComplete = new Promise((resolve) => wire.once('Tracing.tracingComplete', resolve))
	await wire.send('Tracing.end')
	await isComplete
	return paints
}

const components = ['files', 'code-editor', 'terminal', 'maestro', 'grokChat', 'layout', 'appearance', 'settings', 'approvals-queue', 'matrix', 'diagnostics']

/** A layout of one tab set whose panes have all been looked at once. */
async function withPanes<T>(work: Work, server: Running, count: number, use: (visit: { page: Page; wire: CDPSession }) => Promise<T>): Promise<T> {
	const tabs = Array.from({ length: count }, (_, index) => ({ type: 'tab', id: `pane-${index}`, component: components[index % components.length], name: `Pane ${index}`, config: {} }))
	const record = { version: 1, dock: { engine: 'flexlayout', model: { borders: [], layout: { type: 'row', children: [{ type: 'tabset', children: tabs }] } } } }
	return withPage('product', work, async (visit) => {
		const { page } = visit
		await page.goto((await fresh(server)).link)
		await loaded(page)
		await page.evaluate((text) => {
			localStorage.setItem('vt_web2_layout_v1', text)
			localStorage.setItem('vt_layout_unsent', 'true')
		}, JSON.stringify(record))
		await page.reload()
		for (let index = 1; index <= count; index++) await nextPane(page, index % count)
		await wait(pauseMs * 3)
		return use(visit)
	})
}

/** A link signs one visitor in. */
async function fresh(server: Running): Promise<Running> {
	const reply = await fetch(`${server.url}/session/link`, { method: 'POST', headers: server.headers })
	return { ...server, link: ((await reply.json()) as { link: string }).link }
}

async function nextPane(page: Page, index: number): Promise<number> {
	await wait(pauseMs / 3)
	return timeUntil(page, [{ selector: `#flexlayout-tab-pane-${index}` }], () => page.keyboard.press('Alt+PageDown'))
}

async function switchPanes(page: Page): Promise<number> {
	const times: number[] = []
	for (let index = 1; index <= switches; index++) times.push(await nextPane(page, index))
	return median(times) ?? Number.NaN
}

async function heap(wire: CDPSession): Promise<number> {
	await wire.send('HeapProfiler.collectGarbage')
	return (await wire.send('Runtime.getHeapUsage')).usedSize
}
