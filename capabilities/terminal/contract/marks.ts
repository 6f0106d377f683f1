/** What the shell says about itself between its output (OSC 633), in the order of a command's life. */
export type Mark =
	| { type: 'prompt' }
	| { type: 'line' }
	| { type: 'command'; text: string }
	| { type: 'started'; at: number }
	| { type: 'ended'; code: number; at: number }
	| { type: 'folder'; path: string }

const escapes: Record<string, string> = { '\\\\': '\\', '\\n': '\n' }
const readable = (text: string) => text.replaceAll(/\\\\|\\n/g, (escape) => escapes[escape] ?? escape)
// A shell writes numbers as its locale does.
const seconds = (text: string | undefined) => Number((text ?? '').replace(',', '.')) * 1000

/** Reads a mark; undefined if it does not carry the key, which only the shell, the server and the page know, so that a file cannot pretend to be the shell. */
export function readMark(data: string, key: string | undefined): Mark | undefined {
	return key !== undefined && data.startsWith(`${key};`) ? parseMark(data.slice(key.length + 1)) : undefined
}

/** Reads a mark whose key was looked at already. */
export function parseMark(text: string): Mark | undefined {
	const [type, ...rest] = text.split(';')
	switch (type) {
		case 'A':
			return { type: 'prompt' }
		case 'B':
			return { type: 'line' }
		case 'E':
			return { type: 'command', text: readable(rest.join(';')).trim() }
		case 'C':
			return { type: 'started', at: seconds(rest[0]) }
		case 'D':
			return { type: 'ended', code: Number(rest[0]), at: seconds(rest[1]) }
		case 'P':
			return { type: 'folder', path: readable(rest.join(';')) }
		default:
			return undefined
	}
}
