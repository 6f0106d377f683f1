import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bigFolder, bigFolderFiles } from '../lib/fixtures.ts'
import { group, median, type Side } from '../lib/measure.ts'
import { request, withServer } from '../lib/server.ts'

const repeats = 15
/** A folder that changed within the last two seconds is read each time; nobody made this one just now but the fixtures. */
const restMs = 2500

/** The names of 10,000 files with their kinds over HTTP, in a folder that stands still, beside a bare server's and beside the system call alone. */
export const listing = group({
	name: 'listing',
	figures: {
		http: { title: 'Listing of 10,000 files over HTTP, against node:http + readdir', unit: 'ms' },
		readdir: { title: 'The same, against readdir with types alone', unit: 'ms', ratio: 1.6 },
		size: { title: 'Size of that listing', unit: 'kB' },
	},
	measure: (side, work) =>
		withServer(side, work, async (server) => {
			const target = targetOf(side, work.fixtures.root)
			await wait(restMs)
			const text = await request(server, target)
			if (!text.includes(`file-0${bigFolderFiles - 1}.txt`)) throw new Error(`The listing of ${target} is not whole`)
			const http = await middle(() => request(server, target))
			const readdir = side === 'product' ? http : await middle(() => readdirSync(path.join(work.fixtures.root, bigFolder), { withFileTypes: true }))
			return { http, readdir, size: text.length / 1000 }
		}),
})

function targetOf(side: Side, root: string): string {
	return side === 'product' ? `/fs/names?cwd=${encodeURIComponent(root)}&path=${bigFolder}` : `/list?path=${bigFolder}`
}

async function middle(work: () => unknown): Promise<number> {
	const times: number[] = []
	for (let index = 0; index < repeats; index++) {
		const begun = performance.now()
		await work()
		times.push(performance.now() - begun)
	}
	return median(times) ?? Number.NaN
}
