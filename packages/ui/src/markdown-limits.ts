/** More than anyone writes; rendering it would hold the page up. */
const longest = 256 * 1024
/** Quotes and lists within each other; the renderer recurses for each. */
const deepest = 100
/** Stars, underscores and tildes of one paragraph, of which the parser compares each with all others. */
const mostMarks = 2000

/** Whether a text is shown as it stands, since rendering it would hold up or break the page. */
export function isTooMuchMarkdown(text: string): boolean {
	if (text.length > longest) return true
	let marks = 0
	let fence: string | undefined
	for (const line of text.split('\n')) {
		// Only at the margin: elsewhere a fence may end with what it stands in, and what comes after would not be looked at.
		const [, opened] = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? []
		if (fence !== undefined) {
			if (line.trimEnd().startsWith(fence) && new Set(line.trimEnd()).size === 1) fence = undefined
			continue
		}
		fence = opened
		marks = line.trim() === '' ? 0 : marks + (line.match(/\*+|_+|~+/g)?.length ?? 0)
		if (marks > mostMarks || depthOf(line) > deepest) return true
	}
	return false
}

/** How many quotes and lists a line opens, counting two columns before the last marker as a list above it. */
function depthOf(line: string): number {
	let markers = 0
	let columns = 0
	let indent = 0
	for (const letter of line) {
		if (letter === ' ') columns++
		else if (letter === '\t') columns += 4
		else if ('>-*+.)'.includes(letter)) {
			markers++
			indent = columns
		} else if (letter < '0' || letter > '9') break
	}
	// Markers stand with a blank between them, which is no indentation.
	return markers + Math.max(0, indent - markers) / 2
}
