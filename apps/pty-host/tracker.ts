/** An unfinished sequence longer than this is a string whose text is of no interest, or rubbish. */
const longestKept = 2048
/** TE-017, TE-018: a string without an end would swallow all that follows; the longest useful one is a link or a command line. */
const longestString = 8 * 1024
/** Pictures are strings too; larger ones than this are cut off. */
const longestPicture = 1024 * 1024
/** Colours that add up without ever being reset. */
const longestPen = 256
/** Marks of the shell since its last command ended: that, its folder, prompt, line, what it runs, that it runs. */
const mostMarks = 6

const cancel = 0x18
const substitute = 0x1a
const escape = 0x1b
const bell = 0x07

/** What a terminal has been switched to, at one place in its output. Never changed once it is handed out. */
export interface State {
	readonly modes: ReadonlyMap<string, string>
	readonly pen: string
	readonly link: string
	readonly marks: readonly string[]
	/** Goes up with every change between the two screens and every full reset. */
	readonly breaks: number
	/** The beginning of a sequence whose end has not come yet. */
	readonly partial: string
	readonly string: { readonly isOsc: boolean; readonly left: number } | undefined
}

export const blank: State = { modes: new Map(), pen: '', link: '', marks: [], breaks: 0, partial: '', string: undefined }

const otherScreens = new Set(['?47', '?1047', '?1049'])
export const isOnOtherScreen = ({ modes }: State) => [...otherScreens].some((mode) => modes.get(mode)?.endsWith('h'))

/** No sequence is open: what follows is read the same by a terminal that has seen nothing before. */
export const isAtRest = ({ partial, string }: State) => partial === '' && string === undefined

/** The bytes that bring any terminal into a state. */
export function prelude({ modes, link, marks, pen }: State): Buffer {
	// The alternate screen first: the others may be its own.
	const ordered = [...modes].sort(([a], [b]) => Number(otherScreens.has(b)) - Number(otherScreens.has(a)))
	return Buffer.from(ordered.map(([, sequence]) => sequence).join('') + marks.join('') + link + pen, 'latin1')
}

/** Follows the output of a program from escape to escape; the text between costs one native search. */
export class Tracker {
	#modes: Map<string, string>
	/** Somebody holds the map: it is copied before it is changed. */
	#isShared = true
	#pen: string
	#link: string
	#marks: readonly string[]
	#breaks: number
	#partial: string
	#string: { isOsc: boolean; left: number } | undefined
	readonly #onMark: ((text: string) => void) | undefined

	/** `onMark` hears what may be a mark of the shell, as it was printed. */
	constructor({ modes, pen, link, marks, breaks, partial, string }: State = blank, onMark?: (text: string) => void) {
		this.#onMark = onMark
		this.#modes = new Map(modes)
		this.#pen = pen
		this.#link = link
		this.#marks = marks
		this.#breaks = breaks
		this.#partial = partial
		this.#string = string && { ...string }
	}

