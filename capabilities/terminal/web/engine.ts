/** The terminal engine, loaded with the first terminal: it is larger than the rest of the page. */
export async function loadEngine() {
	const [{ Terminal }, { FitAddon }, { SearchAddon }, { WebLinksAddon }, { UnicodeGraphemesAddon }] = await Promise.all([
		import('@xterm/xterm'),
		import('@xterm/addon-fit'),
		import('@xterm/addon-search'),
		import('@xterm/addon-web-links'),
		import('@xterm/addon-unicode-graphemes'),
		import('@xterm/xterm/css/xterm.css'),
	])
	return { Terminal, FitAddon, SearchAddon, WebLinksAddon, UnicodeGraphemesAddon }
}

export type Engine = Awaited<ReturnType<typeof loadEngine>>
