import { expect, test } from 'vitest'
import { agoText, durationText } from './durations.ts'

test.each([
	[84, '84 ms'],
	[3240, '3.2 s'],
	[42_900, '42 s'],
	[60_000, '1 min'],
	[250_000, '4 min 10 s'],
	[7_500_000, '2 h 5 min'],
	[86_400_000, '24 h'],
	[180_000_000, '2 d 2 h'],
])('%d ms reads %s', (ms, text) => expect(durationText(ms)).toBe(text))

test('what just happened is now, what is older is counted', () => {
	expect(agoText(1000, 2000)).toBe('now')
	expect(agoText(0, 180_000)).toBe('3 min ago')
	expect(agoText(0, 7_200_000)).toBe('2 h ago')
})
