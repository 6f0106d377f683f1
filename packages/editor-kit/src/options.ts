/** How text is shown; the preferences of spec/2 §3. */
export interface EditorOptions {
	wrap: boolean
	minimap: boolean
	lineNumbers: boolean
	whitespace: boolean
	stickyScroll: boolean
	inlayHints: boolean
	fontSize: number
	rulers: readonly number[]
	/** Wraps at this column instead of the edge. */
	wrapColumn?: number
	isReadOnly?: boolean
}

// Beyond this, what looks at the whole text (minimap, folding, colours, word marks) costs more than it gives.
const largeLength = 1_000_000

export function isLarge(text: string): boolean {
	return text.length > largeLength
}
