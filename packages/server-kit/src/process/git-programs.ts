import type { Program } from './programs.ts'

// What a diff of a repository could run: an external program, a converter, git itself inside a submodule.
const diffSafeguard = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'] as const

const diffOptions = ['--stat', '--numstat', '--shortstat', '--name-only', '--name-status', '--summary', '--patch', '--patch-with-stat', '--raw', '--no-patch', '--no-color', '--color=never', '--word-diff', '--color-words', '--ignore-all-space', '--ignore-space-change', '--ignore-blank-lines', '--check', '--no-renames', '--find-renames', '--minimal', '--patience', '--histogram', '--relative', '--full-index', '--exit-code'] as const
const diffValues = ['--unified', '--diff-filter', '--stat-width'] as const
const formats = ['--format', '--pretty'] as const
const logOptions = ['--oneline', '--graph', '--all', '--decorate', '--no-decorate', '--abbrev-commit', '--reverse', '--merges', '--no-merges', '--first-parent', '--follow', '--branches', '--tags', '--remotes', '--decorate=short', '--date-order', '--topo-order', '--left-right', '--cherry-pick'] as const
const logValues = ['--max-count', '--skip', '--since', '--until', '--after', '--before', '--author', '--committer', '--grep', '--date'] as const

/**
 * The commands of git that only read. They run with everything emptied that a repository's configuration could start
 * (`git-environment.ts`) and with the words of `safeguard`; whatever is not here asks (SECURITY §0.3).
 */
export const gitCommands: ReadonlyMap<string, Program> = new Map<string, Program>([
	['status', { letters: 'sbvz', options: ['-u', '-uno', '-unormal', '-uall', '--short', '--branch', '--long', '--porcelain', '--porcelain=v1', '--porcelain=v2', '--show-stash', '--ignored', '--untracked-files', '--no-renames', '--ahead-behind', '--no-ahead-behind'], joinedOptions: ['--untracked-files'], operands: 'paths', safeguard: ['--ignore-submodules=all'] }],
	['diff', { letters: 'pubwRzs', valueLetters: 'USG', options: [...diffOptions, '--cached', '--staged', '--merge-base', '--quiet'], valueOptions: diffValues, operands: 'paths', safeguard: diffSafeguard }],
	['log', { letters: 'pubwzis', valueLetters: 'nUSG', takesCount: true, options: [...diffOptions, ...logOptions], valueOptions: [...diffValues, ...logValues], joinedOptions: formats, operands: 'paths', safeguard: diffSafeguard }],
	['show', { letters: 'pubwzs', valueLetters: 'U', options: [...diffOptions, ...logOptions], valueOptions: [...diffValues, '--date'], joinedOptions: formats, operands: 'paths', safeguard: diffSafeguard }],
	['branch', { letters: 'arv', options: ['--show-current', '--all', '--remotes', '--list', '--verbose', '--no-color', '--no-abbrev'], operands: 'none' }],
	['tag', { letters: 'l', options: ['--list', '--no-column'], operands: 'none' }],
	['rev-parse', { options: ['--abbrev-ref', '--show-toplevel', '--show-prefix', '--short', '--verify', '--quiet', '--is-inside-work-tree', '--git-dir', '--symbolic-full-name'], operands: 'words' }],
	['ls-files', { letters: 'cdmosuz', options: ['--cached', '--deleted', '--modified', '--others', '--stage', '--unmerged', '--exclude-standard', '--ignored', '--full-name', '--error-unmatch'], operands: 'paths' }],
	['shortlog', { letters: 'sne', options: ['--summary', '--numbered', '--email', '--no-merges'], operands: 'paths', mostOperands: 1 }],
	['rev-list', { takesCount: true, options: ['--count', '--all', '--left-right'], valueOptions: ['--max-count', '--since', '--until'], operands: 'paths' }],
])
