import type { editor } from 'monaco-editor/editor'

/** The engine's colours from the page's tokens, so that every theme of the app is one of the editor. */
export function themeFrom(element: Element): editor.IStandaloneThemeData {
	const style = (element.ownerDocument.defaultView ?? globalThis).getComputedStyle(element)
	const hex = (token: string) => {
		const value = style.getPropertyValue(token).trim()
		return /^#[0-9a-f]{6}$/i.test(value) ? value : undefined
	}
	const rule = (tokens: string, color: string, fontStyle?: string) => tokens.split(' ').map((token) => ({ token, foreground: hex(color)?.slice(1), fontStyle }))
	const isDark = style.colorScheme !== 'light'
	const colors: Record<string, string | undefined> = {
		'editor.background': hex('--surface-1'),
		'editor.foreground': hex('--text'),
		'editorLineNumber.foreground': hex('--text-faint'),
		'editorLineNumber.activeForeground': hex('--text'),
		'editor.lineHighlightBackground': hex('--surface-2'),
		'editor.lineHighlightBorder': '#00000000',
		'editor.selectionBackground': hex('--selection'),
		'editorCursor.foreground': hex('--accent'),
		'editorIndentGuide.background1': hex('--line'),
		'editorIndentGuide.activeBackground1': hex('--line-strong'),
		'editorRuler.foreground': hex('--line'),
		'editorWhitespace.foreground': hex('--line-strong'),
		'editorWidget.background': hex('--surface-2'),
		'editorWidget.border': hex('--line-strong'),
		'editorStickyScroll.background': hex('--surface-1'),
		'input.background': hex('--surface-0'),
		'focusBorder': hex('--accent'),
		'list.activeSelectionBackground': hex('--accent-soft'),
		'list.activeSelectionForeground': hex('--text'),
		'list.hoverBackground': hex('--surface-3'),
		'menu.background': hex('--surface-2'),
		'menu.foreground': hex('--text'),
		'diffEditor.insertedLineBackground': hex('--diff-added'),
		'diffEditor.removedLineBackground': hex('--diff-removed'),
		'diffEditor.insertedTextBackground': '#00000000',
		'diffEditor.removedTextBackground': '#00000000',
		'minimap.background': hex('--surface-1'),
		'scrollbarSlider.background': alpha(hex('--line-strong'), '80'),
		'scrollbarSlider.hoverBackground': alpha(hex('--line-strong'), 'c0'),
		'scrollbarSlider.activeBackground': hex('--line-strong'),
	}
	return {
		base: isDark ? 'vs-dark' : 'vs',
		inherit: true,
		colors: Object.fromEntries(Object.entries(colors).filter((entry): entry is [string, string] => entry[1] !== undefined)),
		rules: [
			...rule('keyword tag metatag attribute.name.html', '--code-keyword'),
			...rule('string attribute.value regexp', '--code-string'),
			...rule('number constant', '--code-number'),
			...rule('comment', '--code-comment', 'italic'),
			...rule('type type.identifier function predefined variable.predefined', '--code-function'),
			...rule('identifier delimiter operator variable', '--text'),
		].filter(({ foreground }) => foreground !== undefined),
	}
}

function alpha(hex: string | undefined, part: string): string | undefined {
	return hex && hex + part
}
