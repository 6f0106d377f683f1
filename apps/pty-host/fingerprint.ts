import { statSync } from 'node:fs'
import path from 'node:path'
import type { Program } from '@drydock/server-kit/pty/protocol.ts'

/** Everything a shell's first prompt depends on that we know of: start files, the folder, the branch. */
export function fingerprint({ cwd, env }: Program): string {
	return [path.join(env['HOME'] ?? '/', '.bashrc'), '/etc/bash.bashrc', cwd, path.join(cwd, '.git', 'HEAD')].map(stamp).join()
}

function stamp(file: string): string {
	const found = statSync(file, { throwIfNoEntry: false })
	// A folder's time changes with every file in it.
	return found ? `${found.ino} ${found.isDirectory() ? '' : found.mtimeMs}` : ''
}
