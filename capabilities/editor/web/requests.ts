import { openPane, project, type CommandArguments } from '@drydock/web-kit'
import type { FileAt, Moved } from './open-file.ts'

export interface OpenRequest extends FileAt {
	line?: number
	column?: number
	/** Whoever asks types next. */
	focus?: boolean
}

let waiting: OpenRequest[] = []
const listeners = new Set<() => void>()

/** Asks for a file; the pane takes it when it is there. */
export function requestFile(input: CommandArguments): void {
	const request = requestFrom(input)
	if (!request) return
	waiting = [...waiting, request]
	openPane('code-editor')
	for (const listener of listeners) listener()
}

/** The files asked for so far, once. */
export function takeRequests(): OpenRequest[] {
	const taken = waiting
	waiting = []
	return taken
}

export function onRequest(listener: () => void): () => void {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

const followers = new Set<(cwd: string, moved: readonly Moved[]) => void>()

/** Files were moved or renamed: a pane that has them open goes on with them. */
export function tellMoved({ cwd, moved }: CommandArguments): void {
	if (typeof cwd !== 'string' || !Array.isArray(moved)) return
	const pairs = moved.filter((pair): pair is Moved => typeof pair?.from === 'string' && typeof pair?.to === 'string')
	for (const follow of followers) follow(cwd, pairs)
}

export function onMoved(follow: (cwd: string, moved: readonly Moved[]) => void): () => void {
	followers.add(follow)
	return () => void followers.delete(follow)
}

/** An editor-open event needs a path or file; its line is used only if a positive number (spec/1 §7). */
export function requestFrom(input: CommandArguments): OpenRequest | undefined {
	const path = [input['path'], input['file']].find((value): value is string => typeof value === 'string' && value.trim() !== '')
	if (path === undefined) return undefined
	const cwd = typeof input['cwd'] === 'string' && input['cwd'] !== '' ? input['cwd'] : project().cwd
	return { ...placeOf(cwd, path), line: positive(input['line']), column: positive(input['column']), focus: input['focus'] === true }
}

/** Programs print absolute paths; calls take them relative to a folder inside the roots. */
function placeOf(cwd: string, path: string): FileAt {
	if (!path.startsWith('/')) return { cwd, path: path.replace(/^(\.\/)+/, '') }
	const folders = [cwd, ...project().roots, '/sandbox']
	const folder = folders.find((one) => path.startsWith(one.endsWith('/') ? one : `${one}/`))
	return folder === undefined ? { cwd, path } : { cwd: folder, path: path.slice(folder.length).replace(/^\/+/, '') }
}

function positive(value: unknown): number | undefined {
	const number = typeof value === 'string' ? Number(value) : value
	return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined
}
