import type { ITheme } from '@xterm/xterm'

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

function tokensOf(element: Element) {
	const style = element.ownerDocument.defaultView?.getComputedStyle(element)
	return (name: string) => style?.getPropertyValue(`--${name}`).trim() || undefined
}

/** The app's tokens as the engine wants them. */
export function readTheme(element: Element): ITheme {
	const token = tokensOf(element)
	const ansi = colours.flatMap((name): [string, string | undefined][] => [
		[name, token(`ansi-${name}`)],
		[`bright${name.charAt(0).toUpperCase()}${name.slice(1)}`, token(`ansi-bright-${name}`)],
	])
	return {
		background: token('surface-1'),
		foreground: token('text'),
		cursor: token('accent'),
		cursorAccent: token('surface-1'),
		selectionBackground: token('selection'),
		...Object.fromEntries(ansi),
	}
}

/** How matches of a search look. */
export function readSearchColours(element: Element) {
	const token = tokensOf(element)
	const found = token('attention') ?? ''
	return { matchBackground: token('attention-soft'), matchOverviewRuler: found, activeMatchBorder: found, activeMatchBackground: token('selection'), activeMatchColorOverviewRuler: found }
}

export function readFont(element: Element): { fontFamily: string; fontSize: number } {
	const style = element.ownerDocument.defaultView?.getComputedStyle(element)
	return { fontFamily: style?.getPropertyValue('--font-mono').trim() || 'monospace', fontSize: Number.parseFloat(style?.fontSize ?? '') || 13 }
}

/** Calls `work` when the app's theme or font may have changed. */
export function onThemeChange(window: Window & typeof globalThis, work: () => void): () => void {
	const observer = new window.MutationObserver(work)
	observer.observe(window.document.documentElement, { attributes: true })
	const system = window.matchMedia('(prefers-color-scheme: dark)')
	system.addEventListener('change', work)
	return () => {
		observer.disconnect()
		system.removeEventListener('change', work)
	}
}
