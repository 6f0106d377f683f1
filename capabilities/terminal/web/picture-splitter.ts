const encoder = new TextEncoder()
const introducer = encoder.encode('\u001b]1337;File=')
const [escape, bell, cancel, substitute] = [0x1b, 0x07, 0x18, 0x1a]
/** The host cuts pictures off at 1 MiB. */
const mostBytes = 1024 * 1024
const nothing = new Uint8Array(0)

/** A picture in iTerm's protocol: what is said about it, a colon, and the file in base64. */
export interface Picture {
	text: string
}

/** Takes pictures out of what a program prints, across pieces too. Plain output costs a native search. */
export function pictureSplitter(): (bytes: Uint8Array) => (Uint8Array | Picture)[] {
	let kept: Uint8Array = nothing
	/** The pieces of a picture whose end has not come. */
	let pieces: Uint8Array[] | undefined
	let length = 0

	function collect(piece: Uint8Array) {
		length += piece.length
		if (length <= mostBytes) pieces?.push(piece.slice())
	}

	return (arrived) => {
		const parts: (Uint8Array | Picture)[] = []
		let bytes = kept.length > 0 ? join([kept, arrived]) : arrived
		kept = nothing
		while (bytes.length > 0) {
			if (pieces) {
				const end = findEnd(bytes)
				collect(end < 0 ? bytes : bytes.subarray(0, end))
				if (end < 0) break
				const isWhole = bytes[end] === bell || bytes[end] === escape
				if (isWhole && length <= mostBytes) parts.push({ text: new TextDecoder('latin1').decode(join(pieces)) })
				pieces = undefined
				// The escape may begin the next sequence.
				bytes = bytes.subarray(bytes[end] === escape ? end : end + 1)
				continue
			}
			const { at, isWhole } = findIntroducer(bytes)
			if (at > 0) parts.push(bytes.subarray(0, at))
			if (!isWhole) {
				kept = bytes.slice(at)
				break
			}
			pieces = []
			length = 0
			bytes = bytes.subarray(at + introducer.length)
		}
		return parts
	}
}

/** No callback for each of a million bytes. */
function findEnd(bytes: Uint8Array): number {
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at]
		if (byte === bell || byte === escape || byte === cancel || byte === substitute) return at
	}
	return -1
}

/** Where a picture begins, or may begin as far as the bytes go. */
function findIntroducer(bytes: Uint8Array): { at: number; isWhole: boolean } {
	for (let at = bytes.indexOf(escape); at >= 0; at = bytes.indexOf(escape, at + 1)) {
		let same = 1
		while (same < introducer.length && bytes[at + same] === introducer[same]) same++
		if (same === introducer.length) return { at, isWhole: true }
		if (at + same === bytes.length) return { at, isWhole: false }
	}
	return { at: bytes.length, isWhole: false }
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
	const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
	let at = 0
	for (const piece of pieces) {
		joined.set(piece, at)
		at += piece.length
	}
	return joined
}
