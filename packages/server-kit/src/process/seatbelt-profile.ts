import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Profile } from './profile.ts'

/** A profile of macOS' sandbox: its text names no path of ours, so that no path needs escaping; they are its parameters. */
export interface SeatbeltProfile {
	text: string
	/** Words for `sandbox-exec`. */
	parameters: string[]
}

interface Surroundings {
	/** Home and temporary folder of this command. */
	scratch: string
	/** Of Drydock's proxy, for a command that may reach hosts. */
	port?: number
}

const inPrefix = ['bin', 'sbin', 'lib', 'libexec', 'include', 'share', 'opt', 'Cellar', 'Frameworks', 'etc/openssl@3', 'etc/ca-certificates']
/** What programs read to start; `system.sb`, which Apple keeps up with its releases, has the rest. Of `/usr/local` not all: on Intel Macs databases lie in its `var`. */
const system = [
	...['bin', 'sbin', 'lib', 'libexec', 'share', 'include'].map((name) => `/usr/${name}`),
	...['/usr/local', '/opt/homebrew'].flatMap((prefix) => inPrefix.map((name) => `${prefix}/${name}`)),
	'/bin', '/sbin', '/System/Library', '/System/Cryptexes', '/System/Volumes/Preboot/Cryptexes', '/Library/Apple', '/Library/Developer', '/Library/Frameworks', '/Library/Java', '/Applications/Xcode.app', '/Library/Preferences/com.apple.dt.Xcode.plist',
	...['hosts', 'group', 'localtime', 'passwd', 'paths', 'paths.d', 'profile', 'protocols', 'services', 'shells', 'ssl'].map((name) => `/private/etc/${name}`),
	'/private/var/select', '/private/var/db/timezone', '/private/var/db/xcode_select_link',
]

// Facts about the machine that runtimes ask for at their start. Not `kern.proc…`, which tells words and variables of other programs.
const facts = ['hw.', 'machdep.cpu.', 'kern.os', 'kern.version', 'kern.hostname', 'kern.argmax', 'kern.maxfilesperproc', 'kern.ngroups', 'kern.usrstack64', 'kern.secure_kernel', 'vm.loadavg', 'sysctl.proc_cputype']
const services = ['com.apple.system.opendirectoryd.libinfo', 'com.apple.system.opendirectoryd.membership', 'com.apple.system.notification_center', 'com.apple.system.logger', 'com.apple.logd', 'com.apple.bsd.dirhelper']
const readable = 'file-read* file-map-executable process-exec'

/**
 * Makes a run's profile into one of macOS: everything is refused but what is listed, and of what was said later counts. Hard links
 * are refused with all else that is not listed, since a link would make a guarded file writable under another name.
 */
export function seatbeltProfile({ mode, root, toolchains, programs, guarded, hidden }: Profile, { scratch, port }: Surroundings): SeatbeltProfile {
	const parameters: string[] = []
	const filters = (kind: 'subpath' | 'literal', role: string, files: readonly string[]) => [...new Set(files.map(real))].map((file, at) => {
		parameters.push('-D', `${role}_${at}=${file}`)
		return `(${kind} (param "${role}_${at}"))`
	})
	const fixed = (kind: string, names: readonly string[]) => names.map((name) => `(${kind} ${JSON.stringify(name)})`)
	const mine = mode === 'project' ? [scratch, root] : [scratch]
	const kept = mode === 'project' ? guarded : []
	const rules: [string, string[]][] = [
		['allow process-fork', []],
		['allow signal', ['(target same-sandbox)']],
		['allow process-info*', ['(target same-sandbox)']],
		['allow ipc-posix-sem', []],
		['allow sysctl-read', fixed('sysctl-name-prefix', facts)],
		['allow mach-lookup', fixed('global-name', services)],
		['allow file-read-metadata', ['(vnode-type DIRECTORY)']],
		['allow file-read*', fixed('literal', ['/', '/dev/random', '/dev/urandom'])],
		['allow file-read* file-write-data', fixed('literal', ['/dev/null', '/dev/zero'])],
		[`allow ${readable}`, fixed('subpath', system)],
		[`allow ${readable}`, filters('subpath', 'READ', [root, ...toolchains, ...programs])],
		[`allow file-write* ${readable}`, filters('subpath', 'WRITE', mine)],
		['deny file-write*', filters('subpath', 'KEEP', kept)],
		[`deny file-write* ${readable}`, filters('subpath', 'HIDE', hidden)],
		// Nor may it be moved away together with the folder it is in.
		['deny file-write-unlink file-write-create', [...filters('subpath', 'STAY', [...kept, ...hidden]), ...filters('literal', 'ABOVE', [...kept, ...hidden].flatMap((file) => above(file, root)))]],
		['allow network-outbound', port === undefined ? [] : [`(remote ip "localhost:${port}")`]],
	]
	const bare = new Set(['allow process-fork', 'allow ipc-posix-sem'])
	// A rule without a filter would hold for everything.
	const lines = rules.filter(([what, which]) => which.length > 0 || bare.has(what)).map(([what, which]) => `(${[what, ...which].join(' ')})`)
	return { text: ['(version 1)', '(deny default)', '(import "system.sb")', ...lines].join('\n'), parameters }
}

/** The folders around a file, the root included. */
function above(file: string, root: string): string[] {
	const parent = path.dirname(file)
	return parent === root || !parent.startsWith(root) ? [root] : [parent, ...above(parent, root)]
}

/** As the disk spells it: macOS compares with that, whatever upper or lower case a name was written in. */
function real(file: string): string {
	try {
		return realpathSync.native(file)
	} catch {
		return file
	}
}
