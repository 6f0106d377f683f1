export interface ByteRange {
	start: number
	end: number
}

/** Reads a `Range` header: one range, `unsatisfiable`, or undefined for none that we honour (several are answered whole, as HTTP allows). */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
	const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
	if (!match) return undefined
	const [, from = '', to = ''] = match
	if (from === '' && to === '') return undefined
	if (from === '') {
		const length = Number(to)
		return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
	}
	const start = Number(from)
	const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
	if (to !== '' && Number(to) < start) return undefined
	return start >= size ? 'unsatisfiable' : { start, end }
}
