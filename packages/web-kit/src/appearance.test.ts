// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { dockBarSize, dockGap, fontSize, logoSize, shownTheme, sidebarWidth } from './appearance.ts'
import type { Preference } from './preferences.ts'
import { defaultRoot, project } from './project.ts'

afterEach(() => localStorage.clear())

test.each<[name: string, preference: Preference<number>, least: number, most: number, initial: number]>([
	['spec: font size', fontSize, 11, 18, 13],
	['spec: logo size', logoSize, 12, 32, 18],
	['spec: dock menu gap', dockGap, 0, 24, 8],
	['spec: dock bar size', dockBarSize, 24, 48, 32],
	['spec: sidebar width', sidebarWidth, 160, 520, 280],
])('%s is held within its range', (_, { clamp, initial: start }, least, most, initial) => {
	expect(start).toBe(initial)
	expect([clamp(least - 1), clamp(least), clamp(most), clamp(most + 1), clamp('large')]).toEqual([least, least, most, most, initial])
})

test('a new browser starts dark and in the sandbox', () => {
	// spec: default theme
	expect(shownTheme()).toBe('dark')
	// spec: default project root
	expect([defaultRoot, project().root]).toEqual(['/sandbox', '/sandbox'])
})