	state(): State {
		this.#isShared = true
		return { modes: this.#modes, pen: this.#pen, link: this.#link, marks: this.#marks, breaks: this.#breaks, partial: this.#partial, string: this.#string && { ...this.#string } }
	}

	get breaks(): number {
		return this.#breaks
	}

	/** Takes bytes in; fewer than all if a string became too long there: then it must be cancelled. */
	feed(bytes: Buffer): number {
		const before = this.#partial.length
		const all = before > 0 ? Buffer.concat([Buffer.from(this.#partial, 'latin1'), bytes]) : bytes
		this.#partial = ''
		for (let at = 0; at < all.length; ) {
			if (this.#string) {
				at = this.#skipString(all, at)
				if (this.#string && this.#string.left <= 0) return Math.max(0, at - before)
				continue
			}
			const found = all.indexOf(escape, at)
			if (found < 0) break
			const next = this.#sequence(all, found)
			if (next < 0) {
				this.#partial = all.toString('latin1', found)
				break
			}
			at = next
		}
		return bytes.length
	}

	#skipString(all: Buffer, from: number): number {
		const string = this.#string
		if (!string) return from
		// One more than is left is looked at: it may be what cancels it.
		const most = Math.min(all.length, from + Math.max(1, string.left))
		for (let at = from; at < most; at++) {
			const byte = all[at]
			if (byte !== escape && byte !== cancel && byte !== substitute && !(byte === bell && string.isOsc)) continue
			this.#string = undefined
			// The escape may begin the next sequence.
			return byte === escape ? at : at + 1
		}
		string.left -= most - from
		return most
	}

	/** Reads the sequence at an escape; where it ends, or -1 if its end has not come. */
	#sequence(all: Buffer, at: number): number {
		switch (all[at + 1]) {
			case undefined:
				return -1
			case 0x5b: // [
				return this.#control(all, at)
			case 0x5d: // ]
				return this.#text(all, at, true)
			case 0x50: // P
			case 0x58: // X
			case 0x5e: // ^
			case 0x5f: // _
				return this.#text(all, at, false)
			case 0x28: // (
			case 0x29: // )
				if (all[at + 2] === undefined) return -1
				this.#switch(all.toString('latin1', at, at + 2), all.toString('latin1', at, at + 3))
				return at + 3
			case 0x3d: // =
			case 0x3e: // >
				this.#switch('keypad', all.toString('latin1', at, at + 2))
				return at + 2
			case 0x63: // c
				this.#reset()
				return at + 2
			case escape:
				return at + 1
			default:
				return at + 2
		}
	}

	#control(all: Buffer, at: number): number {
		for (let end = at + 2; end < all.length; end++) {
			const byte = all[end] ?? 0
			if (byte === escape) return end
			if (byte === cancel || byte === substitute || byte > 0x7e || end - at > longestKept) return end + 1
			if (byte < 0x40) continue
			this.#apply(byte, all, at, end + 1)
			return end + 1
		}
		return -1
	}

	#apply(final: number, all: Buffer, at: number, end: number) {
		switch (final) {
			case 0x6d: { // m
				const first = all[at + 2]
				// `>4;1m` and `?4m` are about keys.
				if (first === 0x3e || first === 0x3f) return
				if (end === at + 3 || (first === 0x30 && end === at + 4)) return void (this.#pen = '')
				const sequence = all.toString('latin1', at, end)
				this.#pen = /^0*;/.test(sequence.slice(2)) ? sequence : shorten(this.#pen + sequence)
				return
			}
			case 0x68: // h
			case 0x6c: { // l
				const [, mark = '', numbers = ''] = /^(\??)([\d;]*)[hl]$/.exec(all.toString('latin1', at + 2, end)) ?? []
				for (const number of numbers.split(';')) this.#setMode(mark + number, final)
				return
			}
			case 0x72: // r
				if (all[at + 2] !== 0x3f) this.#switch('region', all.toString('latin1', at, end))
				return
			case 0x70: // p
				if (all[end - 2] === 0x21) this.#softReset()
		}
	}

	#setMode(mode: string, final: number) {
		// 80 and 132 columns: the page decides its width.
		if (mode === '' || mode === '?' || mode === '?3') return
		if (otherScreens.has(mode)) this.#breaks++
		this.#switch(mode, `\u001b[${mode}${String.fromCharCode(final)}`)
	}

	#switch(key: string, sequence: string) {
		if (this.#modes.get(key) === sequence) return
		if (this.#isShared) this.#modes = new Map(this.#modes)
		this.#isShared = false
		this.#modes.set(key, sequence)
	}

	#softReset() {
		this.#modes = new Map()
		this.#isShared = false
		this.#pen = ''
	}

	#reset() {
		this.#softReset()
		this.#link = ''
		this.#marks = []
		this.#breaks++
	}

	/** A string: read if it is short, left alone if it is a picture, cut off if it has no end. */
	#text(all: Buffer, at: number, isOsc: boolean): number {
		const most = Math.min(all.length, at + longestKept)
		for (let end = at + 2; end < most; end++) {
			const byte = all[end]
			if (byte !== escape && byte !== cancel && byte !== substitute && !(byte === bell && isOsc)) continue
			if (isOsc && (byte === bell || byte === escape)) this.#command(all.toString('latin1', at + 2, end))
			return byte === escape ? end : end + 1
		}
		if (most < at + longestKept) return -1
		const head = all.toString('latin1', at + 2, at + 32)
		const isPicture = isOsc ? head.startsWith('1337;File=') : /^[\d;]*q/.test(head)
		this.#string = { isOsc, left: (isPicture ? longestPicture : longestString) - longestKept }
		return most
	}

	#command(text: string) {
		if (text.startsWith('8;')) this.#link = /^8;[^;]*;$/.test(text) ? '' : `\u001b]${text}\u0007`
		else if (text.startsWith('633;')) {
			this.#marks = [...(/^633;[^;]*;D/.test(text) ? [] : this.#marks), `\u001b]${text}\u0007`].slice(-mostMarks)
			this.#onMark?.(text)
		}
	}
}

/** Keeps the last sequences of a pen, whole. */
function shorten(pen: string): string {
	return pen.length <= longestPen ? pen : pen.slice(pen.indexOf('\u001b', pen.length - longestPen))
}
