import { expect, test } from 'vitest'
import { isAtRest, isOnOtherScreen, prelude, Tracker } from './tracker.ts'

const mark = (text: string) => `\u001b]633;n;${text}\u0007`

test.each([
	['nothing', 'plain text', ''],
	['a mode switched off again', '\u001b[?1h\u001b[?1l', '\u001b[?1l'],
	['several modes at once', '\u001b[?1000;1006h', '\u001b[?1000h\u001b[?1006h'],
	['colours add up until they are reset', '\u001b[1m\u001b[4mx', '\u001b[1m\u001b[4m'],
	['reset colours', '\u001b[31m\u001b[m', ''],
	['colours that begin with a reset', '\u001b[1m\u001b[0;32m', '\u001b[0;32m'],
	['how keys are sent is no colour', '\u001b[>4;1m', ''],
	['a full reset', '\u001b[?1049h\u001b[31m\u001bc', ''],
	['the scroll region and the keypad', '\u001b[2;20r\u001b=', '\u001b[2;20r\u001b='],
	['line drawing', '\u001b(0', '\u001b(0'],
	['a link that is open', '\u001b]8;;http://a.b\u0007text', '\u001b]8;;http://a.b\u0007'],
	['a link that was closed', '\u001b]8;;http://a.b\u0007text\u001b]8;;\u001b\\', ''],
	['a title', '\u001b]0;title\u0007', ''],
	['marks since the last command ended', mark('A') + mark('D;0') + mark('A') + mark('B') + mark('C'), mark('D;0') + mark('A') + mark('B') + mark('C')],
	['what a string holds is no sequence', '\u001bP[31mx\u001b\\', ''],
	['a cancelled sequence', '\u001b[3\u0018[31m', ''],
])('%s, wherever the output is cut', (_, printed, expected) => {
	for (let cut = 0; cut <= printed.length; cut++) {
		const tracker = new Tracker()
		tracker.feed(Buffer.from(printed.slice(0, cut)))
		const half = new Tracker(tracker.state())
		half.feed(Buffer.from(printed.slice(cut)))
		expect(prelude(half.state()).toString('latin1')).toBe(expected)
		expect(isAtRest(half.state())).toBe(true)
	}
})

test.each(['\u001b', '\u001b[31', '\u001b]0;title', '\u001b(', `\u001bPq${'x'.repeat(5000)}`, `\u001b]1337;File=:${'A'.repeat(50_000)}`])('within %j it is not at rest', (printed) => {
	const tracker = new Tracker()
	tracker.feed(Buffer.from(printed))
	expect(isAtRest(tracker.state())).toBe(false)
})

test('the other screen is known, and each change of screens counts', () => {
	const tracker = new Tracker()
	tracker.feed(Buffer.from('\u001b[?1049h'))
	expect([isOnOtherScreen(tracker.state()), tracker.breaks]).toEqual([true, 1])
	tracker.feed(Buffer.from('\u001b[?1049l'))
	expect([isOnOtherScreen(tracker.state()), tracker.breaks]).toEqual([false, 2])
})

test('a state that was handed out does not change', () => {
	const tracker = new Tracker()
	tracker.feed(Buffer.from('\u001b[?1h'))
	const state = tracker.state()
	tracker.feed(Buffer.from('\u001b[?25l\u001b[31m'))
	expect(prelude(state).toString()).toBe('\u001b[?1h')
})

test.each([
	['plain text', 'a line of some length without any colour at all, as a file has\r\n'],
	['colours', '\u001b[32mok\u001b[0m plain text that is somewhat longer \u001b[1;34mlink\u001b[0m\r\n'],
])('following 50 MiB of %s takes less than a second and a half of the processor', (_, line) => {
	const piece = Buffer.from(line.repeat(Math.floor(4096 / line.length)))
	const tracker = new Tracker()
	const started = process.threadCpuUsage()
	for (let bytes = 0; bytes < 50 * 1024 * 1024; bytes += piece.length) tracker.feed(piece)
	expect(process.threadCpuUsage(started).user).toBeLessThan(1_500_000)
})
