import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { toolFolders } from './environment.ts'

/** Version managers whose programs on the PATH are signposts: what they lead to lies elsewhere in the home folder. */
const managers = [
	{ name: 'RUSTUP_HOME', usual: '.rustup', signposts: ['.cargo/bin'], parts: ['settings.toml', 'toolchains', 'update-hashes'] },
	{ name: 'PYENV_ROOT', usual: '.pyenv', signposts: ['.pyenv/shims', '.pyenv/bin'], parts: ['bin', 'libexec', 'plugins', 'pyenv.d', 'shims', 'versions', 'version'] },
] as const

export interface ToolHomes {
	/** Readable, never writable; nothing else of the manager's folder, which may hold credentials. */
	places: string[]
	/** Tells the signposts where that is: the home folder inside is another. */
	env: Record<string, string>
}

/** What the version managers on the PATH need to be seen of them. */
export function toolHomes(env: NodeJS.ProcessEnv): ToolHomes {
	const home = env['HOME'] ?? os.homedir()
	const folders = new Set(toolFolders(env))
	const used = managers.filter(({ signposts }) => signposts.some((signpost) => folders.has(path.join(home, signpost))))
	const homes = used.map(({ name, usual, parts }) => ({ name, parts, folder: env[name] ?? path.join(home, usual) })).filter(({ folder }) => path.isAbsolute(folder) && existsSync(folder))
	return {
		places: homes.flatMap(({ folder, parts }) => parts.map((part) => path.join(folder, part)).filter((place) => existsSync(place))),
		env: Object.fromEntries(homes.map(({ name, folder }) => [name, folder])),
	}
}
