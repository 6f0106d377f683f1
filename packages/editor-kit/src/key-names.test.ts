import { expect, test } from 'vitest'
import { chordOf, writtenKey } from './key-names.ts'

test.each([
	['Mod+Shift+P', ['Mod', 'Shift'], 'KeyP'],
	['Alt+3', ['Alt'], 'Digit3'],
	['Mod+/', ['Mod'], 'Slash'],
	['Mod+Shift+?', ['Mod', 'Shift'], 'Slash'],
	['Mod++', ['Mod'], 'Equal'],
	['Alt+ArrowUp', ['Alt'], 'UpArrow'],
	['Mod+\\', ['Mod'], 'Backslash'],
	['F12', [], 'F12'],
	['Mod+Space', ['Mod'], 'Space'],
])('%s is taken apart', (keys, modifiers, code) => {
	expect(chordOf(keys)).toEqual({ modifiers, code })
})

test.each(['KeyP', 'Digit3', 'Slash', 'UpArrow', 'F12', 'Backquote', 'Enter'])('%s is written and read again', (name) => {
	expect(chordOf(writtenKey(name)).code).toBe(name)
})
