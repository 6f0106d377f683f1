/** How it falls and looks. */
export interface RainStyle {
	/** Pixels of one glyph. */
	cell: number
	rowsPerSecond: number
	/** Pictures per second; each costs the compositor the whole canvas. */
	picturesPerSecond: number
	/** How much of a glyph is gone when its drop has moved a row. */
	fade: number
	/** Drops for a canvas without gaps between them would be about 1.7. */
	density: number
	/** Whether what lies behind shows between the glyphs. */
	isClear: boolean
}

/** Of our own font, so that no machine shows boxes. */
const glyphs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ<>[]{}()+-*/=%&|!?;:#$@^~'

interface Drop {
	column: number
	row: number
}

/** How many drops fall in a width; pure, so that it can be tested. */
export function dropCount(width: number, { cell, density }: Pick<RainStyle, 'cell' | 'density'>): number {
	return Math.max(1, Math.round((width / cell) * density * 0.6))
}

export interface Rain {
	start(): void
	stop(): void
	/** Draws it as it looks after a while: seen at once, and all there is to see where nothing may move. */
	paint(): void
	resize(width: number, height: number): void
	change(style: RainStyle): void
}

/** Falling glyphs on a canvas: a slow timer, no work between them, none at all when stopped. */
export function createRain(canvas: HTMLCanvasElement, window: Window & typeof globalThis, first: RainStyle): Rain {
	const pen = canvas.getContext('2d', { alpha: first.isClear })
	let style = first
	let drops: Drop[] = []
	let timer: number | undefined
	let look = { ground: '', glyph: '', head: '', font: '' }

	const cell = () => Math.round(style.cell)

	function readLook() {
		const computed = window.getComputedStyle(canvas)
		const token = (name: string) => computed.getPropertyValue(name).trim()
		look = { ground: token('--surface-0'), glyph: token('--good'), head: token('--text'), font: `${cell()}px ${token('--font-mono')}` }
	}

	const rows = () => Math.max(1, Math.floor(canvas.height / cell()))

	function refill() {
		const columns = Math.max(1, Math.floor(canvas.width / cell()))
		drops = Array.from({ length: dropCount(canvas.width, style) }, () => ({ column: Math.floor(Math.random() * columns), row: -Math.floor(Math.random() * rows()) }))
	}

	function clear() {
		if (!pen) return
		readLook()
		cover(1)
	}

	/** Covers what was drawn; more and more of it, when done again and again. */
	function cover(share: number) {
		if (!pen) return
		pen.globalCompositeOperation = style.isClear ? 'destination-out' : 'source-over'
		pen.globalAlpha = share
		pen.fillStyle = look.ground
		// The whole of it in one go is cheaper than column by column.
		pen.fillRect(0, 0, canvas.width, canvas.height)
		pen.globalCompositeOperation = 'source-over'
		pen.globalAlpha = 1
	}

	function step(rowsDown: number) {
		if (!pen) return
		const side = cell()
		cover(1 - (1 - style.fade) ** rowsDown)
		pen.font = look.font
		for (const drop of drops) {
			const before = Math.floor(drop.row)
			drop.row += rowsDown
			const row = Math.floor(drop.row)
			if (row === before) continue
			pen.fillStyle = Math.random() < 0.06 ? look.head : look.glyph
			pen.fillText(glyphs.charAt(Math.floor(Math.random() * glyphs.length)), drop.column * side, row * side)
			if (row * side > canvas.height && Math.random() < 0.1) {
				drop.row = 0
				drop.column = Math.floor((Math.random() * canvas.width) / side)
			}
		}
	}

	function paint() {
		clear()
		refill()
		for (let count = rows(); count > 0; count--) step(1)
	}

	function stop() {
		window.clearInterval(timer)
		timer = undefined
	}

	return {
		start() {
			stop()
			readLook()
			timer = window.setInterval(() => step(style.rowsPerSecond / style.picturesPerSecond), 1000 / style.picturesPerSecond)
		},
		stop,
		paint,
		resize(width, height) {
			canvas.width = width
			canvas.height = height
			paint()
		},
		change(next) {
			style = next
			refill()
		},
	}
}
