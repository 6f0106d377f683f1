/** Longest unfinished sequence that is carried from one piece to the next. */
const carryBytes = 64

// Private modes, colours, scroll region; soft and full reset; keypad; line drawing.
// oxlint-disable-next-line no-control-regex -- terminal sequences begin with a control character
const sequences = /\u001b(?:\[(\??)([\d;]*)([hl])|\[([\d;:]*)(m)|\[(\d*;?\d*)(r)|(\[!p)|(c)|([=>])|([()][0B]))/g

/**
 * What a terminal has been switched to by bytes that are kept no longer, so that a replay of the rest starts from the
 * same state. Only bytes that leave the ring pass through here; nothing is parsed as it comes.
 */
export class Modes {
	#set = new Map<string, string>()
	#pen = ''
	#carry = ''

	feed(bytes: Buffer) {
		const text = this.#carry + bytes.toString('latin1')
		for (const [sequence, mark = '', numbers = '', onOff, colours, pen, , region, soft, full, keypad, charset] of text.matchAll(sequences)) {
			if (full) this.#clear()
			else if (soft) this.#clear()
			else if (onOff) for (const number of numbers.split(';')) this.#set.set(mark + number, `\u001b[${mark}${number}${onOff}`)
			else if (pen) this.#pen = /^0*(;|$)/.test(colours ?? '') ? sequence : (this.#pen + sequence).slice(-256)
			else if (region) this.#set.set('region', sequence)
			else if (keypad) this.#set.set('keypad', sequence)
			else if (charset) this.#set.set(sequence.slice(0, 2), sequence)
		}
		const escape = text.lastIndexOf('\u001b')
		this.#carry = escape >= 0 && text.length - escape < carryBytes && !new RegExp(sequences.source).test(text.slice(escape)) ? text.slice(escape) : ''
	}

	#clear() {
		this.#set.clear()
		this.#pen = ''
	}

	/** The bytes that bring a fresh terminal into this state. */
	prelude(): Buffer {
		// The alternate screen first: the others may be its own.
		const ordered = [...this.#set].sort(([a], [b]) => Number(b === '?1049') - Number(a === '?1049'))
		return Buffer.from(ordered.map(([, sequence]) => sequence).join('') + this.#pen, 'latin1')
	}
}
