// What panes use of the engine: buffers, one view for many buffers, a diff. Everything here needs the loaded engine.
import type { editor as Editors } from 'monaco-editor/editor'
import { differingRange, type TextBuffer } from './buffer.ts'
import { languageOf } from './languages.ts'
import { monaco } from './monaco.ts'
import { isLarge, type EditorOptions } from './options.ts'
import { themeFrom } from './theme.ts'

export { canBeBound, engineActions, rebind, type EngineAction } from './keys.ts'

const themeName = 'drydock'
const models = new WeakMap<TextBuffer, Editors.ITextModel>()

/** Takes the colours around an element over, also after its theme changed. */
function applyTheme(host: Element): void {
	monaco.editor.defineTheme(themeName, themeFrom(host))
	monaco.editor.setTheme(themeName)
}

/** A buffer that the engine's views can show. */
export function engineBuffer(text: string, path: string): TextBuffer {
	const model = monaco.editor.createModel(text, isLarge(text) ? 'plaintext' : languageOf(path))
	const buffer: TextBuffer = {
		// With its byte order mark, if it had one.
		text: () => model.getValue(undefined, true),
		mark: () => model.getAlternativeVersionId(),
		replace(next) {
			const ends = next.includes('\r\n') ? monaco.editor.EndOfLineSequence.CRLF : monaco.editor.EndOfLineSequence.LF
			if (next.includes('\n') && model.getEndOfLineSequence() !== ends) model.pushEOL(ends)
			const change = differingRange(model.getValue(undefined, true), next)
			if (!change) return
			const range = monaco.Range.fromPositions(model.getPositionAt(change.start), model.getPositionAt(change.end))
			model.pushStackElement()
			model.pushEditOperations([], [{ range, text: change.text }], () => null)
			model.pushStackElement()
		},
		subscribe(listener) {
			const subscription = model.onDidChangeContent(listener)
			return () => subscription.dispose()
		},
		dispose: () => model.dispose(),
	}
	models.set(buffer, model)
	return buffer
}

/** Where a view stands in a text. */
export interface Caret {
	line: number
	column: number
}

export interface EditorView {
	/** Shows a buffer, where it was left. */
	show(buffer: TextBuffer): void
	configure(options: EditorOptions): void
	reveal(caret: Caret): void
	/** Runs one of the engine's own actions. */
	run(action: string): void
	focus(): void
	/** Takes the page's colours over again, after its theme changed. */
	recolour(): void
	dispose(): void
}

const viewStates = new WeakMap<Editors.ITextModel, Editors.ICodeEditorViewState | null>()

/** One view; showing another buffer in it takes a frame, a view for each file would take hundreds of milliseconds. */
export function createView(host: HTMLElement, options: EditorOptions, onCaret: (caret: Caret) => void): EditorView {
	applyTheme(host)
	const view = monaco.editor.create(host, { ...base(host), model: null, theme: themeName, ...settings(options) })
	view.onDidChangeCursorPosition(({ position }) => onCaret({ line: position.lineNumber, column: position.column }))
	let latest = options
	const keep = () => {
		const model = view.getModel()
		if (model && !model.isDisposed()) viewStates.set(model, view.saveViewState())
	}
	return {
		show(buffer) {
			const model = models.get(buffer)
			if (!model || view.getModel() === model) return
			keep()
			view.updateOptions(settings(latest, model.getValueLength()))
			view.setModel(model)
			const state = viewStates.get(model)
			if (state) view.restoreViewState(state)
			const position = view.getPosition()
			if (position) onCaret({ line: position.lineNumber, column: position.column })
		},
		configure(next) {
			latest = next
			view.updateOptions(settings(next, view.getModel()?.getValueLength()))
		},
		reveal({ line, column }) {
			view.setPosition({ lineNumber: line, column })
			view.revealLineInCenterIfOutsideViewport(line)
		},
		// Some actions exist only as commands, so they are triggered by name.
		run: (action) => {
			view.focus()
			view.trigger('menu', action, null)
		},
		focus: () => view.focus(),
		recolour: () => applyTheme(host),
		dispose() {
			keep()
			view.dispose()
		},
	}
}

/** The saved text beside the current one; the right side is the buffer itself. */
export function createDiff(host: HTMLElement, { original, path, buffer, options }: { original: string; path: string; buffer: TextBuffer; options: EditorOptions }): () => void {
	applyTheme(host)
	const before = monaco.editor.createModel(original, isLarge(original) ? 'plaintext' : languageOf(path))
	const own = models.get(buffer)
	const after = own ?? monaco.editor.createModel(buffer.text(), languageOf(path))
	const view = monaco.editor.createDiffEditor(host, { ...base(host), theme: themeName, readOnly: true, originalEditable: false, renderSideBySide: true, useInlineViewWhenSpaceIsLimited: true, fontSize: options.fontSize, hideUnchangedRegions: { enabled: true }, renderOverviewRuler: false })
	// Its own options for this are lost with its first update.
	view.getOriginalEditor().updateOptions({ ariaLabel: 'Original' })
	view.getModifiedEditor().updateOptions({ ariaLabel: 'Current' })
	view.setModel({ original: before, modified: after })
	return () => {
		view.dispose()
		before.dispose()
		if (!own) after.dispose()
	}
}

function base(host: HTMLElement): Editors.IEditorOptions & Editors.IGlobalEditorOptions & { automaticLayout: true } {
	void host.ownerDocument.fonts.ready.then(() => monaco.editor.remeasureFonts())
	return {
		automaticLayout: true,
		fontFamily: getComputedStyle(host).getPropertyValue('--font-mono') || 'monospace',
		fontLigatures: false,
		scrollBeyondLastLine: false,
		smoothScrolling: false,
		fixedOverflowWidgets: true,
		unusualLineTerminators: 'off',
		padding: { top: 6 },
		// Nothing in a file may load or open something by itself.
		links: false,
		accessibilitySupport: 'auto',
	}
}

const largeLength = 1_000_000

function settings(options: EditorOptions, length = 0): Editors.IEditorOptions & Editors.IGlobalEditorOptions {
	const isBig = length > largeLength
	const { wrapColumn } = options
	return {
		wordWrap: isBig ? 'off' : wrapColumn !== undefined ? 'wordWrapColumn' : options.wrap ? 'on' : 'off',
		wordWrapColumn: wrapColumn ?? 80,
		minimap: { enabled: options.minimap && !isBig },
		lineNumbers: options.lineNumbers ? 'on' : 'off',
		renderWhitespace: options.whitespace ? 'all' : 'selection',
		stickyScroll: { enabled: options.stickyScroll && !isBig },
		inlayHints: { enabled: options.inlayHints ? 'on' : 'off' },
		fontSize: options.fontSize,
		lineHeight: Math.round(options.fontSize * 1.5),
		rulers: [...options.rulers],
		readOnly: options.isReadOnly ?? false,
		folding: !isBig,
		occurrencesHighlight: isBig ? 'off' : 'singleFile',
		selectionHighlight: !isBig,
		wordBasedSuggestions: isBig ? 'off' : 'currentDocument',
		matchBrackets: isBig ? 'never' : 'always',
		bracketPairColorization: { enabled: !isBig },
		guides: { indentation: !isBig },
		unicodeHighlight: { ambiguousCharacters: !isBig, invisibleCharacters: !isBig },
		stopRenderingLineAfter: 10_000,
		colorDecorators: !isBig,
	}
}
