/** The text of an open file, whichever editor shows it. */
export interface TextBuffer {
	text(): string
	/** Puts another text in place; the editor can undo it. */
	replace(text: string): void
	/** Two equal marks mean the same text; cheap, whatever the size. */
	mark(): number | string
	/** Told after every change. */
	subscribe(listener: () => void): () => void
	dispose(): void
}

/** What stands behind the plain text field. */
export function plainBuffer(initial: string): TextBuffer {
	let text = initial
	const listeners = new Set<() => void>()
	return {
		text: () => text,
		mark: () => text,
		replace(next) {
			if (next === text) return
			text = next
			for (const listener of listeners) listener()
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		dispose: () => listeners.clear(),
	}
}

/** The range that differs, as offsets, so that replacing keeps cursors and folds elsewhere. */
export function differingRange(before: string, after: string): { start: number; end: number; text: string } | undefined {
	if (before === after) return undefined
	const shortest = Math.min(before.length, after.length)
	let start = 0
	while (start < shortest && before.charCodeAt(start) === after.charCodeAt(start)) start++
	let tail = 0
	while (tail < shortest - start && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++
	// Never cut a CRLF or a surrogate pair in two.
	while (start > 0 && /[\r\ud800-\udbff]/.test(before[start - 1] ?? '')) start--
	while (tail > 0 && /[\n\udc00-\udfff]/.test(before[before.length - tail] ?? '')) tail--
	return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}

/** Whether lines end in more than one way; an editor would make them all alike when the file is saved. */
export function hasMixedEnds(text: string): boolean {
	const crlf = text.includes('\r\n')
	const lone = /\r(?!\n)/.test(text)
	return lone || (crlf && /(^|[^\r])\n/.test(text))
}
