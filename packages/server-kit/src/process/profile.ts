import { existsSync, readdirSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { toolFolders } from './environment.ts'
import { identityFor, reaches, type Identity } from './identity.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { toolHomes } from './tool-homes.ts'

/** `project`: the project may be written. `read-only`: nothing may. `shadow`: written to a copy of it, see `overlay.ts`. */
export type SandboxMode = 'project' | 'read-only' | 'shadow'

/** All that one run can touch, in one place: bubblewrap's arguments are made from it, and people are shown it. */
export interface Profile {
	mode: SandboxMode
	/** The project folder: all that can be seen of the user's files. */
	root: string
	cwd: string
	/** Readable apart from the system and the project: folders of toolchains. */
	toolchains: readonly string[]
	/** Of the project: readable, never writable, and not to be moved away. */
	guarded: readonly string[]
	/** Of the project: not to be seen. */
	hidden: readonly string[]
	/** Programs of Drydock's own that this command may use. */
	programs: readonly string[]
	/** Names of hosts that may be reached; empty means no network at all. */
	hosts: readonly string[]
	/** Names of secrets that it gets as variables. */
	secrets: readonly string[]
	limits: Limits
	identity: Identity
}

export interface ProfileRequest {
	mode: SandboxMode
	root: string
	cwd: string
	/** Folders that stay invisible wherever they lie. */
	secretFolders: readonly string[]
	programs?: readonly string[]
	hosts?: readonly string[]
	secrets?: readonly string[]
	limits?: Partial<Limits>
	env: NodeJS.ProcessEnv
}

/** Files of a project that run something on their own or change what may run. */
const guardedNames = ['.git', '.drydock', '.vscode', '.mcp.json', '.cursor', '.claude', '.husky', '.envrc', '.idea']
/** Folders of a root that are looked at for projects of their own. */
const mostInner = 200
/** Private folders of a home that no project needs. */
const privateNames = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config', '.netrc', '.npmrc', '.pypirc', '.git-credentials', '.local/share/keyrings', '.mozilla', '.password-store']

export function privateFolders(home = os.homedir()): string[] {
	return privateNames.map((name) => path.join(home, name))
}

/** The one place where it is decided what a command may touch. */
export function makeProfile({ mode, root, cwd, secretFolders, programs = [], hosts = [], secrets = [], limits, env }: ProfileRequest): Profile {
	const identity = identityFor(root)
	return {
		mode,
		root,
		cwd,
		toolchains: toolchains(env, secretFolders, identity),
		guarded: guarded(root, cwd),
		hidden: secretFolders.filter((folder) => contains(root, folder) && existsSync(folder)),
		programs,
		hosts,
		secrets,
		limits: { ...defaultLimits, ...limits },
		identity,
	}
}

/** Each tool folder with the libraries beside it, and what version managers lead to; never its parent as a whole, which may hold credentials (`~/.cargo`). */
function toolchains(env: NodeJS.ProcessEnv, secretFolders: readonly string[], identity: Identity): string[] {
	const folders = toolFolders(env).filter((folder) => !/^\/(usr|bin|sbin)(\/|$)/.test(folder) && isFolder(folder) && reaches(identity, folder))
	const withLibraries = folders.flatMap((folder) => (path.basename(folder) === 'bin' ? [folder, ...['lib', 'libexec', 'include'].map((name) => path.join(folder, '..', name)).filter(isFolder)] : [folder]))
	const managed = toolHomes(env).places.filter((place) => reaches(identity, path.dirname(place)))
	return [...withLibraries, ...managed].filter((folder) => !secretFolders.some((secret) => contains(folder, secret) || contains(secret, folder)))
}

/** In the root, in every folder down to where the command starts, and in projects that lie side by side in either. */
function guarded(root: string, cwd: string): string[] {
	const below = path.relative(root, cwd).split('/').filter((name) => name !== '')
	const down = [root, ...below.map((_, depth) => path.join(root, ...below.slice(0, depth + 1)))]
	const folders = new Set([...down, ...foldersIn(root), ...foldersIn(cwd)])
	const files = [...folders].flatMap((folder) => guardedNames.map((name) => path.join(folder, name))).filter((file) => existsSync(file))
	// A link is followed: what it names inside the project is what needs the lock, and nothing outside is there to write to.
	return [...new Set(files.map((file) => realpathSync(file)).filter((file) => contains(root, file)))]
}

function foldersIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.slice(0, mostInner)
		.map(({ name }) => path.join(folder, name))
}

/** Whether `inner` lies strictly inside `outer`. */
function contains(outer: string, inner: string): boolean {
	return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

function isFolder(file: string): boolean {
	try {
		return readdirSync(file) !== undefined
	} catch {
		return false
	}
}
