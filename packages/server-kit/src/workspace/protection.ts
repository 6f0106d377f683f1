import { DrydockError } from '@drydock/contract'
import { visible } from './names.ts'
import type { Author, Place } from './types.ts'

/** Why a path is special: `own` is never written through us, `git` only by a person, the others only after somebody said yes to exactly that. */
export interface Protection {
	kind: 'own' | 'git' | 'runs-code' | 'instructions' | 'secrets'
	sentence: string
}

type Rule = [kind: Protection['kind'], pattern: RegExp]

// Files that run code or change what agents and tools may do as soon as somebody opens, installs or builds (SECURITY: files that change policy ask).
// Matched against the folded path, names joined by "/".
const rules: Rule[] = [
	['own', /(^|\/)\.drydock(\/|$)/],
	['git', /(^|\/)\.git(\/|$)/],
	['runs-code', /(^|\/)\.(vscode|idea|devcontainer|husky|githooks|cargo|circleci|zed|fleet)(\/|$)/],
	['runs-code', /(^|\/)\.github\/(workflows|actions)(\/|$)/],
	['runs-code', /(^|\/)node_modules\/(.*\/)?\.bin(\/|$)/],
	['runs-code', /\.code-workspace$/],
	['runs-code', /(^|\/)(\.gitmodules|\.gitattributes|\.gitconfig|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.c?js|pip\.conf|\.pypirc|\.envrc|\.gitlab-ci\.yml|jenkinsfile|\.pre-commit-config\.yaml|\.bashrc|\.bash_profile|\.zshrc|\.profile|\.tool-versions|mise\.toml|\.mise\.toml)$/],
	['runs-code', /(^|\/)\.(pip|yarn|mvn|gradle)(\/|$)/],
	['instructions', /(^|\/)\.(claude|cursor|codex|gemini|continue|roo|clinerules|windsurf|aider[^/]*|agents|opencode)(\/|$)/],
	['instructions', /(^|\/)(\.mcp\.json|mcp\.json|agents\.md|agent\.md|claude\.md|claude\.local\.md|gemini\.md|\.cursorrules|\.windsurfrules|\.goosehints|copilot-instructions\.md)$/],
	['secrets', /(^|\/)\.env(\.(?!example|sample|template|dist)[^/]*)?$/],
	['secrets', /(^|\/)(\.netrc|\.git-credentials|id_(rsa|ed25519|ecdsa|dsa))$/],
	['secrets', /(^|\/)\.(ssh|gnupg|aws|kube|docker)(\/|$)/],
]

const sentences: Record<Protection['kind'], string> = {
	own: 'belongs to Drydock itself and cannot be written from here.',
	git: 'is inside the Git folder, where a change can run code or lose history.',
	'runs-code': 'can run code by itself when the project is opened, installed or built.',
	instructions: 'changes what agents are told or allowed to do.',
	secrets: 'usually holds secrets.',
}

// Characters that some file systems ignore when they compare names (the class of CVE-2014-9390).
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** A path as the most forgiving file system would read it: case, ignorable characters, trailing dots, NTFS streams and short names. */
export function foldedPath(path: string): string {
	return path.split(/[/\\]/).map(foldedName).filter((name) => name !== '').join('/')
}

function foldedName(name: string): string {
	const folded = name.normalize('NFKC').replace(ignorable, '').toLowerCase().replace(/:.*$/, '').replace(/[. ]+$/, '')
	if (/^git~\d+$/.test(folded)) return '.git'
	return /^drydoc~\d+$/.test(folded) ? '.drydock' : folded
}

/** Whether a path (from the project) is special, and why. */
export function protectionOf(path: string): Protection | undefined {
	const folded = foldedPath(path)
	const rule = rules.find(([, pattern]) => pattern.test(folded))
	return rule && { kind: rule[0], sentence: sentences[rule[0]] }
}

/** Drydock's own folder is written by nobody, the Git folder by people only. */
export function refuseProtected(place: Place, author: Author): void {
	const protection = protectionOf(place.relative)
	if (protection?.kind === 'own' || (protection?.kind === 'git' && author.kind !== 'user')) {
		throw new DrydockError(403, 'workspace.protected', `${visible(place.relative)} ${protection.sentence}`)
	}
}
