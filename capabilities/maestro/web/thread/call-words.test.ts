import { expect, test } from 'vitest'
import { factOf, plural, wordsOf } from './call-words.ts'

const words = (name: string, input: unknown) => {
	const { verb, target } = wordsOf({ name, input, files: [] })
	return `${verb} ${target}`
}

test.each([
	['read', { path: 'a.ts' }, 'Read a.ts'],
	['read', { path: 'a.ts', offset: 40 }, 'Read a.ts from line 40'],
	['list', {}, 'List the project folder'],
	['search', { pattern: 'x+', glob: '*.ts' }, 'Search x+ in *.ts'],
	['edit', { path: 'a.ts', edits: [] }, 'Edit a.ts'],
	['run', { command: 'npm test' }, 'Run npm test'],
	['plan', { items: [{ text: 'a', status: 'done' }, { text: 'b', status: 'active' }] }, 'Plan 1 of 2 done'],
	['mcp__x', { a: 1 }, 'mcp__x {"a":1}'],
	['run', 'nonsense', 'Run '],
	['read', undefined, 'Read '],
	['odd', undefined, 'odd '],
])('%s %j reads as %s', (name, input, expected) => expect(words(name, input)).toBe(expected))

test('a written file that was not there was created', () => {
	expect(wordsOf({ name: 'write', input: { path: 'a' }, files: [{ path: 'a', change: 'created' }] }).verb).toBe('Create')
})

test('facts are counted in words', () => {
	expect(factOf({ name: 'run', facts: { code: 1 }, state: 'error' })).toBe('exit 1')
	expect(factOf({ name: 'read', facts: { lines: 1 }, state: 'ok' })).toBe('1 line')
	expect(factOf({ name: 'list', facts: { entries: 3 }, state: 'ok' })).toBe('3 entries')
	expect(plural(2, 'file')).toBe('2 files')
})
