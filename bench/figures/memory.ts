import { setTimeout as wait } from 'node:timers/promises'
import { group } from '../lib/measure.ts'
import { memoryOfTree } from '../lib/processes.ts'
import { request, startFloor, startProduct } from '../lib/server.ts'
import path from 'node:path'

/** Long enough for what a start leaves behind to be collected or not. */
const idleMs = 6_000

export const memory = group({
	name: 'memory',
	figures: {
		pss: { title: 'Idle memory of the process tree (PSS)', unit: 'MiB', ratio: 3 },
		rss: { title: 'Idle memory of the process tree (RSS)', unit: 'MiB' },
	},
	async measure(side, work) {
		const server = side === 'product' ? await startProduct(work, path.join(work.scratch, 'start')) : await startFloor('start')
		await request(server, '/health')
		await wait(idleMs)
		const tree = await memoryOfTree(server.pid)
		await server.stop()
		return { ...tree }
	},
})
