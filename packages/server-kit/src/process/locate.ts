import { realpathSync } from 'node:fs'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'

/** The project folder around a working folder, both with links resolved; 403 outside, 404 for what is not there. */
export function locateFolder(cwd: string, { roots, dataDir }: { roots: readonly string[]; dataDir: string }): { root: string; absolute: string } {
	const sandbox = path.join(dataDir, 'sandbox')
	const asked = /^\/sandbox(\/|$)/.test(cwd) ? path.join(sandbox, cwd.slice('/sandbox'.length)) : cwd
	const absolute = realFolder(asked, cwd)
	const around = [...roots, sandbox].map((root) => realFolder(root, root)).filter((root) => absolute === root || absolute.startsWith(root.endsWith('/') ? root : `${root}/`))
	// A root inside another one is the project.
	const root = around.sort((a, b) => b.length - a.length)[0]
	if (root === undefined) throw new DrydockError(403, 'workspace.outside', `${cwd} lies outside the folders that were opened`)
	return { root, absolute }
}

function realFolder(folder: string, shown: string): string {
	if (!path.isAbsolute(folder) || folder.includes('\0')) throw new DrydockError(403, 'workspace.outside', `${shown} is not a folder that was opened`)
	try {
		return realpathSync(folder)
	} catch (cause) {
		throw new DrydockError(404, 'not_found', `The folder ${shown} does not exist or may not be read`, { cause })
	}
}
