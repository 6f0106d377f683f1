/** What a program may be given without asking. Whatever is not listed, abbreviated options included, asks. */
export interface Program {
	/** Single letters that take no value and may be joined (`-la`). */
	letters?: string
	/** Single letters whose value follows, joined or as the next word. */
	valueLetters?: string
	/** Whole options without a value. */
	options?: readonly string[]
	/** Whole options with a value: `--name=value`, or the next word. */
	valueOptions?: readonly string[]
	/** Whether `-50` is a number of lines. */
	takesCount?: boolean
	/** What comes after the options. Paths must lie inside the project. */
	operands: 'none' | 'paths' | 'words' | 'pattern, then paths'
	/** Options after which there is no pattern. */
	withoutPattern?: readonly string[]
	/** What the first operand has to look like. */
	firstOperand?: RegExp
	/** At least this many options: a bare call would do something else. */
	needsOption?: boolean
}

const grepLike = { operands: 'pattern, then paths', takesCount: true } as const

/**
 * Programs that only read and only what their operands name. git, npm, sort -o, xargs and every interpreter are missing on purpose:
 * a repository's own configuration or another word can make them run something (SECURITY §0.3, §2.4).
 */
export const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
	['ls', { letters: '1aAbBcCdfFghHiklLmnNopqQrRsStuUvxXZ', options: ['--all', '--almost-all', '--human-readable', '--recursive', '--reverse', '--directory', '--inode', '--size', '--full-time', '--group-directories-first'], operands: 'paths' }],
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
	['node', { options: ['--version', '-v'], operands: 'none', needsOption: true }],
	['sed', { letters: 'nEsu', options: ['--quiet'], operands: 'pattern, then paths', firstOperand: /^\d+(,(\d+|\$))?p$/ }],
	[
		'find',
		{
			options: ['-print', '-empty', '-not', '-a', '-o', '-and', '-or', '-mount', '-xdev', '-readable', '-print0'],
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
