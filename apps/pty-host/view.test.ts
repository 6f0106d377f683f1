import headless from '@xterm/headless'
import type { ViewerEvent } from '@drydock/server-kit/pty/protocol.ts'
import { expect, test } from 'vitest'
import { Ring } from './ring.ts'
import { View } from './view.ts'

const size = { cols: 80, rows: 24 }
/** As many lines as the page keeps. */
const scrollback = 5000

/** A repeatable source of chance. */
function dice(seed: number) {
	let state = seed
	return (sides: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
		return Math.floor((state / 2_147_483_648) * sides)
	}
}

const words = ['plain', 'ünïcode', '漢字', '👍', '\u001b[1m', '\u001b[31;44m', '\u001b[0m', '\u001b[38;5;200m', '\u001b]8;;http://a.b\u0007link\u001b]8;;\u0007', '\tTab', '\u001b[4h', '\u001b[4l', '\u001b(0', '\u001b(B', 'progress 10%\rprogress 20%', '\u001b[K', '\u001b]0;title\u0007']

function lines(roll: (sides: number) => number, count: number): string {
	return Array.from({ length: count }, (_, at) => `${at}: ${Array.from({ length: 1 + roll(5) }, () => words[roll(words.length)]).join(' ')}\r\n`).join('')
}

/** A page: what it was sent, parsed. */
function page(ring: Ring) {
	const terminal = new headless.Terminal({ ...size, scrollback, allowProposedApi: true })
	const events: ViewerEvent[] = []
	let pending: Uint8Array[] = []
	const view = new View({ bytes: ({ bytes, release }) => (pending.push(Uint8Array.from(bytes)), release()), event: (event) => events.push(event) }, ring)
	view.replay()
	/** Draws what came and says so. */
	async function draw() {
		const drawn = pending
		pending = []
		for (const bytes of drawn) await new Promise<void>((resolve) => terminal.write(bytes, resolve))
		view.acknowledge(drawn.reduce((sum, { length }) => sum + length, 0))
		view.pump()
		return drawn.length > 0
	}
	async function drawAll() {
		while (await draw()) continue
	}
	return {
		view,
		events,
		draw,
		drawAll,
		text() {
			const buffer = terminal.buffer.active
			return Array.from({ length: buffer.length }, (_, at) => {
				const line = buffer.getLine(at)
				// Colours count, the text alone would not show a pen that was lost.
				return Array.from({ length: size.cols }, (__, column) => {
					const cell = line?.getCell(column)
					return `${cell?.getChars() ?? ''}${cell?.getFgColor() ?? ''}/${cell?.getBgColor() ?? ''}${cell?.isBold() ? 'b' : ''}`
				}).join()
			})
		},
	}
}

test.each([1, 2])('a viewer that is too slow for a flood is spared most of it and ends with the very same screen and history (chance %i)', async (seed) => {
	const roll = dice(seed)
	const output = Buffer.from(lines(roll, 40_000))
	const ring = new Ring(size, 2 * 1024 * 1024)
	const [slow, keen] = [page(ring), page(ring)]
	for (let at = 0; at < output.length; ) {
		const taken = 1 + roll(4096)
		ring.add(output.subarray(at, at + taken))
		at += taken
		keen.view.pump()
		await keen.draw()
		if (roll(150) === 0) {
			slow.view.pump()
			await slow.draw()
		}
	}
	slow.view.pump()
	await Promise.all([slow.drawAll(), keen.drawAll()])
	expect(keen.view.skipped).toBe(0)
	expect(slow.view.skipped).toBeGreaterThan(output.length / 5)
	const [seen, whole] = [slow.text(), keen.text()]
	expect(seen).toHaveLength(whole.length)
	expect(seen.findIndex((line, at) => line !== whole[at])).toBe(-1)
})

test('output that cannot be left out makes the program wait, and is sent whole', async () => {
	const ring = new Ring(size, 2 * 1024 * 1024)
	const { view, drawAll } = page(ring)
	ring.add(Buffer.alloc(900 * 1024, 'x'))
	expect(view.isTooFar).toBe(false)
	ring.add(Buffer.alloc(200 * 1024, 'x'))
	expect(view.isTooFar).toBe(true)
	view.pump()
	await drawAll()
	expect(view.isNear).toBe(true)
	expect(view.skipped).toBe(0)
})

test('once the program is quiet the rest is sent without waiting for what is drawn, and no more than a mebibyte', () => {
	const ring = new Ring(size, 2 * 1024 * 1024)
	const { view } = page(ring)
	ring.add(Buffer.alloc(300 * 1024, 'x'))
	view.pump()
	expect(view.unseen).toBe(128 * 1024)
	view.sendRest()
	expect(view.unseen).toBe(300 * 1024)
	ring.add(Buffer.alloc(1024 * 1024, 'x'))
	view.sendRest()
	expect(view.unseen).toBe(1024 * 1024)
})

test('the exit is told after the last byte', async () => {
	const ring = new Ring(size, 2 * 1024 * 1024)
	const { view, events, drawAll } = page(ring)
	ring.add(Buffer.alloc(500 * 1024, 'x'))
	view.end(3)
	expect(events.at(-1)?.type).not.toBe('exit')
	await drawAll()
	expect(events.at(-1)).toEqual({ type: 'exit', code: 3 })
})

test('a size comes between the bytes where it was set; to whoever set it, not at all', async () => {
	const ring = new Ring(size, 2 * 1024 * 1024)
	const [other, own] = [page(ring), page(ring)]
	ring.add(Buffer.from('before'))
	ring.resize({ cols: 100, rows: 30 })
	own.view.knowsSize()
	for (const { view } of [other, own]) view.pump()
	expect(other.events).toContainEqual({ type: 'resize', cols: 100, rows: 30 })
	expect(own.events).not.toContainEqual({ type: 'resize', cols: 100, rows: 30 })
})
