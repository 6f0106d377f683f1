import { expect, test } from 'vitest'
import { fuzzyMatch } from './fuzzy.ts'

function marked(query: string, text: string): string | undefined {
	const letters = fuzzyMatch(query, text)?.letters
	return letters && [...text].map((letter, index) => (letters.includes(index) ? `[${letter}]` : letter)).join('').replaceAll('][', '')
}

test.each([
	['ot', 'Open Terminal', '[O]pen [T]erminal'],
	['file', 'Files', '[File]s'],
	['gp', 'GovernancePolicy', '[G]overnance[P]olicy'],
	['total', 'src/total.js', 'src/[total].js'],
	['srctot', 'src/deep/total.js', '[src]/deep/[tot]al.js'],
	['open pal', 'Open Palette', '[Open] [Pal]ette'],
	['TOTAL', 'src/total.js', 'src/[total].js'],
	['aab', 'xaxaab', 'xax[aab]'],
])('%s marks the letters that people mean in %s', (query, text, expected) => {
	expect(marked(query, text)).toBe(expected)
})

test.each([['xyz', 'Files'], ['selif', 'Files'], ['filess', 'Files']])('%s is not in %s', (query, text) => {
	expect(fuzzyMatch(query, text)).toBeUndefined()
})

test.each([
	['term', 'Terminal', 'Pattern memory'],
	['fil', 'Files', 'Profile'],
	['set', 'Settings', 'Reset layout'],
	['ap', 'Approvals', 'Clear palette'],
	['index', 'index.ts', 'src/old/reindexing.ts'],
])('%s finds %s before %s', (query, better, worse) => {
	expect(fuzzyMatch(query, better)?.score).toBeGreaterThan(fuzzyMatch(query, worse)?.score ?? -Infinity)
})

test('a path of any length is matched at its end, and a text whose letters change length in lower case is left alone', () => {
	const path = `${'deep/'.repeat(2000)}total.js`
	expect(fuzzyMatch('total', path)?.letters).toEqual([0, 1, 2, 3, 4].map((index) => index + 10_000))
	expect(fuzzyMatch('i', 'İstanbul')).toBeUndefined()
})
