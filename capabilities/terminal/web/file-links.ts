import { findFileLinks, type FileLink } from '@drydock/web-kit'
import type { ILinkProvider, Terminal } from '@xterm/xterm'

/** Makes them links that open the editor. */
export function fileLinkProvider(terminal: Terminal, open: (link: FileLink) => void): ILinkProvider {
	return {
		provideLinks(row, answer) {
			const text = terminal.buffer.active.getLine(row - 1)?.translateToString(true) ?? ''
			const links = findFileLinks(text).map((link) => ({
				text: text.slice(link.from, link.to),
				range: { start: { x: link.from + 1, y: row }, end: { x: link.to, y: row } },
				activate: () => open(link),
			}))
			answer(links.length > 0 ? links : undefined)
		},
	}
}
