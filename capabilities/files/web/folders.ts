/** The part of a folder's path that a person may go up to: the root it lies in. */
export function rootOf(cwd: string, roots: readonly string[]): string {
	const all = ['/sandbox', ...roots].filter((root) => cwd === root || cwd.startsWith(root.endsWith('/') ? root : `${root}/`))
	return all.toSorted((a, b) => b.length - a.length)[0] ?? cwd
}

export function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}

/** What a person typed as a new name: leading slashes and backslashes mean nothing (spec/1 §5). */
export function typedPath(text: string): string {
	return text.trim().replace(/^[\\/]+/, '').replace(/\/+$/, '')
}

/** A folder below the working folder, as an absolute path. */
export function below(cwd: string, folder: string): string {
	return folder === '' ? cwd : `${cwd.endsWith('/') ? cwd : `${cwd}/`}${folder}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** A size for people; the exact number of bytes belongs into the title. */
export function sizeText(bytes: number): string {
	const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
	const value = bytes / 1000 ** power
	return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power]}`
}
