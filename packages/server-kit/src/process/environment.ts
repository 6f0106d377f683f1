import path from 'node:path'

/** Where programs that run unasked may come from. */
export const systemPath: readonly string[] = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

// Values are checked as well, since a locale or a time zone may name a file to read.
const passedOn: readonly [name: RegExp, value: RegExp][] = [
	[/^(LANG|LANGUAGE|LC_[A-Z]+)$/, /^[\w.@:-]{1,100}$/],
	[/^TZ$/, /^[\w+:-]+(\/[\w+-]+)*$/],
]

/**
 * The environment of a child: a short list of names that it needs, never ours minus some. Whatever a caller adds
 * has to be meant for exactly this child.
 */
export function childEnvironment(own: NodeJS.ProcessEnv, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
	const kept = Object.entries(own).filter(([name, value]) => value !== undefined && passedOn.some(([names, values]) => names.test(name) && values.test(value)))
	return { LANG: 'C.UTF-8', ...Object.fromEntries(kept.map(([name, value]) => [name, value ?? ''])), ...extra }
}

/** Folders of our PATH that a child may use: absolute, existing names of toolchains, not what a package manager put there for the time of a script. */
export function toolFolders(own: NodeJS.ProcessEnv): string[] {
	const folders = (own['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder) && !folder.includes('node_modules') && !folder.includes('\0'))
	return [...new Set([...folders.map((folder) => path.normalize(folder)), ...systemPath])]
}
