export function join(folder: string, name: string): string {
	return folder === '' || folder === '.' ? name : `${folder.replace(/\/+$/, '')}/${name}`
}

export function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function lastOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}
