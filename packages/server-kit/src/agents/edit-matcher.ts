/** One replacement as a model asks for it. */
export interface Edit {
	old: string
	new: string
}

export type EditResult = { ok: true; text: string } | { ok: false; reason: string }

/** Lines of the file shown when a quote was not found. */
const mostShown = 25
/** Files longer than this are not searched for what the model may have meant. */
const longestSearch = 20_000

/**
 * Replaces quotes in a text. A quote must be found exactly once; forgiven are what models get wrong without meaning anything else:
 * trailing blanks, the indentation of the whole block, typographic quotes, line ends, and blank lines before and after.
 */
export function applyEdits(text: string, edits: readonly Edit[]): EditResult {
	const usesCrlf = text.includes('\r\n')
	let current = usesCrlf ? text.replaceAll('\r\n', '\n') : text
	for (const [index, edit] of edits.entries()) {
		const result = applyOne(current, { old: edit.old.replaceAll('\r\n', '\n'), new: edit.new.replaceAll('\r\n', '\n') })
		if (!result.ok) return { ok: false, reason: edits.length > 1 ? `Edit ${index + 1} of ${edits.length}: ${result.reason}` : result.reason }
		current = result.text
	}
	return { ok: true, text: usesCrlf ? current.replaceAll('\n', '\r\n') : current }
}

function applyOne(text: string, edit: Edit): EditResult {
	if (edit.old.trim() === '') return { ok: false, reason: 'the text to replace is empty. Quote the lines that you want to change.' }
	if (edit.old === edit.new) return { ok: false, reason: 'old and new text are the same.' }
	const first = text.indexOf(edit.old)
	if (first >= 0) {
		const count = text.split(edit.old).length - 1
		if (count > 1) return ambiguous(count)
		return { ok: true, text: text.slice(0, first) + edit.new + text.slice(first + edit.old.length) }
	}
	return applyByLines(text, edit)
}

function ambiguous(count: number): EditResult {
	return { ok: false, reason: `the text to replace occurs ${count} times. Quote more lines around it, so that it is unique.` }
}

interface Lines {
	lines: string[]
	before: number
	after: number
}

function applyByLines(text: string, edit: Edit): EditResult {
	const lines = text.split('\n')
	const old = withoutBlankEdges(edit.old)
	for (const same of [sameButForm, sameButIndent]) {
		const starts = find(lines, old.lines, same)
		if (starts.length > 1) return ambiguous(starts.length)
		const [start] = starts
		if (start === undefined) continue
		const window = lines.slice(start, start + old.lines.length)
		const replacement = reshaped(edit, old, window)
		return { ok: true, text: [...lines.slice(0, start), ...replacement, ...lines.slice(start + old.lines.length)].join('\n') }
	}
	return { ok: false, reason: `the text to replace was not found.${suggestion(lines, old.lines)}` }
}

function withoutBlankEdges(text: string): Lines {
	const lines = text.split('\n')
	const isBlank = (line: string | undefined) => line !== undefined && line.trim() === ''
	let before = 0
	while (isBlank(lines[before]) && before < lines.length) before++
	let after = 0
	while (isBlank(lines[lines.length - 1 - after]) && after < lines.length - before) after++
	return { lines: lines.slice(before, lines.length - after), before, after }
}

function find(lines: readonly string[], wanted: readonly string[], same: (window: readonly string[], wanted: readonly string[]) => boolean): number[] {
	const starts: number[] = []
	for (let start = 0; start + wanted.length <= lines.length; start++) if (same(lines.slice(start, start + wanted.length), wanted)) starts.push(start)
	return starts
}

/** The line without what carries no meaning: trailing blanks, typographic characters. */
function plain(line: string): string {
	return straight(line).trimEnd()
}

function straight(text: string): string {
	return text
		.replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'")
		.replaceAll(/[\u201c\u201d\u201e\u201f]/g, '"')
		.replaceAll(/[\u2010-\u2015\u2212]/g, '-')
		.replaceAll(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ')
}

function sameButForm(window: readonly string[], wanted: readonly string[]): boolean {
	return window.every((line, index) => plain(line) === plain(wanted[index] ?? ''))
}

/** Every line shifted by one and the same indentation; a rescaled one (4 to 2 blanks) could mean something else and is refused. */
function sameButIndent(window: readonly string[], wanted: readonly string[]): boolean {
	const shift = shiftOf(window, wanted)
	return shift !== undefined && window.every((line, index) => plain(line) === plain(shifted(wanted[index] ?? '', shift)))
}

interface Shift {
	add: string
	remove: string
}

function shiftOf(window: readonly string[], wanted: readonly string[]): Shift | undefined {
	const at = wanted.findIndex((line) => line.trim() !== '')
	const there = indentOf(window[at] ?? '')
	const here = indentOf(wanted[at] ?? '')
	if (there.endsWith(here)) return { add: there.slice(0, there.length - here.length), remove: '' }
	return here.endsWith(there) ? { add: '', remove: here.slice(0, here.length - there.length) } : undefined
}

function shifted(line: string, { add, remove }: Shift): string {
	if (line.trim() === '') return line
	return add + (line.startsWith(remove) ? line.slice(remove.length) : line)
}

const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? ''

/** The new lines in the shape of the ones they replace. */
function reshaped(edit: Edit, old: Lines, window: readonly string[]): string[] {
	const isTypographic = straight(window.join('\n')) !== window.join('\n')
	const wroteTypographic = straight(edit.old) !== edit.old
	const text = wroteTypographic && !isTypographic ? straight(edit.new) : edit.new
	if (text === '') return []
	const lines = text.split('\n')
	const blankStart = lines.findIndex((line) => line.trim() !== '')
	if (blankStart < 0) return lines
	const blankEnd = lines.toReversed().findIndex((line) => line.trim() !== '')
	const kept = lines.slice(Math.min(old.before, blankStart), lines.length - Math.min(old.after, blankEnd))
	const shift = shiftOf(window, old.lines)
	return shift ? kept.map((line) => shifted(line, shift)) : kept
}

/** The lines of the file that look most like the quote. */
function suggestion(lines: readonly string[], wanted: readonly string[]): string {
	if (lines.length > longestSearch || wanted.length === 0) return ''
	const words = new Set(wanted.flatMap(wordsOf))
	let best = { start: 0, score: 0 }
	const trimmed = new Set(wanted.map((line) => line.trim()).filter(Boolean))
	const scores = lines.map((line) => (trimmed.has(line.trim()) ? 3 : 0) + wordsOf(line).filter((word) => words.has(word)).length / Math.max(4, wordsOf(line).length))
	for (let start = 0; start < lines.length; start++) {
		const score = scores.slice(start, start + wanted.length).reduce((sum, each) => sum + each, 0)
		if (score > best.score) best = { start, score }
	}
	if (best.score < wanted.length * 0.4) return ' Read the file again and quote it exactly.'
	const shown = lines.slice(best.start, best.start + Math.min(wanted.length, mostShown))
	return ` Did you mean these lines?\n${shown.join('\n')}`
}

function wordsOf(line: string): string[] {
	return line.toLowerCase().match(/\w+/g) ?? []
}
