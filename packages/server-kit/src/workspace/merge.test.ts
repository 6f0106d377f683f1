import { expect, test } from 'vitest'
import { hunksBetween, merge, without } from './merge.ts'

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')

test.each([
	['only they changed', text('a', 'b', 'c'), text('a', 'b', 'c'), text('a', 'x', 'c'), text('a', 'x', 'c'), 0],
	['only we changed', text('a', 'b', 'c'), text('a', 'x', 'c'), text('a', 'b', 'c'), text('a', 'x', 'c'), 0],
	['both, apart', text('a', 'b', 'c', 'd'), text('x', 'b', 'c', 'd'), text('a', 'b', 'c', 'y'), text('x', 'b', 'c', 'y'), 0],
	['both the same', text('a', 'b'), text('a', 'x'), text('a', 'x'), text('a', 'x'), 0],
	['both the same line', text('a', 'b', 'c'), text('a', 'x', 'c'), text('a', 'y', 'c'), text('a', 'x', 'c'), 1],
	['touching lines', text('a', 'b', 'c'), text('x', 'b', 'c'), text('a', 'y', 'c'), text('x', 'b', 'c'), 1],
	['they removed, we added elsewhere', text('a', 'b', 'c', 'd', 'e'), text('a', 'b', 'c', 'd', 'e', 'f'), text('a', 'd', 'e'), text('a', 'd', 'e', 'f'), 0],
	['line ends differ', 'a\r\nb\r\n', 'a\r\nb\r\nc', 'x\r\nb\r\n', 'x\r\nb\r\nc', 0],
	['empty base', '', 'a\n', 'b\n', 'a\n', 1],
])('merging: %s', (_name, base, ours, theirs, merged, conflicts) => {
	expect(merge(base, ours, theirs)).toEqual({ text: merged, conflicts })
})

test('any subset of hunks can be taken out of the new text', () => {
	const before = Array.from({ length: 60 }, (_, index) => `line ${index}`)
	const after = before.flatMap((line, index) => (index === 5 ? ['new a', line] : index === 20 ? [] : index === 40 ? ['other', 'more'] : [line]))
	const [old, now] = [before.join('\n'), after.join('\n')]
	const hunks = hunksBetween(old, now)
	expect(hunks).toHaveLength(3)
	expect(without(now, hunks)).toBe(old)
	expect(without(now, [])).toBe(now)
	for (const hunk of hunks) {
		const rest = without(now, [hunk])
		expect(hunksBetween(old, rest).map(({ id }) => id)).toEqual(hunks.filter((other) => other !== hunk).map(({ id }) => id))
	}
})

test('a last line without an end, and a whole new or emptied file, are hunks like others', () => {
	for (const [old, now] of [['a\nb', 'a\nb\n'], ['', 'a'], ['a\n', '']] as const) expect(without(now, hunksBetween(old, now))).toBe(old)
})

test('two wholly different long texts do not take long', () => {
	const [old, now] = ['a', 'b'].map((letter) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join('\n'))
	const start = performance.now()
	expect(without(now ?? '', hunksBetween(old ?? '', now ?? ''))).toBe(old)
	expect(performance.now() - start).toBeLessThan(20_000)
})
