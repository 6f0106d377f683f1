import { setTimeout as wait } from 'node:timers/promises'
import { openFile, parts, timeUntil, withWorkspace } from '../lib/browser.ts'
import { tabFiles } from '../lib/fixtures.ts'
import { group, median } from '../lib/measure.ts'
import { withServer } from '../lib/server.ts'

const switches = 20
const pauseMs = 500

export const tabs = group({
	name: 'tabs',
	figures: {
		open: { title: 'Opening one of 30 files: click to text', unit: 'ms' },
		switch: { title: 'Switching among 30 tabs: click to text', unit: 'ms' },
		heap: { title: 'JS heap with 30 tabs, collected', unit: 'MiB' },
	},
	measure: (side, work) =>
		withServer(side, work, (server) =>
			withWorkspace(side, work, server, async ({ page, wire }) => {
				const { row, tab } = parts[side]
				await page.click(row('tabs'))
				const opened: number[] = []
				for (const name of tabFiles) opened.push(await openFile(page, row(side === 'product' ? `tabs/${name}` : name), `This is ${name}.`))
				await wait(pauseMs)
				const switched: number[] = []
				// Seven apart, so that no tab is the neighbour of the one before.
				for (let index = 0; index < switches; index++) {
					const name = tabFiles[(index * 7) % tabFiles.length] ?? ''
					switched.push(await timeUntil(page, [{ selector: '.view-lines', text: `This is ${name}.` }], () => page.click(tab(name))))
				}
				await wire.send('HeapProfiler.collectGarbage')
				const { usedSize } = await wire.send('Runtime.getHeapUsage')
				return { open: median(opened) ?? Number.NaN, switch: median(switched) ?? Number.NaN, heap: usedSize / 2 ** 20 }
			}),
		),
})
