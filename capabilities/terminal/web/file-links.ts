import type { ILinkProvider, Terminal } from '@xterm/xterm'

export interface FileLink {
	path: string
	line: number
	column: number | undefined
	/** Columns in the line, from 0. */
	from: number
	to: number
}

// What compilers, tests and stack traces print: `src/a.ts:12`, `./a.py:3:7`, `/srv/x.go:1`.
const pattern = /(?<![\w/:])((?:\.{0,2}\/)?[\w@+.-]+(?:\/[\w@+. -]*[\w@+.-]+)*\.[A-Za-z]\w{0,9}):(\d{1,7})(?::(\d{1,5}))?/g

/** Places in files that a line of output names. */
export function findFileLinks(text: string): FileLink[] {
	return [...text.matchAll(pattern)].map((match) => {
		const [whole, path = '', line, column] = match
		return { path, line: Number(line), column: column === undefined ? undefined : Number(column), from: match.index, to: match.index + whole.length }
	})
}

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
