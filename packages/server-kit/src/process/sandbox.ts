import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { limitWords } from './limits.ts'
import type { Profile } from './profile.ts'

/** The home folder inside: empty, in memory. */
export const sandboxHome = '/home/drydock'

const isolation = ['--unshare-user', '--unshare-all', '--disable-userns', '--die-with-parent', '--cap-drop', 'ALL', '--hostname', 'sandbox']

const kernelFolders = ['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev']

// Read when programs start or resolve names and certificates. Nothing else of /etc is needed to build and test.
const etc = ['alternatives', 'ca-certificates', 'ca-certificates.conf', 'group', 'hosts', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'mime.types', 'nsswitch.conf', 'passwd', 'pki', 'profile', 'protocols', 'services', 'shells', 'ssl', 'timezone']

interface Inside {
	command: readonly string[]
	/** More of bubblewrap's words. */
	more?: readonly string[]
}

/**
 * The arguments of bubblewrap for a command: no network, no capability, a process table of its own, /usr instead of /, and of the
 * user's files the project alone (SECURITY §2.5). The whole of `.git` is read-only: hooks and config are not the only files in it
 * through which a later git command of the user runs code (`commondir` is another).
 */
export function sandboxArguments(profile: Profile, { more = [], command }: Inside): string[] {
	const { limits, toolchains, programs, cwd } = profile
	return [
		...isolation,
		...system(),
		...kernelFolders,
		...scratch('/tmp', '1777', limits.scratchBytes),
		...scratch(sandboxHome, '0700', limits.scratchBytes),
		...toolchains.flatMap((folder) => ['--ro-bind-try', folder, folder]),
		...project(profile),
		...programs.flatMap((file) => ['--ro-bind', file, file]),
		...more,
		'--remount-ro',
		'/',
		'--chdir',
		cwd,
		'--',
		...limitWords(limits),
		...command,
	]
}

const scratch = (folder: string, permissions: string, bytes: number) => ['--perms', permissions, '--size', String(bytes), '--tmpfs', folder]

function system(): string[] {
	const top = ['/bin', '/sbin', '/lib', '/lib64', '/lib32', '/libx32'].flatMap((folder) => {
		if (!existsSync(folder)) return []
		return lstatSync(folder).isSymbolicLink() ? ['--symlink', `usr${realpathSync(folder).replace(/^\/usr/, '')}`, folder] : ['--ro-bind', folder, folder]
	})
	const files = etc.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`])
	return ['--ro-bind', '/usr', '/usr', ...top, ...files]
}

function project({ mode, root, guarded, hidden }: Profile): string[] {
	return [
		mode === 'read-only' ? '--ro-bind' : '--bind',
		root,
		root,
		...guarded.flatMap((file) => ['--ro-bind', file, file]),
		...hidden.flatMap((secret) => (statSync(secret).isDirectory() ? ['--tmpfs', secret] : ['--ro-bind', '/dev/null', secret])),
	]
}
