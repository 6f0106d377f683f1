import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import ignore, { type Ignore } from 'ignore'
import { diskPath } from './names.ts'

/** Folders that tools fill and nobody edits: left out of the history and of searches, also where no `.gitignore` says so. */
export const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '.drydock', '.venv', '__pycache__', '.cache', 'target'])

// Larger ones are no list that somebody wrote.
const longestList = 256 * 1024
// Each `*` in one name multiplies the tries of a pattern that does not match: with more, a hostile list could stop the server.
const tooManyStars = /(?:\*[^*/]*){4}/

/** The rules of one `.gitignore`. */
export interface Rules {
	/** The folder that they were written in, with a slash at its end, or empty. */
	base: string
	rules: Ignore
}

/** The rules that a folder itself brings, if it does. */
export async function rulesIn(folder: string, base: string, file = '.gitignore'): Promise<Rules | undefined> {
	const text = await textIn(`${folder}/${file}`)
	return text === undefined ? undefined : { base, rules: ignore().add(text.split('\n').filter((line) => !tooManyStars.test(line))) }
}

async function textIn(path: string): Promise<string | undefined> {
	try {
		// A link or a pipe in its place is neither followed nor waited for.
		await using file = await open(diskPath(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
		const info = await file.stat()
		return info.isFile() && info.size <= longestList ? await file.readFile('utf8') : undefined
	} catch {
		return undefined
	}
}

/** Whether git would ignore a path (a folder's ends in a slash); `rules` from the outermost folder inwards. */
export function ignored(rules: readonly Rules[], path: string): boolean {
	let verdict = false
	for (const { base, rules: own } of rules) {
		const result = own.test(path.slice(base.length))
		if (result.ignored) verdict = true
		if (result.unignored) verdict = false
	}
	return verdict
}
