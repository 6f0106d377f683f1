import { expect, test } from 'vitest'
import { matchSession } from './match-session.ts'
import { readMark } from '../contract/marks.ts'
import { newTab } from './tabs.ts'
import { scrollbackFor } from './widget.ts'

const key = '0f4c1c5e'

test.each([
	['A', { type: 'prompt' }],
	['B', { type: 'line' }],
	["E;echo 'a;b' \\\\ c\\nd", { type: 'command', text: "echo 'a;b' \\ c\nd" }],
	['C;1795259967,5', { type: 'started', at: 1_795_259_967_500 }],
	['D;130;1795259967.25', { type: 'ended', code: 130, at: 1_795_259_967_250 }],
	['P;/srv/a;b', { type: 'folder', path: '/srv/a;b' }],
])('the mark %s is read', (text, mark) => {
	expect(readMark(`${key};${text}`, key)).toEqual(mark)
})

// TE-025
test.each(['A', 'C;1', 'E;rm -rf ~', `${key}`, `${key.slice(1)};E;rm -rf ~`, `;E;rm -rf ~`, `x${key};E;rm -rf ~`])('the forged mark %s is none', (text) => {
	expect(readMark(text, key)).toBeUndefined()
	expect(readMark(text, undefined)).toBeUndefined()
})

const session = { sid: 's1', pid: 7, runner: 'bash', cwd: '/w', status: 'running' as const, idle_sec: 0, age_sec: 5, last_active: 0, started: 1000, viewers: 0, buffered: 0, printed: 0, unseen: 0, skipped: 0, paused: false }
const tab = { ...newTab({ cwd: '/w' }), startedAt: 1_010_000 }

// spec: tab-to-session matching
test.each([
	['begun at about the same time', {}, 's1'],
	['begun 45 s before', { started: 965 }, 's1'],
	['begun 46 s before', { started: 964 }, undefined],
	['in another folder', { cwd: '/other' }, undefined],
	['of another runner', { runner: 'wsl' }, undefined],
	['that has ended', { status: 'exited' as const }, undefined],
	['that somebody looks at', { viewers: 1 }, undefined],
])('a tab that lost its session: one %s', (_, change, found) => {
	expect(matchSession([{ ...session, ...change }], tab, [])).toBe(found)
})

test('of several sessions the nearest in time is taken, and none that another tab has', () => {
	const sessions = [session, { ...session, sid: 's2', started: 1009 }]
	expect(matchSession(sessions, tab, [])).toBe('s2')
	expect(matchSession(sessions, tab, [{ ...tab, sid: 's2' }])).toBe('s1')
})

test('what can be scrolled back to takes at most 10 MB, however wide the terminal', () => {
	for (const cols of [20, 80, 166, 400, 1000]) expect(scrollbackFor(cols) * cols * 12).toBeLessThanOrEqual(10_000_000)
	expect(scrollbackFor(80)).toBe(5000)
})
