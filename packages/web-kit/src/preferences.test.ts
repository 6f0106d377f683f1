// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { flag, numberBetween, oneOf, textsUpTo } from './clamps.ts'
import { preference, readPreference, resetPreferences, watchPreferences, writePreference } from './preferences.ts'

const size = preference('size', 'Size', 13, numberBetween(11, 18))

afterEach(() => {
	vi.unstubAllGlobals()
	resetPreferences()
	globalThis.localStorage.clear()
})

/** A browser whose storage is full, forbidden, or gone. */
const broken: [string, () => void][] = [
	['is full', () => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => fail('QuotaExceededError'), removeItem: () => {} })],
	['is forbidden', () => vi.stubGlobal('localStorage', { getItem: () => fail('SecurityError'), setItem: () => fail('SecurityError'), removeItem: () => fail('SecurityError') })],
	['throws when named', () => Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => fail('SecurityError') })],
	['is missing', () => vi.stubGlobal('localStorage', undefined)],
]

function fail(name: string): never {
	throw new DOMException('storage', name)
}

test.each(broken)('a preference holds for as long as the page when storage %s', (_, breakStorage) => {
	const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
	breakStorage()
	expect(readPreference(size)).toBe(13)
	writePreference(size, 16)
	expect(readPreference(size)).toBe(16)
	resetPreferences()
	expect(readPreference(size)).toBe(16)
	if (own) Object.defineProperty(globalThis, 'localStorage', own)
	vi.unstubAllGlobals()
	writePreference(size, 13)
})

test.each([
	['absent', undefined, 13],
	['not JSON', '{', 13],
	['null', 'null', 13],
	['a list', '[15]', 13],
	['too small', '3', 11],
	['too large', '400', 18],
	['a number in quotes', '"15"', 15],
	['not a number', '"large"', 13],
])('a stored number that is %s is mended', (_, stored, shown) => {
	if (stored !== undefined) localStorage.setItem('vt_size', stored)
	expect(readPreference(size)).toBe(shown)
})

test('a bare word stored by an older version is understood', () => {
	localStorage.setItem('vt_theme', 'dim')
	expect(readPreference(preference('theme', 'Theme', 'dark', oneOf('dark', 'dim')))).toBe('dim')
})

test('flags of older versions are understood', () => {
	expect(['1', 1, 'true', true].map((stored) => flag(stored, false))).toEqual([true, true, true, true])
	expect(['0', 0, 'false', false].map((stored) => flag(stored, true))).toEqual([false, false, false, false])
})

test('a list is bounded, free of doubles and of what is no text', () => {
	expect(textsUpTo(3)(['a', 'a', 7, null, 'b', 'c', 'd'], [])).toEqual(['a', 'b', 'c'])
})

test('a change made in another tab is seen', () => {
	const seen: number[] = []
	const stop = watchPreferences(() => seen.push(readPreference(size)))
	readPreference(size)
	localStorage.setItem('vt_size', '17')
	dispatchEvent(new StorageEvent('storage', { key: 'vt_size' }))
	expect(seen).toEqual([17])
	stop()
})
