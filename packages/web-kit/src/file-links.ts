/** A place in a file that a line of text names. */
export interface FileLink {
	path: string
	line: number
	column: number | undefined
	/** Columns in the line, from 0. */
	from: number
	to: number
}

// What compilers, tests and stack traces print: `src/a.ts:12`, `./a.py:3:7`, `/srv/x.go:1`, `file:///srv/x.js:1:2`.
const pattern = /(?<![\w/:])(?:file:\/\/)?((?:\.{0,2}\/)?[\w@+.-]+(?:\/[\w@+. -]*[\w@+.-]+)*\.[A-Za-z]\w{0,9}):(\d{1,7})(?::(\d{1,5}))?/g

/** Places in files that a line of output names. */
export function findFileLinks(text: string): FileLink[] {
	return [...text.matchAll(pattern)].map((match) => {
		const [whole, path = '', line, column] = match
		return { path, line: Number(line), column: column === undefined ? undefined : Number(column), from: match.index, to: match.index + whole.length }
	})
}
