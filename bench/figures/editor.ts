import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openFile, parts, timeUntil, withWorkspace } from '../lib/browser.ts'
import { largeFile, smallFile } from '../lib/fixtures.ts'
import { group, median } from '../lib/measure.ts'
import { withServer } from '../lib/server.ts'

const keys = 30
/** Until what an open file starts (colours, watching, drafts) is done. */
const settleMs = 1_500

export const editor = group({
	name: 'editor',
	figures: {
		first: { title: 'First file, 1 KB, engine not loaded: click to text', unit: 'ms' },
		large: { title: 'File of 5 MB: click to text', unit: 'ms', ratio: 5 },
		typing: { title: 'Typing in the file of 5 MB: key press to text', unit: 'ms' },
	},
	measure: (side, work) =>
		withServer(side, work, (server) =>
			withWorkspace(side, work, server, async ({ page }) => {
				await wait(settleMs)
				const first = await openFile(page, parts[side].row(smallFile), 'The small file.')
				await wait(settleMs)
				const large = await openFile(page, parts[side].row(largeFile), 'The large file.')
				await wait(settleMs)
				return { first, large, typing: await measureTyping(page) }
			}),
		),
})

/** Letters at the very beginning, each typed when the one before is there. */
async function measureTyping(page: Page): Promise<number> {
	await page.click('.view-lines >> visible=true', { position: { x: 5, y: 5 } })
	await page.keyboard.press('Control+Home')
	await wait(settleMs)
	const times: number[] = []
	let typed = ''
	for (let index = 0; index < keys; index++) {
		const letter = 'abcdefghij'[index % 10] ?? 'a'
		typed += letter
		times.push(await timeUntil(page, [{ selector: '.view-lines', text: `${typed}The large file.` }], () => page.keyboard.press(letter)))
	}
	return median(times) ?? Number.NaN
}
