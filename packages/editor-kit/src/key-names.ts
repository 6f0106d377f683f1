/** Keys whose name in the engine is not their sign. */
const signs: Readonly<Record<string, string>> = {
	'/': 'Slash', '\\': 'Backslash', '=': 'Equal', '-': 'Minus', ',': 'Comma', '.': 'Period', ';': 'Semicolon', "'": 'Quote', '`': 'Backquote', '[': 'BracketLeft', ']': 'BracketRight',
	ArrowUp: 'UpArrow', ArrowDown: 'DownArrow', ArrowLeft: 'LeftArrow', ArrowRight: 'RightArrow',
}
/** What Shift makes of keys, where most keyboards agree with the American one; the engine counts the key itself. */
const shifted = '~!@#$%^&*()_+{}|:"<>?'
const unshifted = "`1234567890-=[]\\;',./"

/** A key as people write it, from the engine's name. */
export function writtenKey(name: string): string {
	const sign = Object.keys(signs).find((each) => signs[each] === name)
	return sign ?? /^(?:Key|Digit)(.)$/.exec(name)?.[1] ?? name
}

/** Keys as people write them, taken apart; `code` is the engine's name. */
export function chordOf(keys: string): { modifiers: string[]; code: string } {
	const parts = keys.split('+')
	const written = parts.pop() || parts.pop() || '+'
	const place = shifted.indexOf(written)
	const key = written.length === 1 && place >= 0 ? unshifted.charAt(place) : written
	const code = signs[key] ?? (/^[A-Z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key)
	return { modifiers: parts.filter((part) => part !== ''), code }
}
