import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { toolFolders } from './environment.ts'

/** `project`: the project may be written. `read-only`: nothing may. */
export type SandboxMode = 'project' | 'read-only'

export interface Profile {
	mode: SandboxMode
	/** The project folder: all that can be seen of the user's files. */
	root: string
	cwd: string
	/** Folders that stay invisible even if they lie inside the project. */
	hidden: readonly string[]
	/** Programs of Drydock's own that this command may use. */
	programs: readonly string[]
}

/** The home folder inside: empty, in memory. */
export const sandboxHome = '/home/drydock'
/** Scratch space in memory for /tmp and the home folder, each. */
const scratchBytes = 512 * 1024 * 1024
/** Threads count as processes; a build on many cores needs hundreds, a fork bomb thousands. The kernel exempts real root. */
const maxProcesses = 512
const maxFileBytes = 2 * 1024 ** 3
const maxCpuSeconds = 3600

const isolation = ['--unshare-user', '--unshare-all', '--disable-userns', '--die-with-parent', '--cap-drop', 'ALL', '--hostname', 'sandbox']
const scratch = (folder: string, permissions: string) => ['--perms', permissions, '--size', String(scratchBytes), '--tmpfs', folder]
const ownMounts = ['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev', ...scratch('/tmp', '1777'), ...scratch(sandboxHome, '0700')]
const limits = ['/usr/bin/prlimit', `--nproc=${maxProcesses}`, `--fsize=${maxFileBytes}`, `--cpu=${maxCpuSeconds}`, '--core=0', '--']

// Read when programs start or resolve names and certificates. Nothing else of /etc is needed to build and test.
const etc = ['alternatives', 'ca-certificates', 'ca-certificates.conf', 'group', 'hosts', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'mime.types', 'nsswitch.conf', 'passwd', 'pki', 'profile', 'protocols', 'services', 'shells', 'ssl', 'timezone']

/** Files of a project that run something on their own or change what may run: readable, never writable by a command. */
const guarded = ['.git', '.drydock', '.vscode', '.mcp.json', '.cursor', '.claude', '.husky', '.envrc', '.idea']

/** Private folders of a home that no project needs. */
const privateNames = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config', '.netrc', '.npmrc', '.pypirc', '.git-credentials', '.local/share/keyrings', '.mozilla', '.password-store']

export function privateFolders(home = os.homedir()): string[] {
	return privateNames.map((name) => path.join(home, name))
}

/**
 * The arguments of bubblewrap for a command: no network, no capability, a process table of its own, /usr instead of /, and of the
 * user's files the project alone (SECURITY §2.5). The whole of `.git` is read-only: hooks and config are not the only files in it
 * through which a later git command of the user runs code (`commondir` is another).
 */
export function sandboxArguments(profile: Profile, own: NodeJS.ProcessEnv): string[] {
	return [
		...isolation,
		...system(),
		...ownMounts,
		...toolchains(own, profile.hidden),
		...project(profile),
		...profile.programs.flatMap((file) => ['--ro-bind', file, file]),
		'--remount-ro',
		'/',
		'--chdir',
		profile.cwd,
		'--',
		...limits,
	]
}

function system(): string[] {
	const top = ['/bin', '/sbin', '/lib', '/lib64', '/lib32', '/libx32'].flatMap((folder) => {
		if (!existsSync(folder)) return []
		return lstatSync(folder).isSymbolicLink() ? ['--symlink', `usr${realpathSync(folder).replace(/^\/usr/, '')}`, folder] : ['--ro-bind', folder, folder]
	})
	const files = etc.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`])
	return ['--ro-bind', '/usr', '/usr', ...top, ...files]
}

/** Each tool folder with the libraries beside it; never its parent as a whole, which may hold credentials (`~/.cargo`). */
function toolchains(own: NodeJS.ProcessEnv, hidden: readonly string[]): string[] {
	const folders = toolFolders(own).filter((folder) => !/^\/(usr|bin|sbin)(\/|$)/.test(folder) && isFolder(folder))
	const withLibraries = folders.flatMap((folder) => (path.basename(folder) === 'bin' ? [folder, ...['lib', 'libexec', 'include'].map((name) => path.join(folder, '..', name)).filter(isFolder)] : [folder]))
	return withLibraries.filter((folder) => !hidden.some((secret) => contains(folder, secret) || contains(secret, folder))).flatMap((folder) => ['--ro-bind-try', folder, folder])
}

function project({ mode, root, hidden }: Profile): string[] {
	const bind = mode === 'project' ? '--bind' : '--ro-bind'
	// A link is followed: what it names inside the project is what needs the lock, and nothing outside is there to write to.
	const locked = guarded.map((name) => path.join(root, name)).filter((file) => existsSync(file)).map((file) => realpathSync(file)).filter((file) => contains(root, file))
	const covered = hidden.filter((secret) => contains(root, secret) && existsSync(secret))
	return [
		bind,
		root,
		root,
		...locked.flatMap((file) => ['--ro-bind', file, file]),
		...covered.flatMap((secret) => (isFolder(secret) ? ['--tmpfs', secret] : ['--ro-bind', '/dev/null', secret])),
	]
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
