import { expect, test } from 'vitest'
import { Ring } from './ring.ts'

const capacity = 256 * 1024
const size = { cols: 80, rows: 24 }

/** Everything a viewer who comes now is shown. */
function text(ring: Ring): string {
	const start = ring.first()
	let shown = `<${start.size.size.cols}x${start.size.size.rows}>${start.prelude.toString('latin1')}`
	let at = start.at
	for (const change of [...ring.sizesAfter(start.size.number, ring.end), undefined]) {
		for (const { bytes } of ring.read(at, change?.at ?? ring.end)) shown += bytes.toString('latin1')
		at = change?.at ?? ring.end
		if (change) shown += `<${change.size.cols}x${change.size.rows}>`
	}
	return shown
}

test('bytes and sizes come back in order', () => {
	const ring = new Ring(size, capacity)
	ring.add(Buffer.from('one'))
	ring.resize({ cols: 100, rows: 30 })
	ring.resize({ cols: 101, rows: 30 })
	ring.add(Buffer.from('two'))
	expect(text(ring)).toBe('<80x24>one<101x30>two')
})

test('a full ring keeps the end, begins with a whole line, and stays in its bounds', () => {
	const ring = new Ring(size, capacity)
	for (let line = 0; line < 100_000; line++) ring.add(Buffer.from(`line ${line}\r\n`))
	const kept = text(ring)
	expect(kept).toMatch(/^<80x24>line \d+\r\n/)
	expect(kept.endsWith('line 99999\r\n')).toBe(true)
	expect(ring.end - ring.begin).toBeLessThanOrEqual(capacity)
	expect(kept.length).toBeGreaterThan(capacity - 80 * 1024)
})

test('100 MB of output leave no more behind than a ring may hold', () => {
	const ring = new Ring(size, 2 * 1024 * 1024)
	const line = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(50))
	const before = process.memoryUsage().arrayBuffers
	for (let bytes = 0; bytes < 100e6; bytes += line.length) ring.add(line)
	expect(ring.end - ring.begin).toBeLessThanOrEqual(2 * 1024 * 1024)
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024)
})

test('what was switched on before the cut is switched on in the replay', () => {
	const ring = new Ring(size, capacity)
	ring.add(Buffer.from('\u001b[?1049h\u001b[?2004h\u001b[?25l\u001b[1;31mred\u001b[0;32mgreen\n'))
	ring.resize({ cols: 50, rows: 10 })
	for (let line = 0; line < 100_000; line++) ring.add(Buffer.from(`${line}\n`))
	expect(text(ring).startsWith('<50x10>\u001b[?1049h\u001b[?2004h\u001b[?25l\u001b[0;32m')).toBe(true)
})

test('a tail begins at a line, and behind it are as many lines as were asked for', () => {
	const ring = new Ring(size, 2 * 1024 * 1024)
	for (let line = 0; line < 100_000; line++) ring.add(Buffer.from(`line ${line}\r\n`))
	const start = ring.tail(1000)
	const shown = [...ring.read(start?.at ?? 0, ring.end)].map(({ bytes }) => bytes.toString()).join('')
	expect(shown).toMatch(/^line \d+\r\n/)
	expect(shown.split('\n').length).toBeGreaterThan(1000)
	expect(shown.length).toBeLessThan(1000 * 12 + 65 * 1024)
})

test.each([
	['the other screen is on', '\u001b[?1049h'],
	['the screens changed a moment ago', '', '\u001b[?1049h\u001b[?1049l'],
	['the terminal was reset a moment ago', '', '\u001bc'],
	['a picture is being sent', '\u001bPq'],
])('there is no safe tail while %s', (_, before, after = '') => {
	const ring = new Ring(size, 2 * 1024 * 1024)
	ring.add(Buffer.from(`start\r\n${before}`))
	for (let line = 0; line < 50_000; line++) ring.add(Buffer.from(`${line}\r\n`))
	ring.add(Buffer.from(after))
	expect(ring.tail(1000)).toBeUndefined()
})

test.each([
	['an OSC without an end', '\u001b]0;'],
	['a DCS without an end', '\u001bP'],
	['an APC without an end', '\u001b_'],
])('%s is ended after a few KiB, so that what follows is read again', (_, open) => {
	const ring = new Ring(size, capacity)
	ring.add(Buffer.from(`${open}${'A'.repeat(100_000)}`))
	expect(text(ring).indexOf('\u0018')).toBeLessThan(9000)
	expect(text(ring).split('\u0018')).toHaveLength(2)
})
