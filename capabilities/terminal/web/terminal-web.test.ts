// @vitest-environment happy-dom
import { findFileLinks, readPreference } from '@drydock/web-kit'
import { beforeEach, expect, test } from 'vitest'
import { bidiMarker } from './mark-bidi.ts'
import { cleanPaste, needsWarning } from './paste.ts'
import { changeTab, openTab, removeTabs, renameTab, selectTab, stepTab, terminalProfiles, terminalTabs } from './tabs.ts'

beforeEach(() => removeTabs(new Set(readPreference(terminalTabs).tabs.map(({ id }) => id))))

const titles = () => readPreference(terminalTabs).tabs.map(({ title }) => title)
const ids = () => readPreference(terminalTabs).tabs.map(({ id }) => id)
const selected = () => readPreference(terminalTabs).tabs.find(({ id }) => id === readPreference(terminalTabs).selected)?.title

test('tabs open behind the others, are stepped through around the end, renamed and closed', () => {
	for (let count = 0; count < 3; count++) openTab({ cwd: '/srv' })
	expect(titles()).toEqual(['Terminal 1', 'Terminal 2', 'Terminal 3'])
	stepTab(1)
	expect(selected()).toBe('Terminal 1')
	stepTab(-1)
	expect(selected()).toBe('Terminal 3')
	renameTab(ids()[1] ?? '', ' build ')
	renameTab(ids()[1] ?? '', '  ')
	expect(titles()).toEqual(['Terminal 1', 'build', 'Terminal 3'])
	selectTab(ids()[1] ?? '')
	removeTabs(new Set([ids()[1] ?? '']))
	expect(selected()).toBe('Terminal 3')
	removeTabs(new Set([ids()[1] ?? '']))
	expect(selected()).toBe('Terminal 1')
	openTab()
	expect(titles()).toEqual(['Terminal 1', 'Terminal 2'])
})

test('a tab remembers its terminal', () => {
	openTab({ cwd: '/srv' })
	changeTab(ids()[0] ?? '', { sid: 'abc' })
	expect(readPreference(terminalTabs).tabs[0]).toMatchObject({ sid: 'abc', cwd: '/srv', runner: 'bash' })
})

test.each([null, 5, [], { tabs: 'x' }, { tabs: [1, {}, { id: 5 }] }, { selected: 7 }])('stored tabs %j are mended', (stored) => {
	expect(terminalTabs.clamp(stored)).toEqual({ tabs: [], selected: undefined, shown: [] })
	expect(terminalProfiles.clamp(stored)).toEqual([])
})

test('a profile needs a name', () => {
	expect(terminalProfiles.clamp([{ name: ' ' }, { name: 'api', runner: 'zsh', cwd: 3, records: 1 }])).toEqual([{ name: 'api', runner: 'bash', cwd: '', records: false }])
})

test('pasted text loses what would end the paste or send keys', () => {
	expect(cleanPaste('\u001b[200~touch PWNED\n\u001b[201~')).toBe('touch PWNED\n')
	expect(cleanPaste('a\u0003b\u001b[31mc\u202ed\te\r\n')).toBe('ab[31mcd\te\r\n')
	expect(cleanPaste('x\u001b[2\u001b[201~01~y')).not.toContain('\u001b')
})

test('several lines are asked about unless the shell takes them as one', () => {
	expect(needsWarning('one', false)).toBe(false)
	expect(needsWarning('one\n', false)).toBe(false)
	expect(needsWarning('one\ntwo', false)).toBe(true)
	expect(needsWarning('one\rtwo', false)).toBe(true)
	expect(needsWarning('one\ntwo', true)).toBe(false)
})

test('characters that reorder text become visible, wherever the output is cut', () => {
	const bytes = new TextEncoder().encode('a\u202eb\u2066c é € 漢 \u2028 d')
	for (let cut = 0; cut <= bytes.length; cut++) {
		const mark = bidiMarker()
		const parts = [mark(bytes.slice(0, cut)), mark(bytes.slice(cut))]
		expect(parts.map((part) => new TextDecoder('utf8').decode(part, { stream: true })).join('').length).toBeGreaterThan(0)
		expect(new TextDecoder().decode(new Uint8Array(parts.flatMap((part) => [...part])))).toBe('a\ufffdb\ufffdc é € 漢 \u2028 d')
	}
})

test.each([
	['src/a.ts:12:5 - error', [{ path: 'src/a.ts', line: 12, column: 5 }]],
	['  at run (/srv/x/b.js:3)', [{ path: '/srv/x/b.js', line: 3, column: undefined }]],
	['./c.py:7: in f, ../d.go:8', [{ path: './c.py', line: 7 }, { path: '../d.go', line: 8 }]],
	['at file:///srv/b.mjs:5:38', [{ path: '/srv/b.mjs', line: 5, column: 38, from: 3 }]],
	['http://example.com:80/x.ts:1', []],
	['12:30:15 no file here', []],
])('%s names files', (text, links) => {
	expect(findFileLinks(text)).toMatchObject(links)
	expect(findFileLinks(text)).toHaveLength(links.length)
})
