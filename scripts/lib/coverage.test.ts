import { expect, test } from 'vitest'
import { isTied, namesKeys, patternOf } from './coverage.ts'

const texts = ['Failed to load', 'test', 'Failed to load approvals ({status})', 'fs/list {status}', 'API {status}', 'Failed: {message}'].map((text) => ({ text }))

test.each<[text: string, where: 'code' | 'test', source: string, isThere: boolean]>([
	['Failed to load approvals ({status})', 'code', 'return `Failed to load approvals (${status})`', true],
	['Failed to load approvals ({status})', 'test', "toBe('Failed to load approvals (503)')", true],
	['fs/list {status}', 'code', 'title={`fs/list ${error.status}`}', true],
	['fs/list {status}', 'code', "path: '/fs/list'", false],
	['API {status}', 'code', 'Failed to save (API missing or error).', false],
	['Failed to load', 'test', "'Failed to load approvals (503)'", false],
	['Failed to load', 'test', "'Failed to load'", true],
	['Failed: {message}', 'test', "'Failed: no such file'", true],
	['Failed: {message}', 'code', "'Failed: no such file'", false],
	['Failed: {message}', 'code', '`Failed: ${error.message}`', true],
])('the text %s in %s %s: %s', (text, where, source, isThere) => {
	expect(patternOf(text, texts, where).test(source)).toBe(isThere)
})

test.each([
	['Alt+3', "shortcut: 'Alt+3'", true],
	['Alt+\\', "shortcut: 'Alt+\\\\'", true],
	['F2', "'F2': rename", false],
	['F2', '// spec: F2', true],
])('the keys %s in %s: %s', (keys, source, isThere) => {
	expect(namesKeys(source, keys)).toBe(isThere)
})

test.each([
	['/** spec: rulers */', true],
	['// spec: rulers, spec: wrap column', true],
	["['spec: rulers', rulers, 1]", true],
	['// spec: rulers of the world', false],
])('the entry "rulers" in %s: %s', (source, isThere) => {
	expect(isTied(source, 'rulers')).toBe(isThere)
})
