import { gitCommands } from './git-programs.ts'

/** The options of a program, by how they are spelled. */
export interface OptionNames {
	/** Single letters that take no value and may be joined (`-la`). */
	letters?: string
	/** Single letters whose value follows, joined or as the next word. */
	valueLetters?: string
	/** Whole options without a value. */
	options?: readonly string[]
	/** Whole options with a value: `--name=value`, or the next word. */
	valueOptions?: readonly string[]
	/** Whole options whose value only follows an equals sign. */
	joinedOptions?: readonly string[]
	/** Whether `-50` is a number of lines. */
	takesCount?: boolean
}

/** What a program may be given without asking. Whatever is not listed, abbreviated options included, asks. */
export interface Program extends OptionNames {
	/** What comes after the options. Paths must lie inside the project. */
	operands: 'none' | 'paths' | 'words' | 'pattern, then paths'
	/** More than these would mean something else. */
	mostOperands?: number
	/** Options after which there is no pattern. */
	withoutPattern?: readonly string[]
	/** What the first operand has to look like. */
	firstOperand?: RegExp
	/** At least one option: a bare call would do something else. */
	needsOption?: boolean
	/** Its arguments are an expression: `--` ends no options. */
	isExpression?: boolean
	/** Words put before the others, which switch off what a repository could make it run. */
	safeguard?: readonly string[]
}

const grepLike = { operands: 'pattern, then paths', takesCount: true } as const

const shown = (...options: string[]): Program => ({ options, operands: 'none', needsOption: true })

/**
 * Programs that only read and only what their operands name. npm, sort -o, xargs and every interpreter are missing on purpose:
 * a repository's own configuration or another word can make them run something (SECURITY §0.3, §2.4).
 */
