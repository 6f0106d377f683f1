import { DrydockError } from '@drydock/contract'
import type { Workspace } from '@drydock/server-kit/workspace/index.ts'

/** The file that an address means. A page may use every file of its folder but hidden ones, where keys and history lie. */
export function pagePath(asked: string): string {
	const path = asked.replace(/^\/+/, '')
	if (path.split('/').some((name) => name.startsWith('.') && name !== '.well-known')) throw new DrydockError(403, 'preview.hidden', 'Hidden files are not shown as pages')
	return path
}

/** The path of an address, once decoded. */
export function decodedPath(pathname: string): string {
	try {
		return decodeURIComponent(pathname)
	} catch {
		throw new DrydockError(400, 'validation', 'This address cannot be read')
	}
}

/** A folder means its `index.html`; `isFolder` says that the address lacks the slash that relative links need. */
export async function resolvePage(workspace: Workspace, cwd: string, path: string): Promise<{ path: string; isFolder: boolean }> {
	const bare = path.replace(/\/+$/, '')
	const stat = await workspace.look(cwd, bare)
	if (stat?.kind !== 'folder') return { path, isFolder: false }
	return { path: bare === '' ? 'index.html' : `${bare}/index.html`, isFolder: bare !== '' && bare === path }
}
