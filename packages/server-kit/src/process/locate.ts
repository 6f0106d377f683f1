import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { DrydockError } from '@drydock/contract'

type Resolve = (cwd: string) => { root: string; absolute: string }

/** The project folder around a working folder, both with links resolved: the workspace judges the name and, since a command starts in what is really there, the real folder too. */
export function locateFolder(cwd: string, resolve: Resolve): { root: string; absolute: string } {
	const { root, absolute } = resolve(realFolder(resolve(cwd).absolute, cwd))
	return { root, absolute }
}

function realFolder(folder: string, shown: string): string {
	try {
		return realpathSync(folder)
	} catch (cause) {
		throw new DrydockError(404, 'not_found', `The folder ${shown} does not exist or may not be read`, { cause })
	}
}

/** Whether there is a file that may be executed. */
export function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK)
		return statSync(file).isFile()
	} catch {
		return false
	}
}

/** A bare name in these folders, never inside the project. */
export function findProgram(name: string, folders: readonly string[], root: string): string | undefined {
	if (!/^[\w.+-]+$/.test(name)) return undefined
	return folders.map((folder) => path.join(folder, name)).find((file) => isProgram(file) && !isUnder(realpathSync(file), root))
}

const isUnder = (file: string, folder: string) => file.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
