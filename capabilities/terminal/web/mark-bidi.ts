// Embeddings, overrides and isolates: U+202A-202E and U+2066-2069 in UTF-8. They can make a line read as something else.
const first = 0xe2
const isReordering = (second: number, third: number) => (second === 0x80 && third >= 0xaa && third <= 0xae) || (second === 0x81 && third >= 0xa6 && third <= 0xa9)
/** U+FFFD, which takes as many bytes. */
const marker = [0xef, 0xbf, 0xbd] as const

/** Replaces characters that reorder text by a visible marker, across pieces too. Plain output costs one native search. */
export function bidiMarker(): (bytes: Uint8Array) => Uint8Array {
	let kept: Uint8Array = new Uint8Array(0)
	return (arrived) => {
		let bytes = arrived
		if (kept.length > 0) {
			bytes = new Uint8Array(kept.length + arrived.length)
			bytes.set(kept)
			bytes.set(arrived, kept.length)
			kept = new Uint8Array(0)
		}
		for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
			const second = bytes[at + 1]
			if (second === undefined || (at + 2 >= bytes.length && (second === 0x80 || second === 0x81))) {
				kept = bytes.slice(at)
				return bytes.subarray(0, at)
			}
			if (isReordering(second, bytes[at + 2] ?? 0)) bytes.set(marker, at)
		}
		return bytes
	}
}
