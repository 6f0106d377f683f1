/** Keeps the beginning and the end of an output; errors stand at one of the two. */
export class BoundedOutput {
	#head: Buffer[] = []
	#tail: Buffer[] = []
	#headBytes = 0
	#tailBytes = 0
	#dropped = 0
	readonly #half: number

	constructor(maxBytes: number) {
		this.#half = Math.max(1, Math.floor(maxBytes / 2))
	}

	add(chunk: Buffer) {
		const room = this.#half - this.#headBytes
		if (room > 0) {
			this.#head.push(chunk.subarray(0, room))
			this.#headBytes += Math.min(room, chunk.length)
		}
		if (chunk.length > room) this.#addTail(chunk.subarray(Math.max(0, room)))
	}

	#addTail(chunk: Buffer) {
		this.#tail.push(chunk)
		this.#tailBytes += chunk.length
		while (this.#tailBytes > this.#half) {
			const first = this.#tail[0] ?? Buffer.alloc(0)
			const excess = this.#tailBytes - this.#half
			const cut = Math.min(excess, first.length)
			if (cut === first.length) this.#tail.shift()
			else this.#tail[0] = first.subarray(cut)
			this.#tailBytes -= cut
			this.#dropped += cut
		}
	}

	get truncated(): boolean {
		return this.#dropped > 0
	}

	text(): string {
		const head = Buffer.concat(this.#head)
		const tail = Buffer.concat(this.#tail)
		if (!this.truncated) return Buffer.concat([head, tail]).toString('utf8')
		return `${wholeCharacters(head)}\n… ${this.#dropped} bytes left out …\n${wholeCharacters(tail)}`
	}
}

/** A cut may go through a character: its remaining bytes are left away on either side. */
function wholeCharacters(bytes: Buffer): string {
	return bytes.toString('utf8').replace(/^\uFFFD{1,3}|\uFFFD{1,3}$/g, '')
}
