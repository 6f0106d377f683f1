import type { MatrixSettings } from './matrix-settings.ts'

/** Glyphs move by whole rows, so a few pictures per second are enough; each costs the compositor the whole canvas. */
const stepsPerSecond = 6
const cellPixels = 14
/** Of our own font, so that no machine shows boxes. */
const glyphs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ<>[]{}()+-*/=%&|!?;:#$@^~'

interface Drop {
	column: number
	row: number
}

/** How many drops fall in a width; pure, so that it can be tested. */
export function dropCount(width: number, { size, density }: MatrixSettings): number {
	return Math.max(1, Math.round((width / (cellPixels * size)) * density * 0.6))
}

export interface Rain {
	start(): void
	stop(): void
	/** Draws it as it looks after a while: seen at once, and all there is to see where nothing may move. */
	paint(): void
	resize(width: number, height: number): void
	change(settings: MatrixSettings): void
}

/** Falling glyphs on a canvas: a slow timer, no work between them, none at all when stopped. */
export function createRain(canvas: HTMLCanvasElement, window: Window & typeof globalThis, first: MatrixSettings): Rain {
	const pen = canvas.getContext('2d', { alpha: false })
	let settings = first
	let drops: Drop[] = []
	let timer: number | undefined
	let look = { ground: '', glyph: '', head: '', font: '' }

	const cell = () => Math.round(cellPixels * settings.size)

	function readLook() {
		const style = window.getComputedStyle(canvas)
		const token = (name: string) => style.getPropertyValue(name).trim()
		look = { ground: token('--surface-0'), glyph: token('--good'), head: token('--text'), font: `${cell()}px ${token('--font-mono')}` }
	}

	const rows = () => Math.max(1, Math.floor(canvas.height / cell()))

	function refill() {
		const columns = Math.max(1, Math.floor(canvas.width / cell()))
		drops = Array.from({ length: dropCount(canvas.width, settings) }, () => ({ column: Math.floor(Math.random() * columns), row: -Math.floor(Math.random() * rows()) }))
	}

	function clear() {
		if (!pen) return
		readLook()
		pen.fillStyle = look.ground
		pen.fillRect(0, 0, canvas.width, canvas.height)
	}

	function step() {
		if (!pen) return
		const side = cell()
		pen.globalAlpha = settings.fade
		pen.fillStyle = look.ground
		// The whole of it in one go is cheaper than column by column.
		pen.fillRect(0, 0, canvas.width, canvas.height)
		pen.globalAlpha = 1
		pen.font = look.font
		for (const drop of drops) {
			pen.fillStyle = Math.random() < 0.06 ? look.head : look.glyph
			pen.fillText(glyphs.charAt(Math.floor(Math.random() * glyphs.length)), drop.column * side, drop.row * side)
			drop.row++
			if (drop.row * side > canvas.height && Math.random() < 0.1) {
				drop.row = 0
				drop.column = Math.floor((Math.random() * canvas.width) / side)
			}
		}
	}

	function paint() {
		clear()
		refill()
		for (let count = rows(); count > 0; count--) step()
	}

	function stop() {
		window.clearInterval(timer)
		timer = undefined
	}

	return {
		start() {
			stop()
			readLook()
			timer = window.setInterval(step, 1000 / (stepsPerSecond * settings.speed))
		},
		stop,
		paint,
		resize(width, height) {
			canvas.width = width
			canvas.height = height
			paint()
		},
		change(next) {
			settings = next
			refill()
		},
	}
}
