import { flag, numberBetween, preference } from '@drydock/web-kit'

// spec/2 §5 and §9: clamps and defaults.
export const wrap = preference('editor_wrap', 'Editor: word wrap', false, flag)
export const minimap = preference('editor_minimap', 'Editor: minimap', true, flag)
export const lineNumbers = preference('editor_line_numbers', 'Editor: line numbers', true, flag)
export const whitespace = preference('editor_whitespace', 'Editor: whitespace', false, flag)
export const stickyScroll = preference('editor_sticky_scroll', 'Editor: sticky scroll', true, flag)
export const inlayHints = preference('editor_inlay_hints', 'Editor: inlay hints', true, flag)
/** spec: editor font size */
export const editorFontSize = preference('editor_font_size', 'Editor: font size', 13, numberBetween(8, 32))
export const rulers = preference<readonly number[]>('editor_rulers', 'Editor: rulers', [], (stored, initial) => (Array.isArray(stored) ? stored.filter(isRuler) : initial))
/** 0 is none. */
export const wrapColumn = preference('editor_wrap_column', 'Editor: wrap at column', 0, (stored) => (isWrapColumn(stored) ? stored : 0))

export const editorPreferences = [wrap, minimap, lineNumbers, whitespace, stickyScroll, inlayHints, editorFontSize, rulers, wrapColumn]

/** spec: rulers */
const lastRuler = 500

function isRuler(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= lastRuler
}

function isWrapColumn(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 10 && value <= 240
}

/** Comma-separated integers, each above 0 and at most 500; undefined when one is not. */
export function rulersFrom(text: string): number[] | undefined {
	const parts = text.split(',').map((part) => part.trim()).filter(Boolean)
	const numbers = parts.map(Number)
	return numbers.every(isRuler) ? [...new Set(numbers)].toSorted((a, b) => a - b) : undefined
}

/** Empty means none, anything else is ignored. spec: wrap column */
export function wrapColumnFrom(text: string): number | undefined {
	if (text.trim() === '') return 0
	const number = Number(text)
	return isWrapColumn(number) ? number : undefined
}

/** Go to line needs a positive integer; `12:5` also names the column. */
export function caretFrom(text: string): { line: number; column: number } | undefined {
	const match = /^\s*([1-9]\d*)(?::([1-9]\d*))?\s*$/.exec(text)
	return match ? { line: Number(match[1]), column: Number(match[2] ?? 1) } : undefined
}
