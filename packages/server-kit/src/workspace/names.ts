import { DrydockError } from '@drydock/contract'

// A byte that is no UTF-8 travels as U+F700 + byte, so that a file with any name can be listed, shown and opened.
const rawFirst = 0xf780
const rawLast = 0xf7ff
const rawPattern = /[\uf780-\uf7ff]/
// What a lossy reading leaves behind, or one of ours.
const mayHideBytes = /[\ufffd\uf780-\uf7ff]/
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// PATH_MAX on Linux and NAME_MAX everywhere.
const longestPath = 4096
const longestName = 255

/** The path as the file system wants it: a string, or bytes when a name is not UTF-8. */
export function diskPath(path: string): string | Buffer {
	if (!rawPattern.test(path)) return path
	return Buffer.concat([...path].map((char) => {
		const code = char.codePointAt(0) ?? 0
		return code >= rawFirst && code <= rawLast ? Buffer.of(code - 0xf700) : Buffer.from(char)
	}))
}

/** The other way; a genuine character of the raw range is written as its bytes, so both ways are exact. */
export function wirePath(bytes: Buffer): string {
	try {
		const text = strict.decode(bytes)
		if (!rawPattern.test(text)) return text
	} catch {
		// Not UTF-8: byte by byte below.
	}
	let text = ''
	for (let at = 0; at < bytes.length; ) {
		const length = characterAt(bytes, at)
		text += length ? bytes.toString('utf8', at, at + length) : String.fromCharCode(0xf700 + (bytes[at] ?? 0))
		at += length || 1
	}
	return text
}

function characterAt(bytes: Buffer, at: number): number {
	for (const length of [1, 2, 3, 4]) {
		try {
			const text = strict.decode(bytes.subarray(at, at + length))
			return rawPattern.test(text) ? 0 : length
		} catch {
			// Longer, or no character at all.
		}
	}
	return 0
}

/** Whether names read as text may hide raw bytes and must be read again as bytes. */
export function mayBeRaw(name: string): boolean {
	return mayHideBytes.test(name)
}

/** Splits a path of a call into its names; refuses what can never be one. Nothing is decoded, expanded or trimmed. */
export function namesOf(path: string): string[] {
	if (typeof path !== 'string') throw new DrydockError(400, 'validation', 'A path must be text.')
	if (path.includes('\0')) throw new DrydockError(400, 'workspace.bad_path', 'A path cannot contain the NUL character.')
	if (Buffer.byteLength(path) > longestPath) throw new DrydockError(400, 'workspace.bad_path', 'That path is too long.', { hint: `At most ${longestPath} bytes.` })
	if (path.startsWith('/')) throw outside(path, 'Paths are relative to the working folder (cwd).')
	if (process.platform === 'win32' && /[\\:]/.test(path)) throw new DrydockError(400, 'workspace.bad_path', 'A path uses / between names and no drive letter.')
	const names: string[] = []
	for (const name of path.split('/')) {
		if (name === '' || name === '.') continue
		if (name !== '..') {
			if (Buffer.byteLength(name) > longestName) throw new DrydockError(400, 'workspace.bad_path', 'That name is too long.', { hint: `At most ${longestName} bytes.` })
			names.push(name)
		} else if (names.pop() === undefined) throw outside(path)
	}
	return names
}

export function outside(path: string, hint = 'Open a folder inside one of the project roots, or start Drydock with --root for it.'): DrydockError {
	return new DrydockError(403, 'workspace.outside', `${visible(path)} lies outside the workspace.`, { hint })
}

/** A name for sentences: control and invisible characters are shown, length is bounded. */
export function visible(name: string): string {
	const shown = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
	return shown.length > 200 ? `${shown.slice(0, 197)}…` : shown
}

/** Our own unfinished files; never listed, and removed at the next start. */
export function temporaryName(id: string): string {
	return `.drydock-${id}.tmp`
}
const temporary = /^\.drydock-[\w-]+\.tmp$/
export const isTemporary = (name: string) => temporary.test(name)
