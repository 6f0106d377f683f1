import type { FitAddon as Fit } from '@xterm/addon-fit'
import type { SearchAddon as Search } from '@xterm/addon-search'
import type { FileLink } from '@drydock/web-kit'
import type { BlockChanges, ServerMessage } from '../contract.ts'
import { followBlocks, mostBlocks, type Block } from './blocks.ts'
import { keepConnected, type ConnectionEvents } from './connection.ts'
import { loadGraphicsCard, loadWidths, type Engine } from './engine.ts'
import { fileLinkProvider } from './file-links.ts'
import { guardParser } from './guards.ts'
import { cleanPaste, needsWarning } from './paste.ts'
import { createScreen } from './screen.ts'
import { onThemeChange, readFont, readSearchColours, readTheme } from './terminal-theme.ts'

/** spec: resize throttle */
export const resizeThrottleMs = 100
/** Lines that can be scrolled back to; the server keeps 2 MiB. */
const mostLines = 5000
/** Ten megabytes for each terminal, at twelve bytes a cell: fewer lines where they are very wide. */
const scrollbackBytes = 10_000_000
export const scrollbackFor = (cols: number) => Math.min(mostLines, Math.floor(scrollbackBytes / (12 * cols)))

/** How cells become pixels. */
export type Renderer = 'DOM' | 'WebGL'

export interface WidgetOptions {
	renderer: Renderer
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
	/** The wished renderer does not work here. */
	onPlainRenderer(reason: string): void
	/** The command whose output is in sight while its line is above it, or that was jumped to. */
	onBlock(block: Block | undefined, changes: BlockChanges | undefined): void
	/** Whether it is recorded what commands do to files. */
	onRecording(isOn: boolean, problem: string | undefined): void
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
	/** Scrolls to the command before or after. */
	jump(step: -1 | 1): void
	outputOf(block: Block): string
	/** Runs a line if the shell waits for one. */
	run(line: string): boolean
	/** Where the shell is now, if it said so. */
	folder(): string | undefined
	/** What was opened ahead is wanted now. */
	take(): void
	/** Whether it is to be recorded what commands do to files. */
	record(isOn: boolean): void
	dispose(): void
}

