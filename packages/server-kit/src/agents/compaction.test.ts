import { expect, test } from 'vitest'
import type { ChatMessage } from '../models/index.ts'
import { cleared, compacted, isClearable, oldCount, transcriptOf } from './compaction.ts'

const usage = { input: 0, output: 0 }
const step = (id: string, output: string): ChatMessage[] => [
	{ role: 'assistant', content: [{ type: 'text', text: `Step ${id}.` }, { type: 'tool-call', toolCallId: id, toolName: 'read', input: { path: `${id}.txt` } }] },
	{ role: 'tool', results: [{ id, name: 'read', output, isError: false }] },
]
const long = 'x'.repeat(30_000)
const messages: ChatMessage[] = [{ role: 'user', text: 'Do it.' }, ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((id) => step(id, long))]

test('a short conversation has nothing old', () => {
	expect(oldCount(messages.slice(0, 3))).toBe(0)
	expect(oldCount([])).toBe(0)
})

test('what is kept never begins with a result whose call is gone', () => {
	for (let length = 1; length <= messages.length; length++) expect(messages.slice(0, length)[oldCount(messages.slice(0, length))]?.role).not.toBe('tool')
})

test('clearing leaves calls and their order, and takes the old outputs alone', () => {
	const up_to = oldCount(messages)
	expect(isClearable(messages, up_to)).toBe(true)
	expect(isClearable(messages, 3)).toBe(false)
	const after = compacted(messages, { up_to, usage })
	expect(after.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
	const outputs = after.flatMap((message) => (message.role === 'tool' ? message.results.map(({ output }) => output) : []))
	expect(outputs.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => cleared))
	expect(outputs.at(-1)).toBe(long)
})

test('a summary takes the place of what is old; the words of people stay, a summary before it goes', () => {
	const once = compacted([...messages, { role: 'user', text: 'Use tabs.' }], { up_to: messages.length + 1, summary: 'First summary', usage })
	expect(once).toEqual([{ role: 'user', text: expect.stringMatching(/^Do it\.\n\nUse tabs\.\n\n\[From Drydock\][^]*First summary$/) }])
	const [again] = compacted([...once, ...step('z', 'out')], { up_to: 3, summary: 'Second summary', usage })
	expect(again).toMatchObject({ text: expect.stringContaining('Second summary') })
	expect(JSON.stringify(again)).not.toContain('First summary')
})

test('the transcript has every step in words, long outputs by their ends, and is bounded', () => {
	const text = transcriptOf([...messages, ...step('last', `begin${long}end`)])
	expect(text).toContain('USER: Do it.')
	expect(text).toContain('ENGINEER: Step a.\nCALLS read {"path":"a.txt"}')
	expect(text).toMatch(/RESULT of read: beginx+ \[…\] x+end$/)
	expect(transcriptOf(Array.from({ length: 300 }, () => step('a', long)).flat()).length).toBeLessThan(241_000)
})
