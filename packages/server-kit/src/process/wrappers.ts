import { readOption } from './arguments.ts'
import type { OptionNames } from './programs.ts'

/** A program that runs another one and changes only how. */
interface Wrapper extends OptionNames {
	/** What has to stand before the command. */
	before?: RegExp
}

/** What these start is judged as if it stood alone. */
const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
	['timeout', { letters: 'v', valueLetters: 'ks', options: ['--foreground', '--preserve-status', '--verbose'], valueOptions: ['--kill-after', '--signal'], before: /^\d+(\.\d+)?[smhd]?$/ }],
	['nice', { valueLetters: 'n', valueOptions: ['--adjustment'], takesCount: true }],
	['stdbuf', { valueLetters: 'ioe', valueOptions: ['--input', '--output', '--error'] }],
	// Without assignments and options: the first word that is left must be a program.
	['env', {}],
])

/** Why the first words of these say nothing about what runs. */
const starters: ReadonlyMap<string, string> = new Map([
	...kind('a shell, which runs whatever it is given', 'bash sh dash zsh fish ksh mksh csh tcsh ash busybox pwsh powershell cmd wsl rbash toybox'),
	...kind('an interpreter, which runs whatever it is given', 'python python2 python3 pypy pypy3 perl ruby lua luajit php awk gawk mawk nawk sed node nodejs deno bun tsx ts-node Rscript julia osascript tclsh expect groovy scala kotlin jshell java dotnet ghci irb gdb lldb sqlite3 psql mysql jq yq vi vim nvim nano emacs ed ex less more man m4 bc dc'),
	...kind('a wrapper, which runs another program', 'env timeout nice ionice chrt taskset stdbuf nohup setsid time xargs parallel sudo doas su runuser setpriv unshare nsenter chroot bwrap firejail strace ltrace script watch entr ssh scp rsync docker podman kubectl flock find fd tar zip unzip cpio systemd-run at batch crontab command exec builtin eval source trap'),
	...kind('a runner of what the project itself says', 'make gmake cmake ninja bazel npm npx pnpm pnpx yarn bunx corepack pip pip3 pipx uv uvx poetry pytest tox nox cargo go mvn gradle gradlew rake bundle gem composer just task tsc eslint prettier jest vitest mocha webpack vite rollup ctags'),
])

function kind(what: string, names: string): [string, string][] {
	return names.split(' ').map((name) => [name, what])
}

/** What a program is, if its first words cannot be a rule. */
export function starterKind(name: string): string | undefined {
	return starters.get(name)
}

type Unwrapped = { wrapping: string[][]; words: string[] } | { problem: string }

/** Takes the wrappers off a command: each with its own words, and the command that is left. */
export function unwrap(words: readonly string[]): Unwrapped {
	const wrapping: string[][] = []
	let rest = [...words]
	for (;;) {
		const [name = ''] = rest
		const wrapper = wrappers.get(name)
		if (!wrapper) return { wrapping, words: rest }
		const length = lengthOf(wrapper, rest)
		if (length === undefined || length >= rest.length) return { problem: `${name} runs another program, and how is not clear` }
		wrapping.push(rest.slice(0, length))
		rest = rest.slice(length)
	}
}

/** How many words belong to the wrapper itself. */
function lengthOf(wrapper: Wrapper, words: readonly string[]): number | undefined {
	let at = 1
	for (; words[at]?.startsWith('-'); at++) {
		const option = readOption(wrapper, words[at] ?? '')
		if (!option) return undefined
		if (option.wantsValue) at++
	}
	if (!wrapper.before) return at
	return wrapper.before.test(words[at] ?? '') ? at + 1 : undefined
}
