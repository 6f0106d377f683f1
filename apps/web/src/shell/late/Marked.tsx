/** A text with some of its letters marked. */
export function Marked({ text, letters }: { text: string; letters: readonly number[] }) {
	if (letters.length === 0) return text
	return partsOf(text, new Set(letters)).map(([part, isMarked], index) => (isMarked ? <mark key={index}>{part}</mark> : part))
}

/** Neighbours of one kind stay one piece, so that letters keep their kerning. */
function partsOf(text: string, marked: ReadonlySet<number>): [string, boolean][] {
	const parts: [string, boolean][] = []
	for (let at = 0; at < text.length; at++) {
		const last = parts.at(-1)
		if (last && last[1] === marked.has(at)) last[0] += text[at]
		else parts.push([text[at] ?? '', marked.has(at)])
	}
	return parts
}
