import type { Size } from '@drydock/server-kit/pty/protocol.ts'
import { Modes } from './modes.ts'

const blockBytes = 64 * 1024
/** How far after a cut a line may begin to be taken as the new beginning. */
const lineSearchBytes = 4096

interface Block {
	buffer: Buffer
	from: number
	to: number
}

export type Recorded = { bytes: Buffer } | { size: Size }

/** The last bytes of a terminal with the sizes it had, bounded; what it needs to be replayed on a fresh screen. */
export class Ring {
	#items: (Block | Size)[] = []
	#bytes = 0
	#modes = new Modes()
	#sizeAtCut: Size
	readonly #capacity: number

	constructor(size: Size, capacity: number) {
		this.#sizeAtCut = size
		this.#capacity = capacity
	}

	add(bytes: Buffer) {
		let at = 0
		while (at < bytes.length) {
			const block = this.#openBlock()
			const taken = bytes.copy(block.buffer, block.to, at)
			block.to += taken
			at += taken
			this.#bytes += taken
		}
		while (this.#bytes > this.#capacity) this.#cut()
	}

	resize(size: Size) {
		// Dragging a border makes many sizes in a row; only the last of them shows.
		if (this.#items.length > 0 && 'cols' in (this.#items.at(-1) ?? size)) this.#items.pop()
		this.#items.push(size)
	}

	#openBlock(): Block {
		const last = this.#items.at(-1)
		if (last && 'buffer' in last && last.to < last.buffer.length) return last
		// Small at first: most terminals print little.
		const block = { buffer: Buffer.allocUnsafeSlow(last ? blockBytes : blockBytes / 16), from: 0, to: 0 }
		this.#items.push(block)
		return block
	}

	#cut() {
		const first = this.#items.shift()
		if (!first) return
		if ('cols' in first) {
			this.#sizeAtCut = first
			return
		}
		this.#forget(first, first.to)
		const next = this.#items.find((item) => 'buffer' in item)
		if (!next) return
		const line = next.buffer.subarray(next.from, Math.min(next.to, next.from + lineSearchBytes)).indexOf(10)
		if (line >= 0) this.#forget(next, next.from + line + 1)
	}

	#forget(block: Block, to: number) {
		this.#modes.feed(block.buffer.subarray(block.from, to))
		this.#bytes -= to - block.from
		block.from = to
	}

	/** Everything in order: size, modes at the cut, then bytes and sizes. */
	*replay(): Generator<Recorded> {
		yield { size: this.#sizeAtCut }
		const prelude = this.#modes.prelude()
		if (prelude.length > 0) yield { bytes: prelude }
		for (const item of this.#items) yield 'cols' in item ? { size: item } : { bytes: item.buffer.subarray(item.from, item.to) }
	}
}