/** A terminal in an element of any window, tied to its program on the server. */
export function createWidget(engine: Engine, host: HTMLElement, window: Window & typeof globalThis, options: WidgetOptions): Widget {
	const confirmed = (uri: string) => /^https?:\/\//i.test(uri) && options.openLink(uri, window)
	const terminal = new engine.Terminal({
		...readFont(host),
		theme: readTheme(host),
		scrollback: mostLines,
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
	let isDisposed = false
	let key: string | undefined
	let shownBlock: Block | undefined
	let jumpedTo: Block | undefined
	const changes = new Map<number, BlockChanges>()
	const blocks = followBlocks(terminal, { key: () => key, onChange: () => showBlock(true) })
	terminal.onRender(() => showBlock())
	terminal.attachCustomKeyEventHandler((event) => !isNewlineKey(event) || typeNewline(event))
	terminal.registerLinkProvider(fileLinkProvider(terminal, options.openFile))
	terminal.open(host)
	fit.fit()
	if (options.renderer === 'WebGL') drawWithGraphicsCard(terminal, { isGone: () => isDisposed, onPlain: options.onPlainRenderer })

	// Before anything is written to it.
	const hasWidths = loadWidths()
		.then((widths) => terminal.loadAddon(widths))
		.catch((error: unknown) => console.debug('Emoji may be drawn too narrow', error))

	async function address() {
		const [url] = await Promise.all([options.address({ cols: terminal.cols, rows: terminal.rows }), hasWidths])
		return url
	}

	// The size of this page wins as soon as it looks.
	const screen = createScreen(terminal, { send: (message) => connection.send(message), onReady: resize, onReset: blocks.reset })
	const connection = keepConnected(window, address, {
		bytes: screen.bytes,
		message(message) {
			if (message.type === 'replay') key = message.key
			screen.message(message)
			if (message.type === 'status') options.onStatus(message)
			if (message.type === 'recording') options.onRecording(message.isOn, message.problem)
			if (message.type === 'changes') {
				for (const block of message.blocks) changes.set(block.started, block)
				for (const started of [...changes.keys()].slice(0, -mostBlocks)) changes.delete(started)
				showBlock(true)
			}
		},
		state: options.onState,
		gone: options.onGone,
		refused: options.onRefused,
	})
	terminal.onData((data) => {
		// What was printed before was answered then; keys are keys.
		if (screen.isReplaying && engineAnswer.test(data)) return
		jumpedTo = undefined
		connection.type(data)
	})
	terminal.onBinary((data) => connection.type(data))
	search.onDidChangeResults(({ resultIndex, resultCount }) => options.onFound({ index: resultIndex + 1, count: resultCount }))

	function showBlock(isChanged = false) {
		const next = jumpedTo ?? blocks.above()
		if (next === shownBlock && !isChanged) return
		shownBlock = next
		options.onBlock(next, next && changes.get(next.startedAt))
	}

	/** A new line in the shell's editor, or in that of a program. */
	function typeNewline(event: KeyboardEvent): boolean {
		event.preventDefault()
		if (event.type === 'keydown') connection.type(blocks.isAtPrompt() ? '\u0016\n' : '\u001b\r')
		return false
	}

	let fitted: { cols: number; rows: number; width: number; height: number } | undefined

	/** The engine's cells are a little wider or narrower with each number of columns: asked again, it would go to and fro. */
	function propose() {
		const [size, { clientWidth: width, clientHeight: height }] = [fit.proposeDimensions(), host]
		const isSame = size && fitted && fitted.width === width && fitted.height === height && fitted.rows === size.rows && Math.abs(fitted.cols - size.cols) <= 1
		if (!isSame) fitted = size && { ...size, width, height }
		return fitted
	}

	function resize() {
		// What was printed before is drawn at the sizes it had; then comes this page's own.
		if (screen.isReplaying) return
		const size = propose()
		// Hidden behind another tab it has no size.
		if (!size || !host.offsetParent || Number.isNaN(size.cols) || size.cols < 2 || size.rows < 1) return
		terminal.resize(size.cols, size.rows)
		terminal.options.scrollback = scrollbackFor(size.cols)
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
		type: connection.type,
		find(text, direction) {
			if (direction === 'next') search.findNext(text, { decorations: readSearchColours(host), incremental: true })
			else search.findPrevious(text, { decorations: readSearchColours(host) })
		},
		endFind() {
			search.clearDecorations()
			terminal.focus()
		},
		jump(step) {
			jumpedTo = blocks.jump(step)
			showBlock()
		},
		outputOf: blocks.outputOf,
		run(line) {
			if (!blocks.isAtPrompt()) return false
			connection.type(`\u0015\u001b[200~${cleanPaste(line)}\u001b[201~\r`)
			return true
		},
		folder: blocks.folder,
		take: () => connection.send({ type: 'take' }),
		record: (isOn) => connection.send({ type: 'record', isOn }),
		dispose() {
			isDisposed = true
			window.clearTimeout(throttle)
			observer.disconnect()
			stopTheme()
			host.removeEventListener('paste', hearPaste, { capture: true })
			connection.close()
			terminal.dispose()
		},
	}
}

/** What the engine says by itself when a program asks: attributes, position, modes, colours (xterm, ctlseqs). */
// oxlint-disable-next-line no-control-regex -- they begin with one
const engineAnswer = /^\u001b(?:\[[?>]?[\d;]*\$?[cnRy]|[P\]][^]*\u001b\\)$/

const isNewlineKey = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent) => key === 'Enter' && shiftKey && !ctrlKey && !altKey && !metaKey

/** Draws by WebGL as long as it works; the DOM takes over otherwise. */
function drawWithGraphicsCard(terminal: InstanceType<Engine['Terminal']>, { isGone, onPlain }: { isGone(): boolean; onPlain(reason: string): void }) {
	loadGraphicsCard()
		.then((card) => {
			if (isGone()) return
			card.onContextLoss(() => {
				card.dispose()
				onPlain('the graphics card took its context back')
			})
			terminal.loadAddon(card)
		})
		.catch((error: unknown) => onPlain(error instanceof Error ? error.message : String(error)))
}