export const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
	...[...gitCommands].map(([name, program]) => [`git ${name}`, program] as const),
	['ls', { letters: '1aAbBcCdfFghHiklLmnNopqQrRsStuUvxXZ', options: ['--all', '--almost-all', '--human-readable', '--recursive', '--reverse', '--directory', '--inode', '--size', '--full-time', '--group-directories-first', '--color=never', '--color=auto', '--color=always', '--color'], operands: 'paths' }],
	['cat', { letters: 'AbeEnstTuv', options: ['--number', '--show-all', '--show-ends', '--show-tabs', '--squeeze-blank'], operands: 'paths' }],
	['head', { letters: 'qvz', valueLetters: 'nc', valueOptions: ['--lines', '--bytes'], options: ['--quiet', '--verbose'], takesCount: true, operands: 'paths' }],
	['tail', { letters: 'qvz', valueLetters: 'nc', valueOptions: ['--lines', '--bytes'], options: ['--quiet', '--verbose'], takesCount: true, operands: 'paths' }],
	['wc', { letters: 'lwcmL', options: ['--lines', '--words', '--bytes', '--chars', '--max-line-length'], operands: 'paths' }],
	['nl', { letters: 'p', valueLetters: 'bnwsv', operands: 'paths' }],
	['cmp', { letters: 'bls', operands: 'paths' }],
	['diff', { letters: 'uqrNwbBiayts', valueLetters: 'U', options: ['--brief', '--recursive', '--unified', '--color=never'], operands: 'paths' }],
	['du', { letters: 'achksbmx', valueLetters: 'd', valueOptions: ['--max-depth'], operands: 'paths' }],
	['stat', { letters: 'Lt', valueLetters: 'c', operands: 'paths' }],
	['realpath', { letters: 'eLms', operands: 'paths' }],
	['basename', { operands: 'words' }],
	['dirname', { operands: 'words' }],
	['pwd', { letters: 'LP', operands: 'none' }],
	['true', { operands: 'none' }],
	['false', { operands: 'none' }],
	['whoami', { operands: 'none' }],
	['uname', { letters: 'asnrvmpio', operands: 'none' }],
	['echo', { letters: 'neE', operands: 'words' }],
	['which', { letters: 'a', operands: 'words' }],
	['node', shown('--version', '-v')],
	['npm', shown('--version', '-v')],
	['python3', shown('--version', '-V')],
	['python', shown('--version', '-V')],
	['git', shown('--version')],
	['sort', { letters: 'bdfghinrRsuVzMc', valueLetters: 'kt', options: ['--numeric-sort', '--reverse', '--unique', '--human-numeric-sort', '--version-sort', '--ignore-case', '--check', '--stable'], valueOptions: ['--key', '--field-separator'], operands: 'paths' }],
	// A second operand would be written.
	['uniq', { letters: 'cdDiuz', valueLetters: 'fsw', options: ['--count', '--repeated', '--unique', '--ignore-case'], operands: 'paths', mostOperands: 1 }],
	['cut', { letters: 'snz', valueLetters: 'bcdf', options: ['--complement', '--only-delimited'], valueOptions: ['--bytes', '--characters', '--delimiter', '--fields', '--output-delimiter'], operands: 'paths' }],
	['tr', { letters: 'cCdst', operands: 'words', mostOperands: 2 }],
	['comm', { letters: '123z', options: ['--check-order', '--nocheck-order'], operands: 'paths' }],
	['paste', { letters: 'sz', valueLetters: 'd', operands: 'paths' }],
	['fold', { letters: 'bs', valueLetters: 'w', operands: 'paths' }],
	['rev', { operands: 'paths' }],
	['tac', { operands: 'paths' }],
	['od', { letters: 'abcdfiloxv', valueLetters: 'AjNt', operands: 'paths' }],
	['sha256sum', { letters: 'btz', operands: 'paths' }],
	['sha1sum', { letters: 'btz', operands: 'paths' }],
	['md5sum', { letters: 'btz', operands: 'paths' }],
	['file', { letters: 'bhikLr0', options: ['--brief', '--mime', '--mime-type', '--mime-encoding'], operands: 'paths' }],
	['tree', { letters: 'adfilpsugDhnNQ', valueLetters: 'LIP', options: ['--dirsfirst', '--du', '--noreport'], operands: 'paths' }],
	['readlink', { letters: 'fem', operands: 'paths' }],
	['df', { letters: 'ahikTP', operands: 'paths' }],
	['date', { letters: 'Ru', options: ['--utc', '--iso-8601', '--rfc-email'], operands: 'pattern, then paths', firstOperand: /^(\+.*)?$/, mostOperands: 1 }],
	['seq', { letters: 'w', valueLetters: 'sf', operands: 'words', mostOperands: 3 }],
	['id', { letters: 'ugnGr', operands: 'none' }],
	['nproc', { options: ['--all'], operands: 'none' }],
	['sed', { letters: 'nEsu', options: ['--quiet'], operands: 'pattern, then paths', firstOperand: /^(\d+|\$)(,(\d+|\$))?p$/ }],
	[
		'find',
		{
			options: ['-print', '-empty', '-not', '-prune', '-a', '-o', '-and', '-or', '-mount', '-xdev', '-readable', '-print0'],
			isExpression: true,
			valueOptions: ['-name', '-iname', '-type', '-maxdepth', '-mindepth', '-path', '-ipath', '-wholename', '-size', '-mtime', '-mmin', '-regex'],
			operands: 'paths',
		},
	],
	[
		'grep',
		{
			...grepLike,
			letters: 'aEFGHIhLPRTUZbcilnoqrsvwxz',
			valueLetters: 'ABCem',
			options: ['--recursive', '--ignore-case', '--line-number', '--count', '--files-with-matches', '--files-without-match', '--only-matching', '--word-regexp', '--invert-match', '--fixed-strings', '--extended-regexp', '--color=never', '--no-messages'],
			valueOptions: ['--include', '--exclude', '--exclude-dir', '--max-count', '--context', '--after-context', '--before-context', '--regexp'],
			withoutPattern: ['-e', '--regexp'],
		},
	],
	[
		'rg',
		{
			...grepLike,
			letters: 'acFhHiIlLnNopPqsSuUvwx0',
			valueLetters: 'ABCegmtTrd',
			options: ['--files', '--hidden', '--no-ignore', '--ignore-case', '--smart-case', '--line-number', '--no-line-number', '--count', '--files-with-matches', '--files-without-match', '--only-matching', '--word-regexp', '--invert-match', '--fixed-strings', '--no-heading', '--heading', '--json', '--stats', '--multiline', '--vimgrep', '--type-list', '--color=never'],
			valueOptions: ['--glob', '--iglob', '--type', '--type-not', '--max-count', '--max-depth', '--context', '--after-context', '--before-context', '--regexp', '--sort', '--replace', '--max-columns'],
			withoutPattern: ['-e', '--regexp', '--files', '--type-list'],
		},
	],
])
