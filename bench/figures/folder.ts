import { setTimeout as wait } from 'node:timers/promises'
import { parts, timeUntil, withWorkspace } from '../lib/browser.ts'
import { bigFolder } from '../lib/fixtures.ts'
import { group } from '../lib/measure.ts'
import { withServer } from '../lib/server.ts'

/** A person looks before they click. */
const pauseMs = 500

export const folder = group({
	name: 'folder',
	figures: { rows: { title: 'Folder of 10,000 files: click to rows', unit: 'ms', ratio: 1.5 } },
	measure: (side, work) =>
		withServer(side, work, (server) =>
			withWorkspace(side, work, server, async ({ page }) => {
				await wait(pauseMs)
				const rows = await timeUntil(page, [{ selector: parts[side].rows, text: 'file-00010.txt' }], () => page.click(parts[side].row(bigFolder)))
				return { rows }
			}),
		),
})
