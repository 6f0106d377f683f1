/** What a tool shows the model at most: lines, and bytes as UTF-8. */
export const mostLines = 2000
export const mostBytes = 50 * 1024

/** Keeps the beginning and the end of a long output, since the error is usually in one of them. */
export function boundText(text: string): { text: string; isCut: boolean } {
	const lines = text.split('\n')
	if (lines.length <= mostLines && Buffer.byteLength(text) <= mostBytes) return { text, isCut: false }
	const head = take(lines.slice(0, mostLines / 2), mostBytes / 2)
	const tail = take(lines.slice(head.length).slice(-mostLines / 2).toReversed(), mostBytes / 2).toReversed()
	const left = lines.length - head.length - tail.length
	return { text: [...head, `[… ${left} lines left out …]`, ...tail].join('\n'), isCut: true }
}

/** As many whole lines as fit; a first line that is too long is cut. */
export function take(lines: readonly string[], bytes: number): string[] {
	const taken: string[] = []
	let left = bytes
	for (const line of lines) {
		const size = Buffer.byteLength(line) + 1
		if (size > left) {
			if (taken.length === 0) taken.push(`${Buffer.from(line).subarray(0, bytes).toString('utf8')} [line cut]`)
			break
		}
		taken.push(line)
		left -= size
	}
	return taken
}
