import type { IDecoration, Terminal } from '@xterm/xterm'
import type { Picture } from './picture-splitter.ts'
import { fitPicture, readPictureSize, type Box } from './picture-size.ts'

/** Four times a large screen: more is not unpacked. */
const mostPixels = 16_000_000
/** What the pictures of one terminal may take; the oldest go. */
const mostStoredBytes = 32_000_000

interface Drawn {
	bytes: number
	rows: IDecoration[]
}

/** Draws the pictures of a terminal: each of its lines has a strip of the picture over it, which scrolls and goes with the line. */
export function createPictures(terminal: Terminal): (picture: Picture) => Promise<void> {
	let shelf: Drawn[] = []

	function store(drawn: Drawn) {
		shelf = [...shelf.filter(({ rows }) => rows.some(({ isDisposed }) => !isDisposed)), drawn]
		let sum = shelf.reduce((bytes, each) => bytes + each.bytes, 0)
		while (sum > mostStoredBytes) {
			const oldest = shelf.shift()
			sum -= oldest?.bytes ?? sum
			for (const row of oldest?.rows ?? []) row.dispose()
		}
	}

	return async ({ text }) => {
		const colon = text.indexOf(':')
		const facts = new Map(text.slice(0, colon).split(';').map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]))
		// Without `inline` it is a file to keep: a program may not hand over files by printing them.
		if (colon < 0 || facts.get('inline') !== '1') return
		const file = Uint8Array.from(atob(text.slice(colon + 1)), (letter) => letter.charCodeAt(0))
		const natural = readPictureSize(file)
		const layer = terminal.element?.querySelector('.xterm-screen')
		const pixels = natural ? natural.width * natural.height : 0
		if (!natural || !layer || pixels === 0 || pixels > mostPixels) return
		const screen = { width: layer.clientWidth, height: layer.clientHeight }
		// Never laid out, it has no cells to fill.
		if (screen.width === 0) return
		const cell = { width: screen.width / terminal.cols, height: screen.height / terminal.rows }
		const free = { width: screen.width - terminal.buffer.active.cursorX * cell.width, height: screen.height }
		const box = fitPicture(natural, facts, cell, free)
		const bitmap = await createImageBitmap(new Blob([file], { type: natural.type }))
		try {
			store(await place(terminal, bitmap, { box, cell, document: layer.ownerDocument }))
		} finally {
			bitmap.close()
		}
	}
}

/** Makes room below the cursor, then puts a strip over each line; the cursor is left on the last of them. */
async function place(terminal: Terminal, bitmap: ImageBitmap, { box, cell, document }: { box: Box; cell: Box; document: Document }): Promise<Drawn> {
	const x = terminal.buffer.active.cursorX
	const [cols, rows] = [Math.ceil(box.width / cell.width), Math.ceil(box.height / cell.height)]
	await new Promise<void>((resolve) => terminal.write('\n'.repeat(rows - 1), resolve))
	// Finer than the picture is no use.
	const density = Math.min(document.defaultView?.devicePixelRatio ?? 1, Math.max(1, bitmap.width / box.width))
	const strips = Array.from({ length: rows }, (_, row) => {
		const canvas = document.createElement('canvas')
		canvas.className = 'TerminalPicture'
		canvas.width = Math.ceil(cols * cell.width * density)
		canvas.height = Math.ceil(cell.height * density)
		canvas.getContext('2d')?.drawImage(bitmap, 0, -row * cell.height * density, box.width * density, box.height * density)
		// On the alternate screen there are no strips.
		const strip = terminal.registerDecoration({ marker: terminal.registerMarker(row - rows + 1), x, width: cols })
		strip?.onRender((element) => element.firstChild ?? element.append(canvas))
		return { strip, bytes: canvas.width * canvas.height * 4 }
	})
	return { bytes: strips.reduce((sum, { bytes }) => sum + bytes, 0), rows: strips.flatMap(({ strip }) => strip ?? []) }
}
