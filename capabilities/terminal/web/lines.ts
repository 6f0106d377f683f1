/** What this page knows of its connection to one terminal. */
export interface Line {
	sid: string | undefined
	isOnline: boolean
	reconnects: number
	/** Bytes of output that came. */
	received: number
	/** Of the last question, there and back. */
	roundTripMs: number | undefined
	/** Asks how long it takes now. */
	probe(): void
}

const lines = new Set<Line>()

/** Those that are open in this page. */
export const openLines = (): readonly Line[] => [...lines]

export function addLine(probe: () => void): { line: Line; remove(): void } {
	const line: Line = { sid: undefined, isOnline: false, reconnects: 0, received: 0, roundTripMs: undefined, probe }
	lines.add(line)
	return { line, remove: () => void lines.delete(line) }
}
