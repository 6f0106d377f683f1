import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'
import { loaded, withPage } from '../lib/browser.ts'
import { group } from '../lib/measure.ts'
import { withServer } from '../lib/server.ts'

/** Until nothing more comes by itself. */
const settleMs = 2_000
/** Chunks that hold an editor or a terminal engine; the first load is what was asked for before any of them. */
const enginePattern = /\/assets\/[^/]*(xterm|addon-|monaco|engine)[^/]*$/i

export const load = group({
	name: 'load',
	figures: {
		cold: { title: 'Cold load, new profile: default layout usable', unit: 'ms', ratio: 2.5 },
		coldPrompt: { title: 'Cold load: shell at its prompt', unit: 'ms' },
		firstBytes: { title: 'First load before any engine: bytes on the wire', unit: 'kB', most: 300 },
		firstRequests: { title: 'First load before any engine: files and calls', unit: 'requests', most: 12 },
		coldBytes: { title: 'Cold load, settled: bytes on the wire', unit: 'kB' },
		coldRequests: { title: 'Cold load, settled: files and calls', unit: 'requests' },
		coldBlocking: { title: 'Cold load: main thread blocked beyond 50 ms', unit: 'ms' },
		heap: { title: 'JS heap, settled and collected', unit: 'MiB' },
		warm: { title: 'Warm reload: default layout usable', unit: 'ms', ratio: 2 },
		warmBytes: { title: 'Warm reload: bytes on the wire', unit: 'kB' },
		warmBlocking: { title: 'Warm reload: main thread blocked beyond 50 ms', unit: 'ms' },
	},
	measure: (side, work) =>
		withServer(side, work, (server) =>
			withPage(side, work, async ({ page, wire }) => {
				const requests = await countRequests(wire)
				const blocking = () => page.evaluate(() => window.bench.blocking())

				await page.goto(server.link, { waitUntil: 'commit' })
				const cold = await loaded(page)
				await wait(settleMs)
				const coldBlocking = await blocking()
				const first = requests.beforeEngine()
				const all = requests.take()
				await wire.send('HeapProfiler.collectGarbage')
				const { usedSize } = await wire.send('Runtime.getHeapUsage')

				await page.reload({ waitUntil: 'commit' })
				const warm = await loaded(page)
				await wait(settleMs)
				return {
					cold: cold.usable,
					coldPrompt: cold.prompt,
					...(side === 'product' && { firstBytes: first.bytes / 1000, firstRequests: first.count }),
					coldBytes: all.bytes / 1000,
					coldRequests: all.count,
					coldBlocking,
					heap: usedSize / 2 ** 20,
					warm: warm.usable,
					warmBytes: requests.take().bytes / 1000,
					warmBlocking: await blocking(),
				}
			}),
		),
})

interface Asked {
	url: string
	/** Whether the page called the server, rather than loading a file of its own. */
	isCall: boolean
	bytes: number
}

/** Counts what crosses the wire: HTTP with headers, as compressed, and socket frames. */
async function countRequests(wire: CDPSession) {
	let asked = new Map<string, Asked>()
	let frames = 0
	wire.on('Network.requestWillBeSent', ({ requestId, request: { url }, type }) => {
		if (/^https?:/.test(url)) asked.set(requestId, { url, isCall: type === 'Fetch' || type === 'XHR', bytes: 0 })
	})
	wire.on('Network.responseReceived', ({ requestId, response: { fromDiskCache } }) => {
		if (fromDiskCache) asked.delete(requestId)
	})
	wire.on('Network.requestServedFromCache', ({ requestId }) => void asked.delete(requestId))
	wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
	wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const found = asked.get(requestId)
		if (found) found.bytes = Math.max(found.bytes, encodedDataLength)
	})
	wire.on('Network.webSocketFrameReceived', ({ response: { payloadData } }) => void (frames += payloadData.length))
	await wire.send('Network.enable')

	function add(requestId: string, bytes: number) {
		const found = asked.get(requestId)
		if (found) found.bytes += bytes
	}
	const sum = (list: readonly Asked[]) => ({ bytes: list.reduce((total, { bytes }) => total + bytes, 0), count: list.length })
	return {
		beforeEngine() {
			const list = [...asked.values()]
			const engine = list.findIndex(({ url }) => enginePattern.test(url))
			const first = list.slice(0, engine < 0 ? undefined : engine)
			if (process.env['BENCH_VERBOSE']) for (const { url, bytes, isCall } of list) console.error(`${(bytes / 1000).toFixed(1).padStart(8)} kB ${isCall ? 'call' : 'file'} ${url.slice(0, 120)}`)
			return sum(first)
		},
		take() {
			const { bytes, count } = sum([...asked.values()])
			const total = { bytes: bytes + frames, count }
			asked = new Map()
			frames = 0
			return total
		},
	}
}
