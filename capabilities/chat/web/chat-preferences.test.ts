import { expect, test } from 'vitest'
import { grokPreferences } from './grok-preferences.ts'

const { settings, frame, turns } = grokPreferences

test('the defaults are the specified ones', () => {
	// spec: chat temperature, spec: default chat model
	expect(settings.clamp(undefined)).toEqual({ mode: 'Chat', model: 'grok-4', temperature: 0.2, system: '', search: 'off', citations: true })
	// spec: frame opacity
	expect(frame.clamp(undefined)).toEqual({ enabled: true, density: 'normal', padding: 'md', opacity: 0.96, glass: false, background: true })
})

test('stored values are mended', () => {
	expect(settings.clamp({ mode: 'Sing', temperature: 9, search: 'on' })).toMatchObject({ mode: 'Chat', temperature: 2, search: 'on' })
	expect([settings.clamp({ temperature: -1 }).temperature, frame.clamp({ opacity: 2 }).opacity]).toEqual([0, 1])
	expect(frame.clamp({ opacity: 0.1, density: 'huge', glass: 'true' })).toMatchObject({ opacity: 0.5, density: 'normal', glass: true })
})

test('a conversation is bounded by its newest turns, and garbage is left out', () => {
	expect(turns.clamp('x')).toEqual([])
	expect(turns.clamp([{ role: 'user', content: 5 }, null, { role: 'user', content: 'a' }])).toMatchObject([{ role: 'user', content: 'a' }])
	const many = Array.from({ length: 300 }, (_, index) => ({ role: 'user', content: String(index) }))
	expect(turns.clamp(many)).toHaveLength(100)
	expect(turns.clamp(many).at(-1)).toMatchObject({ content: '299' })
	expect(turns.clamp([{ role: 'user', content: 'old' }, { role: 'user', content: 'x'.repeat(399_999) }])).toHaveLength(1)
})
