import path from 'node:path'
import { group, type Side, type Work } from '../lib/measure.ts'
import { request, startFloor, startProduct } from '../lib/server.ts'

/** From spawning node to the first 200; the data folder and the compile cache are there, as on every start but the first. */
export const start = group({
	name: 'start',
	figures: { first200: { title: 'Server start: spawn of node to the first 200', unit: 'ms', ratio: 5 } },
	warmUp: true,
	async measure(side: Side, work: Work) {
		const begun = performance.now()
		const server = side === 'product' ? await startProduct(work, path.join(work.scratch, 'start')) : await startFloor('start')
		await request(server, '/health')
		const first200 = performance.now() - begun
		await server.stop()
		return { first200 }
	},
})
