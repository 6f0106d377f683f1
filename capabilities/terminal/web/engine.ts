import type { Terminal } from '@xterm/xterm'
import type * as parts from './engine-parts.ts'

/** The terminal engine, loaded with the first terminal: it is larger than the rest of the page. */
export async function loadEngine() {
	loaded ??= await import('./engine-parts.ts')
	return loaded
}

export type Engine = typeof parts

let loaded: Engine | undefined

/** The engine if it is here already: then the first terminal stands with the first frame. */
export const loadedEngine = () => loaded

/** How wide each character is; unpacking its tables takes as long as a frame, so it follows the first one. */
export async function loadWidths() {
	const { UnicodeGraphemesAddon } = await import('@xterm/addon-unicode-graphemes')
	return new UnicodeGraphemesAddon()
}

/** Draws pictures in the output; loaded when the first comes. */
export async function loadPictures(terminal: Terminal) {
	const { createPictures } = await import('./pictures.ts')
	return createPictures(terminal)
}

/** Draws by WebGL; only for those who want to try. */
export async function loadGraphicsCard() {
	const { WebglAddon } = await import('@xterm/addon-webgl')
	return new WebglAddon()
}
