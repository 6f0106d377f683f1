/** Something the specification fixes in words; the longer ones decide where a shorter one ends. */
export interface SpecifiedText {
	text: string
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A hole as code writes it, in a template or in a text that is filled in later. */
const hole = '\\$?\\{[^}\\n]*\\}'

/** Finds a specified text. In code its holes are holes; a test has a status of three digits or anything else in their place. */
export function patternOf(text: string, all: readonly SpecifiedText[], where: 'code' | 'test'): RegExp {
	const parts = text.split(/(\{[^}]*\})/).map((part) => (part.startsWith('{') ? (where === 'code' ? hole : part === '{status}' ? `(?:${hole}|\\d{3}|%[ds])` : '[^\\n]+?') : escape(part)))
	// "Failed to load" is not found in "Failed to load notes", where that is another text of the list.
	const longer = all.filter((other) => other.text !== text && other.text.startsWith(text)).map((other) => escape(other.text.slice(text.length).replace(/\{.*/s, '')))
	return new RegExp(parts.join('') + longer.filter((rest) => rest !== '').map((rest) => `(?!${rest})`).join(''))
}

/** Whether keys are named: as they are, when they are a combination, or in a comment beside their use. */
export function namesKeys(source: string, keys: string): boolean {
	return source.includes(`spec: ${keys}`) || (keys.includes('+') && source.includes(`'${keys.replaceAll('\\', '\\\\')}'`))
}

/** Whether a comment ties an entry of the list: its whole name, not the beginning of another one's. */
export function isTied(source: string, name: string): boolean {
	return new RegExp(`spec: ${escape(name)}(?![\\w-]| [a-z])`).test(source)
}
