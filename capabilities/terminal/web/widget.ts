import type { FitAddon as Fit } from '@xterm/addon-fit'
import type { SearchAddon as Search } from '@xterm/addon-search'
import type { ServerMessage } from '../contract.ts'
import { keepConnected, type ConnectionEvents } from './connection.ts'
import { loadWidths, type Engine } from './engine.ts'
import { fileLinkProvider, type FileLink } from './file-links.ts'
import { guardParser } from './guards.ts'
import { cleanPaste, needsWarning } from './paste.ts'
import { createScreen } from './screen.ts'
import { onThemeChange, readFont, readSearchColours, readTheme } from './terminal-theme.ts'

/** spec: resize throttle */
export const resizeThrottleMs = 100
/** Lines that can be scrolled back to; the server keeps 2 MiB. */
const scrollback = 5000

export interface WidgetOptions {
	address(size: { cols: number; rows: number }): Promise<string>
	onStatus(message: Extract<ServerMessage, { type: 'status' }>): void
	onState: ConnectionEvents['state']
	onGone(): void
	onRefused(sentence: string): void
	openLink(address: string, window: Window): void
	openFile(link: FileLink): void
	/** Whether lines that would run at once may be pasted. */
	confirmPaste(text: string): Promise<boolean>
	onFound(found: { index: number; count: number }): void
}

export interface Widget {
	focus(): void
	clear(): void
	copy(): Promise<boolean>
	paste(text: string): Promise<void>
	selectAll(): void
	/** Sends keys, such as Ctrl-C. */
	type(keys: string): void
	find(text: string, direction: 'next' | 'previous'): void
	endFind(): void
	dispose(): void
}

/** A terminal in an element of any window, tied to its program on the server. */
export function createWidget(engine: Engine, host: HTMLElement, window: Window & typeof globalThis, options: WidgetOptions): Widget {
	const confirmed = (uri: string) => /^https?:\/\//i.test(uri) && options.openLink(uri, window)
	const terminal = new engine.Terminal({
		...readFont(host),
		theme: readTheme(host),
		scrollback,
		allowProposedApi: true,
		documentOverride: window.document,
		// A blinking cursor makes a frame of the whole page 60 times a second, and what is typed waits for it: an echo took two frames instead of one.
		cursorBlink: false,
		minimumContrastRatio: 4.5,
		macOptionIsMeta: true,
		linkHandler: { activate: (_, uri) => confirmed(uri), hover: (_, uri) => (host.title = uri), leave: () => (host.title = '') },
	})
	const fit: Fit = new engine.FitAddon()
	const search: Search = new engine.SearchAddon()
	terminal.loadAddon(fit)
	terminal.loadAddon(search)
	terminal.loadAddon(new engine.WebLinksAddon((_, uri) => confirmed(uri)))
	guardParser(terminal.parser)
	terminal.registerLinkProvider(fileLinkProvider(terminal, options.openFile))
	terminal.open(host)
	fit.fit()

	// Before anything is written to it.
	const hasWidths = loadWidths()
		.then((widths) => terminal.loadAddon(widths))
		.catch((error: unknown) => console.debug('Emoji may be drawn too narrow', error))

	async function address() {
		const [url] = await Promise.all([options.address({ cols: terminal.cols, rows: terminal.rows }), hasWidths])
		return url
	}

	// The size of this page wins as soon as it looks.
	const screen = createScreen(terminal, { send: (message) => connection.send(message), onReady: resize })
	const connection = keepConnected(window, address, {
		bytes: screen.bytes,
		message(message) {
			screen.message(message)
			if (message.type === 'status') options.onStatus(message)
		},
		state: options.onState,
		gone: options.onGone,
		refused: options.onRefused,
	})
	terminal.onData((data) => {
		if (!screen.isReplaying) connection.send({ type: 'input', data })
	})
	terminal.onBinary((data) => {
		if (!screen.isReplaying) connection.send({ type: 'input', data })
	})
	search.onDidChangeResults(({ resultIndex, resultCount }) => options.onFound({ index: resultIndex + 1, count: resultCount }))

	function resize() {
		const size = fit.proposeDimensions()
		// Hidden behind another tab it has no size.
		if (!size || !host.offsetParent || Number.isNaN(size.cols) || size.cols < 2 || size.rows < 1) return
		terminal.resize(size.cols, size.rows)
		connection.send({ type: 'resize', cols: size.cols, rows: size.rows })
	}

	let throttle: number | undefined
	const observer = new window.ResizeObserver(() => {
		throttle ??= window.setTimeout(() => {
			throttle = undefined
			resize()
		}, resizeThrottleMs)
	})
	observer.observe(host)
	const stopTheme = onThemeChange(window, () => {
		Object.assign(terminal.options, { theme: readTheme(host), ...readFont(host) })
		resize()
	})

	async function paste(text: string) {
		const clean = cleanPaste(text)
		if (needsWarning(clean, terminal.modes.bracketedPasteMode) && !(await options.confirmPaste(clean))) return
		terminal.paste(clean)
		terminal.focus()
	}

	const hearPaste = (event: ClipboardEvent) => {
		event.preventDefault()
		event.stopPropagation()
		void paste(event.clipboardData?.getData('text/plain') ?? '')
	}
	host.addEventListener('paste', hearPaste, { capture: true })

	return {
		focus: () => terminal.focus(),
		clear: () => terminal.clear(),
		async copy() {
			const text = terminal.getSelection()
			if (text === '') return false
			await window.navigator.clipboard.writeText(text)
			return true
		},
		paste,
		selectAll: () => terminal.selectAll(),
		type: (data) => connection.send({ type: 'input', data }),
		find(text, direction) {
			if (direction === 'next') search.findNext(text, { decorations: readSearchColours(host), incremental: true })
			else search.findPrevious(text, { decorations: readSearchColours(host) })
		},
		endFind() {
			search.clearDecorations()
			terminal.focus()
		},
		dispose() {
			window.clearTimeout(throttle)
			observer.disconnect()
			stopTheme()
			host.removeEventListener('paste', hearPaste, { capture: true })
			connection.close()
			terminal.dispose()
		},
	}
}
