import type { ViewerEvent } from '@drydock/server-kit/pty/protocol.ts'
import type { Piece, Ring, SizeChange, Start } from './ring.ts'

/** On its way to a page and not drawn yet: enough to keep it busy, little enough that Ctrl-C is answered in a frame or two. */
const windowBytes = 128 * 1024
/** The same once the program is quiet: all lines that can be scrolled to, instead of in steps of which each takes a frame. */
const restBytes = 1024 * 1024
/** What is kept back for one who looks; if it can't be left out, the program waits, */
const pauseAtBytes = 1024 * 1024
/** and goes on here. */
const resumeAtBytes = 256 * 1024
/** More lines than any page keeps (5,000) and shows: what is older than these at the end, nobody would see. */
const tailLines = 5300
const cancel = Buffer.from([0x18])

export interface Watcher {
	bytes(piece: Piece): void
	event(event: ViewerEvent): void
}

/** One who looks at a terminal, how far they are, and what they are spared. */
export class View {
	readonly #watcher: Watcher
	readonly #ring: Ring
	#at = 0
	#unseen = 0
	#breaks = 0
	/** The number of the size that was told last. */
	#size = -1
	#code: number | undefined
	#skipped = 0

	constructor(watcher: Watcher, ring: Ring) {
		this.#watcher = watcher
		this.#ring = ring
	}

	get unseen(): number {
		return this.#unseen
	}

	get skipped(): number {
		return this.#skipped
	}

	/** Everything that can still be scrolled to, at once. */
	replay(key?: string) {
		this.#watcher.event({ type: 'replay', key })
		const start = this.#ring.tail(tailLines) ?? this.#ring.first()
		this.#begin(start)
		this.#sendUntil(this.#ring.end)
		this.#breaks = this.#ring.breaks
	}

	/** The size that counts now was this viewer's own wish. */
	knowsSize() {
		this.#size = this.#ring.lastSize
	}

	/** The program has ended: said after its last byte. */
	end(code: number) {
		this.#code = code
		this.pump()
	}

	acknowledge(bytes: number) {
		this.#unseen = Math.max(0, this.#unseen - bytes)
	}

	/** Sends what there is room for. What nobody can see any more is left out. */
	pump() {
		if (this.#unseen < windowBytes) this.#advance()
		if (this.#at < this.#ring.end) return
		this.#breaks = this.#ring.breaks
		if (this.#code !== undefined) this.#watcher.event({ type: 'exit', code: this.#code })
		this.#code = undefined
	}

	/** The program is quiet, so nothing newer comes that could be sent instead: the rest goes out at once. */
	sendRest() {
		if (this.#at === this.#ring.end || this.#unseen >= restBytes) return
		this.#advance(restBytes)
		this.pump()
	}

	#advance(most = windowBytes) {
		const start = this.#ring.end - this.#at > windowBytes ? this.#safeTail() : undefined
		if (start) {
			this.#skipped += start.at - this.#at
			// Whatever sequence was cut off is not waited for.
			this.#send({ bytes: cancel, release() {} })
			this.#begin(start)
		}
		this.#sendUntil(Math.min(this.#ring.end, this.#at + most - this.#unseen))
	}

	/** The program has to wait for this viewer. */
	get isTooFar(): boolean {
		return this.#lag > pauseAtBytes && !this.#safeTail()
	}

	get isNear(): boolean {
		return this.#lag <= resumeAtBytes
	}

	get #lag(): number {
		return this.#unseen + this.#ring.end - this.#at
	}

	#safeTail(): Start | undefined {
		const start = this.#ring.tail(tailLines)
		return start && start.at > this.#at && start.breaks === this.#breaks ? start : undefined
	}

	#begin({ at, size, prelude }: Start) {
		this.#at = at
		this.#tell(size)
		if (prelude.length > 0) this.#send({ bytes: prelude, release() {} })
	}

	#sendUntil(to: number) {
		for (const size of this.#ring.sizesAfter(this.#size, to)) {
			this.#sendBytes(size.at)
			this.#tell(size)
		}
		this.#sendBytes(to)
	}

	#sendBytes(to: number) {
		for (const piece of this.#ring.read(this.#at, to)) this.#send(piece)
		this.#at = Math.max(this.#at, to)
	}

	#tell({ number, size }: SizeChange) {
		if (number <= this.#size) return
		this.#size = number
		this.#watcher.event({ type: 'resize', ...size })
	}

	#send(piece: Piece) {
		this.#unseen += piece.bytes.length
		this.#watcher.bytes(piece)
	}
}
