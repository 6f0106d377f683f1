import type { Terminal } from '@xterm/xterm'

/** The terminal engine, loaded with the first terminal: it is larger than the rest of the page. */
export async function loadEngine() {
	loaded ??= await importEngine()
	return loaded
}

let loaded: Engine | undefined

/** The engine if it is here already: then the first terminal stands with the first frame. */
export const loadedEngine = () => loaded

async function importEngine() {
	const [{ Terminal }, { FitAddon }, { SearchAddon }, { WebLinksAddon }] = await Promise.all([
		import('@xterm/xterm'),
		import('@xterm/addon-fit'),
		import('@xterm/addon-search'),
		import('@xterm/addon-web-links'),
		import('@xterm/xterm/css/xterm.css'),
	])
	return { Terminal, FitAddon, SearchAddon, WebLinksAddon }
}

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

export type Engine = Awaited<ReturnType<typeof importEngine>>
