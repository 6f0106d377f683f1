import { expect, test } from 'vitest'
import { Modes } from './modes.ts'
import { Ring } from './ring.ts'

const capacity = 256 * 1024
const size = { cols: 80, rows: 24 }

function text(ring: Ring): string {
	return [...ring.replay()].map((item) => ('bytes' in item ? item.bytes.toString('latin1') : `<${item.size.cols}x${item.size.rows}>`)).join('')
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
	expect(kept.length).toBeLessThanOrEqual(capacity + 10)
	expect(kept.length).toBeGreaterThan(capacity - 80 * 1024)
})

test('what was switched on before the cut is switched on in the replay', () => {
	const ring = new Ring(size, capacity)
	ring.add(Buffer.from('\u001b[?1049h\u001b[?2004h\u001b[?25l\u001b[1;31mred\u001b[0;32mgreen\n'))
	ring.resize({ cols: 50, rows: 10 })
	for (let line = 0; line < 100_000; line++) ring.add(Buffer.from(`${line}\n`))
	expect(text(ring).startsWith('<50x10>\u001b[?1049h\u001b[?2004h\u001b[?25l\u001b[0;32m')).toBe(true)
})

test.each([
	['nothing', 'plain text', ''],
	['a mode switched off again', '\u001b[?1h\u001b[?1l', '\u001b[?1l'],
	['several modes at once', '\u001b[?1000;1006h', '\u001b[?1000h\u001b[?1006h'],
	['colours add up until they are reset', '\u001b[1m\u001b[4mx', '\u001b[1m\u001b[4m'],
	['reset colours', '\u001b[1m\u001b[m', '\u001b[m'],
	['a full reset', '\u001b[?1049h\u001b[31m\u001bc', ''],
	['the scroll region and the keypad', '\u001b[2;20r\u001b=', '\u001b[2;20r\u001b='],
	['line drawing', '\u001b(0', '\u001b(0'],
])('%s', (_, printed, prelude) => {
	for (let cut = 0; cut <= printed.length; cut++) {
		const modes = new Modes()
		modes.feed(Buffer.from(printed.slice(0, cut)))
		modes.feed(Buffer.from(printed.slice(cut)))
		expect(modes.prelude().toString()).toBe(prelude)
	}
})

test('forgetting 50 MiB of colours takes less than two seconds', () => {
	const line = Buffer.from(`${'\u001b[32mok\u001b[0m plain text that is somewhat longer \u001b[1;34mlink\u001b[0m\r\n'.repeat(900)}`)
	const ring = new Ring(size, capacity)
	const started = performance.now()
	for (let bytes = 0; bytes < 50 * 1024 * 1024; bytes += line.length) ring.add(line)
	expect(performance.now() - started).toBeLessThan(2000)
})
