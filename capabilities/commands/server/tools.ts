import { systemPath } from '@drydock/server-kit/process/environment.ts'
import { findProgram } from '@drydock/server-kit/process/locate.ts'

/** A tool that commands often need. */
export interface KnownTool {
	/** Words that print its version; nothing of the project is read for it, since they run in an empty folder. */
	version?: readonly string[]
	/** The package of the distribution; without one the tool is not offered to be installed. */
	package?: string
	/** How it is installed otherwise. */
	install?: string
}

export const knownTools: Record<string, Record<string, KnownTool>> = {
	Shells: { bash: { package: 'bash' }, sh: { version: [] }, zsh: { package: 'zsh' }, pwsh: {} },
	'Version control': { git: { package: 'git' }, gh: { package: 'gh' } },
	JavaScript: { node: { package: 'nodejs' }, npm: { package: 'npm' }, pnpm: { install: 'npm install --global pnpm' }, yarn: { install: 'npm install --global yarn' }, bun: { install: 'npm install --global bun' }, deno: { install: 'npm install --global deno' } },
	Python: { python3: { package: 'python3' }, pip3: { package: 'python3-pip' }, uv: { install: 'pip3 install uv' }, poetry: { install: 'pip3 install poetry' }, pytest: { package: 'python3-pytest' } },
	'Other languages': { go: { version: ['version'], package: 'golang' }, cargo: { package: 'cargo' }, rustc: { package: 'rustc' }, java: { version: ['-version'], package: 'default-jdk' }, gcc: { package: 'gcc' }, ruby: { package: 'ruby' }, php: { package: 'php-cli' } },
	Tools: { make: { package: 'make' }, cmake: { package: 'cmake' }, rg: { package: 'ripgrep' }, jq: { package: 'jq' }, curl: { package: 'curl' }, sqlite3: { package: 'sqlite3' }, docker: {} },
}

const managers = [
	{ name: 'apt-get', words: 'apt-get install -y' },
	{ name: 'dnf', words: 'dnf install -y' },
	{ name: 'pacman', words: 'pacman -S' },
	{ name: 'apk', words: 'apk add' },
	{ name: 'brew', words: 'brew install' },
] as const

/** The command that would install a tool on this machine, to be copied. */
export function fixFor(tool: KnownTool): string | undefined {
	if (tool.install !== undefined) return tool.install
	const manager = managers.find(({ name }) => findProgram(name, [...systemPath, '/opt/homebrew/bin'], '/nonexistent'))
	if (tool.package === undefined || !manager) return undefined
	const asRoot = process.getuid?.() === 0 || manager.words.startsWith('brew') ? '' : 'sudo '
	return `${asRoot}${manager.words} ${tool.package}`
}
