import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { parts, timeUntil, withWorkspace } from '../lib/browser.ts'
import { group, median, type Side } from '../lib/measure.ts'
import { commandLine, descendants, memoryOf } from '../lib/processes.ts'
import { request, withServer, type Running } from '../lib/server.ts'

const count = 50
/** As many as can be scrolled back to. */
const lines = 5000
/** As the page does. */
const ackBytes = 64 * 1024
/** Until what was only passing through is given back. */
const settleMs = 3_000
const attaches = 5

const text = 'a line of a program that has something to say'
const shortOutput = { line: `seq -f '${text} %g' ${lines}`, end: `say ${lines}` }
/** More than can be scrolled back to. */
const longOutput = { line: `yes '${text}, and says all of it, up to the last word of this line and of the text' | head -c ${10 * 1024 * 1024}; echo; echo all''-is-said`, end: 'all-is-said' }

export const sessions = group({
	name: 'sessions',
	figures: {
		memory: { title: `${count} terminals, each looked at, ${lines} lines each: memory gained without the shells themselves (PSS)`, unit: 'MiB', most: 100 },
		reattach: { title: 'A terminal of another browser, 10 MB printed: asking for its socket to its last line drawn', unit: 'ms', most: 100 },
		choose: { title: 'The same from the click on it', unit: 'ms' },
	},
	async measure(side, work) {
		const memory = await withServer(side, work, (server) => measureMemory(side, server))
		// The floor's terminals end with their page.
		if (side === 'floor') return { memory }
		return { memory, ...(await withServer(side, work, (server) => withWorkspace(side, work, server, ({ page }) => measureReattach(server, page)))) }
	},
})

/** Of the server and all it started but the shells, as the next terminal finds them. */
async function measureMemory(side: Side, server: Running): Promise<number> {
	const first = await openTerminal(side, server)
	await wait(settleMs)
	const before = await memoryWithoutShells(server.pid)
	const others = await Promise.all(Array.from({ length: count }, () => openTerminal(side, server)))
	await wait(settleMs)
	const after = await memoryWithoutShells(server.pid)
	for (const socket of [first, ...others]) socket.terminate()
	return after - before
}

async function openTerminal(side: Side, server: Running, { line, end } = shortOutput): Promise<WebSocket> {
	const socket = new WebSocket(`${server.url.replace('http', 'ws')}${await address(side, server)}`, { origin: server.url })
	let tail = ''
	let unsaid = 0
	const isDone = new Promise<void>((resolve) => {
		socket.on('message', (data: Buffer, isBinary) => {
			if (!isBinary) return
			unsaid += data.length
			if (side === 'product' && unsaid >= ackBytes) {
				socket.send(JSON.stringify({ type: 'ack', bytes: unsaid }))
				unsaid = 0
			}
			tail = (tail + data.toString()).slice(-1000)
			if (tail.includes(`${end}\r\n`)) resolve()
		})
	})
	await once(socket, 'open')
	socket.send(side === 'product' ? JSON.stringify({ type: 'input', data: `${line}\r` }) : `${line}\r`)
	await isDone
	return socket
}

async function address(side: Side, server: Running): Promise<string> {
	if (side === 'floor') return '/pty?cols=120&rows=30'
	const { ticket } = JSON.parse(await request(server, '/session/ticket', { method: 'POST', body: { path: '/shell/pty' } })) as { ticket: string }
	return `/shell/pty?runner=bash&cols=120&rows=30&ticket=${ticket}`
}

async function memoryWithoutShells(pid: number): Promise<number> {
	const commands = await Promise.all([pid, ...(await descendants(pid))].map(async (each) => ({ pid: each, command: await commandLine(each) })))
	const own = commands.filter(({ command }) => !/^\S*bash\b/.test(command))
	const sizes = await Promise.all(own.map((each) => memoryOf(each.pid)))
	if (process.env['BENCH_VERBOSE']) own.forEach(({ command }, index) => console.error(`${sizes[index]?.pss.toFixed(2).padStart(8)} MiB ${command.slice(0, 120)}`))
	return sizes.reduce((sum, { pss }) => sum + pss, 0)
}

/** Terminals of another browser are chosen from the list, one after the other, in a page that does nothing else. */
async function measureReattach(server: Running, page: Page): Promise<{ choose: number; reattach: number }> {
	for (let index = 0; index < attaches; index++) (await openTerminal('product', server, longOutput)).terminate()
	await page.evaluate(() => {
		const Socket = window.WebSocket
		window.WebSocket = class extends Socket {
			constructor(url: string | URL, protocols?: string | string[]) {
				performance.mark('asked')
				super(url, protocols)
			}
		}
		window.addEventListener('pointerdown', ({ timeStamp }) => performance.mark('pressed', { startTime: timeStamp }), { capture: true })
	})
	const times: { choose: number; reattach: number }[] = []
	for (let index = 0; index < attaches; index++) {
		await page.getByRole('button', { name: `${attaches + 1} sessions` }).click()
		const entry = page.getByRole('menuitem', { name: /^No tab: / }).first()
		await entry.waitFor()
		await page.evaluate(() => performance.clearMarks())
		const choose = await timeUntil(page, [{ selector: parts.product.terminal, text: longOutput.end }], () => entry.click())
		// The next one is opened ahead only later.
		const [pressed = 0, asked = 0] = await page.evaluate(() => ['pressed', 'asked'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN))
		times.push({ choose, reattach: choose - (asked - pressed) })
		await wait(settleMs)
	}
	if (process.env['BENCH_VERBOSE']) console.error(times)
	return { choose: median(times.map(({ choose }) => choose)) ?? Number.NaN, reattach: median(times.map(({ reattach }) => reattach)) ?? Number.NaN }
}
