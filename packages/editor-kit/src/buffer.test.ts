import { expect, test } from 'vitest'
import { differingRange, hasMixedEnds } from './buffer.ts'
import { languageOf } from './languages.ts'

test.each([
	['abc', 'abc', undefined],
	['abc', 'axc', { start: 1, end: 2, text: 'x' }],
	['', 'new', { start: 0, end: 0, text: 'new' }],
	['aa', 'aaa', { start: 2, end: 2, text: 'a' }],
	['a\r\nb', 'a\nb', undefined],
	['x😀y', 'x😁y', undefined],
])('%j becomes %j by one change', (before, after, wanted) => {
	const change = differingRange(before, after)
	if (wanted) expect(change).toEqual(wanted)
	if (!change) return expect(before).toBe(after)
	expect(before.slice(0, change.start) + change.text + before.slice(change.end)).toBe(after)
	// Neither half of a pair is left behind.
	expect(change.text.isWellFormed()).toBe(true)
})

test.each([['a\nb\n', false], ['a\r\nb\r\n', false], ['a\r\nb\n', true], ['a\rb', true], ['', false]])('line ends of %j are mixed: %s', (text, wanted) => {
	expect(hasMixedEnds(text)).toBe(wanted)
})

test.each([['a.ts', 'typescript'], ['x/y.tsx', 'typescript'], ['a.py', 'python'], ['Dockerfile', 'dockerfile'], ['a.yml', 'yaml'], ['Cargo.toml', 'toml'], ['a.bash', 'shell'], ['a.unknown', 'plaintext'], ['constructor', 'plaintext'], ['a.constructor', 'plaintext']])('%s is %s', (name, language) => {
	expect(languageOf(name)).toBe(language)
})
