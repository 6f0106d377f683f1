import type { Size } from '@drydock/server-kit/pty/protocol.ts'
import { isAtRest, isOnOtherScreen, prelude, Tracker, blank, type State } from './tracker.ts'

const blockBytes = 64 * 1024
/** How far after a block's beginning a line may begin to be taken as a place to start from. */
const lineSearchBytes = 4096
/** A border that is dragged makes many sizes; older ones than these are forgotten. */
const mostSizes = 500
const newline = 10
const cancel = Buffer.from([0x18])

interface Block {
	buffer: Buffer
	/** Where its first byte is in everything that was ever printed. */
	at: number
	length: number
	lines: number
	/** Before its first byte. */
	state: State
	/** Writes that still read from it; only without them its memory is used again. */
	readers: number
}

/** A size, and how many bytes were printed before it was set. */
export interface SizeChange {
	at: number
	number: number
	size: Size
}

/** A place from which a terminal can be drawn. */
export interface Start {
	at: number
	size: SizeChange
	prelude: Buffer
	breaks: number
}

/** A part of the output that is in one piece. */
export interface Piece {
	bytes: Buffer
	/** Gives the memory back. */
	release(): void
}

/** The last bytes of a terminal with the sizes it had, bounded; any place of it is found by how many bytes came before. */
export class Ring {
	readonly #capacity: number
	readonly #tracker: Tracker
	#blocks: Block[] = []
	#sizes: SizeChange[]
	#end = 0

	constructor(size: Size, capacity: number, onMark?: (text: string) => void) {
		this.#capacity = capacity
		this.#tracker = new Tracker(blank, onMark)
		this.#sizes = [{ at: 0, number: 0, size }]
	}

	/** How many bytes were ever printed. */
	get end(): number {
		return this.#end
	}

	/** The oldest byte that is kept. */
	get begin(): number {
		return this.#blocks[0]?.at ?? this.#end
	}

	get breaks(): number {
		return this.#tracker.breaks
	}

	/** What the shell has said since its last command ended, as it was printed. */
	get marks(): readonly string[] {
		return this.#tracker.state().marks.map((sequence) => sequence.slice(2, -1))
	}

	add(bytes: Buffer) {
		for (let at = 0; at < bytes.length; ) {
			const block = this.#openBlock()
			const piece = bytes.subarray(at, at + Math.min(bytes.length - at, block.buffer.length - block.length))
			const taken = this.#tracker.feed(piece)
			this.#store(block, piece.subarray(0, taken))
			at += taken
			if (taken < piece.length) this.#cancelString()
		}
	}

	/** Ends a string that has grown too long, for the reader as for us. */
	#cancelString() {
		this.#tracker.feed(cancel)
		this.#store(this.#openBlock(), cancel)
	}

	#store(block: Block, piece: Buffer) {
		piece.copy(block.buffer, block.length)
		block.length += piece.length
		block.lines += countLines(piece)
		this.#end += piece.length
	}

	#openBlock(): Block {
		const last = this.#blocks.at(-1)
		if (last && last.length < last.buffer.length) return last
		const block = { buffer: this.#memory(), at: this.#end, length: 0, lines: 0, state: this.#blocks.length > 0 ? this.#tracker.state() : blank, readers: 0 }
		this.#blocks.push(block)
		return block
	}

	/** For the next block; that of a block which has to go is used again. */
	#memory(): Buffer {
		// Small at first: most terminals print little.
		if (this.#blocks.length === 0) return Buffer.allocUnsafeSlow(blockBytes / 16)
		let free: Buffer | undefined
		while (this.#end - this.begin + blockBytes > this.#capacity) {
			const gone = this.#blocks.shift()
			if (gone?.readers === 0 && gone.buffer.length === blockBytes) free = gone.buffer
		}
		while (this.#sizes[1] && this.#sizes[1].at <= this.begin) this.#sizes.shift()
		return free ?? Buffer.allocUnsafeSlow(blockBytes)
	}

	resize(size: Size) {
		this.#sizes.push({ at: this.#end, number: this.lastSize + 1, size })
		if (this.#sizes.length > mostSizes) this.#sizes.shift()
	}

	/** The number of the size that counts now. */
	get lastSize(): number {
		return this.#sizes.at(-1)?.number ?? 0
	}

	/** The sizes after one of them that were set up to a place; of several without output between them only the last. */
	sizesAfter(number: number, until: number): SizeChange[] {
		return this.#sizes.filter((each, index) => each.number > number && each.at <= until && each.at !== this.#sizes[index + 1]?.at)
	}

	/** The nearest place to the end that has so many lines behind it and is drawn the same from there; undefined if there is none. */
	tail(lines: number): Start | undefined {
		let count = 0
		for (const block of this.#blocks.toReversed()) {
			count += block.lines
			// One of them is lost on the way to where a line begins.
			if (count > lines) return this.#startIn(block)
		}
		return undefined
	}

	/** Where a replay of everything begins. */
	first(): Start {
		const [block] = this.#blocks
		const whole = { at: this.begin, size: this.#sizeAt(this.begin), prelude: Buffer.alloc(0), breaks: 0 }
		if (!block || block.at === 0) return whole
		return this.#startIn(block, { isForced: true }) ?? { ...whole, prelude: prelude(block.state) }
	}

	/** The first line of a block that begins outside any sequence. */
	#startIn(block: Block, { isForced = false } = {}): Start | undefined {
		const tracker = new Tracker(block.state)
		const most = Math.min(block.length, lineSearchBytes)
		for (let from = 0; from < most; ) {
			const found = block.buffer.subarray(0, most).indexOf(newline, from)
			if (found < 0) return undefined
			tracker.feed(block.buffer.subarray(from, found + 1))
			from = found + 1
			const state = tracker.state()
			if (!isAtRest(state)) continue
			if (!isForced && (isOnOtherScreen(state) || state.breaks !== this.#tracker.breaks)) return undefined
			const at = block.at + from
			return { at, size: this.#sizeAt(at), prelude: prelude(state), breaks: state.breaks }
		}
		return undefined
	}

	#sizeAt(at: number): SizeChange {
		const size = this.#sizes.findLast((each) => each.at <= at) ?? this.#sizes[0]
		if (!size) throw new Error('A terminal always has a size')
		return size
	}

	/** What lies between two places; whole blocks where it can. */
	*read(from: number, to: number): Generator<Piece> {
		for (const block of this.#blocks) {
			const [start, end] = [Math.max(0, from - block.at), Math.min(block.length, to - block.at)]
			if (start >= end) continue
			block.readers++
			yield { bytes: block.buffer.subarray(start, end), release: () => void block.readers-- }
		}
	}
}

function countLines(bytes: Buffer): number {
	let lines = 0
	for (let at = 0; at < bytes.length; at++) if (bytes[at] === newline) lines++
	return lines
}
