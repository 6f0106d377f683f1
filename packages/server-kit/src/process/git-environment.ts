import type { RunResult } from './run-sandboxed.ts'

// A project has a handful (LFS, notebooks); more is an attempt to hide one.
const filtersLimit = 200

// A repository's config can run programs: nothing of it is used that does. The sandbox holds what slips through: read-only, no network.
const safeSettings: Record<string, string> = {
	'core.fsmonitor': 'false',
	'core.hooksPath': '/dev/null',
	'core.pager': 'cat',
	'core.askPass': 'true',
	'core.editor': 'true',
	'core.sshCommand': 'false',
	'core.alternateRefsCommand': 'true',
	'core.untrackedCache': 'false',
	'credential.helper': '',
	'diff.external': '',
	'diff.ignoreSubmodules': 'all',
	'diff.submodule': 'short',
	'gpg.program': 'false',
	'gpg.openpgp.program': 'false',
	'gpg.ssh.program': 'false',
	'gpg.x509.program': 'false',
	'log.showSignature': 'false',
	'protocol.allow': 'never',
	'safe.bareRepository': 'explicit',
	'safe.directory': '*',
	'status.submoduleSummary': 'false',
	'submodule.recurse': 'false',
}
const fixed = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_PAGER: 'cat', LC_ALL: 'C.UTF-8' }

// Only lists names, which runs nothing.
const look = "git rev-parse --show-prefix || exit 1; printf '\\0'; git config -z --name-only --list"

/** Runs a line of bash with these variables, in the read-only sandbox. */
type RunGitLine = (line: string, env: Record<string, string>) => Promise<Pick<RunResult, 'code' | 'stdout' | 'stderr' | 'truncated'>>

type GitSurroundings = { env: Record<string, string>; prefix: string } | { problem: string }

/** The variables under which git starts nothing that the repository's configuration names, and where the folder lies in the repository. */
export async function gitSurroundings(run: RunGitLine): Promise<GitSurroundings> {
	const seen = await run(look, variables(safeSettings))
	if (seen.code !== 0) return { problem: seen.stderr.trim().split('\n', 1)[0] || 'git failed' }
	const [prefix = '', ...keys] = seen.stdout.split('\0')
	const filters = filterKeys(keys)
	if (seen.truncated || filters.length > filtersLimit) return { problem: 'The configuration of this repository is too large to be read safely.' }
	const emptied = Object.fromEntries(filters.map((key) => [key, key.endsWith('.required') ? 'false' : '']))
	return { env: variables({ ...safeSettings, ...emptied }), prefix: prefix.replace(/\n$/, '') }
}

/** Settings as variables, since a name may contain the `=` at which `-c` would split it. */
function variables(settings: Record<string, string>): Record<string, string> {
	const entries = Object.entries(settings)
	return { ...fixed, GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(entries.flatMap(([key, value], index) => [[`GIT_CONFIG_KEY_${index}`, key], [`GIT_CONFIG_VALUE_${index}`, value]])) }
}

/** Every program that a filter names, with `required` for those that must not fail without it. */
function filterKeys(keys: readonly string[]): string[] {
	const names = new Set(keys.flatMap((key) => /^filter\.(.+)\.[^.]+$/s.exec(key.trim())?.[1] ?? []))
	return [...names].flatMap((name) => ['clean', 'smudge', 'process', 'required'].map((word) => `filter.${name}.${word}`))
}
