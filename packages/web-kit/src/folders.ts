import { defaultRoot } from './project.ts'

/** The part of a folder's path that a person may go up to: the root it lies in. */
export function rootOf(folder: string, roots: readonly string[]): string {
	const all = [defaultRoot, ...roots].filter((root) => folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`))
	return all.toSorted((a, b) => b.length - a.length)[0] ?? folder
}

export function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}

/** A path below a folder, as an absolute one. */
export function below(folder: string, path: string): string {
	return path === '' ? folder : `${folder.endsWith('/') ? folder : `${folder}/`}${path}`
}

/** An absolute path from a folder that it lies in. */
export function within(folder: string, path: string): string {
	return path.slice(folder.length).replace(/^\/+/, '')
}
