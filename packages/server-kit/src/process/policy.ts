import { createHash } from 'node:crypto'
import type { RunnerName } from '@drydock/contract'
import { objection } from './arguments.ts'
import { systemPath } from './environment.ts'
import { findProgram } from './locate.ts'
import { longestLine, readLine, type Operator } from './read-line.ts'
import { builtInRules, findSchema, matchingRule, ruleText, whyNotListed, type Rule } from './rules.ts'
import { visible } from './visible.ts'
import { unwrap } from './wrappers.ts'

/** What an approval card shows: exactly what would run, where, and a hash to which the approval is bound. */
export interface ApprovalCard {
	/** The line with every control, invisible and direction-changing character made visible. */
	text: string
	cwd: string
	/** SHA-256 over the line and the folder. */
	hash: string
}

/** What may run unasked, as `run` takes it: words, never the line again. */
export interface AllowedCommand {
	argv: string[]
	/** Every program in it is known to read only: the project is not writable. */
	isReadOnly: boolean
	/** Nothing that the repository's configuration names may start. */
	usesGit: boolean
}

/** One command of a line: its words, and what was decided of it. */
export interface Part {
	words: string[]
	/** What stands before it. */
	operator?: Operator
	/** The rule that covers it. */
	rule?: Rule
	/** Why it asks. */
	problem?: string
}

export interface Verdict {
	decision: 'allow' | 'ask' | 'deny'
	/** A clause for people, to be read after "because". */
	reason: string
	/** With `allow`: what to run. */
	command?: AllowedCommand
	/** The line as it was read, if it could be. */
	parts: Part[]
	card: ApprovalCard
}

export interface Judged {
	cwd: string
	/** The project folder. */
	root: string
	/** Which shell would read the line; default bash. */
	runner?: RunnerName
	/** The rules in force; one for first words only counts for programs whose options are known. */
	rules?: readonly Rule[]
	/** Where programs of exact rules may lie; those of the others lie in the system's folders. */
	toolFolders?: readonly string[]
}

/** Decides on a command line by its parsed words; whatever is not known to be harmless asks (SECURITY §4, "Sound policy"). */
export async function judgeLine(line: string, { cwd, root, runner = 'bash', rules = builtInRules, toolFolders = systemPath }: Judged): Promise<Verdict> {
	const card = approvalCard(line, cwd)
	const deny = (reason: string): Verdict => ({ decision: 'deny', reason, parts: [], card })
	const ask = (reason: string, parts: Part[] = []): Verdict => ({ decision: 'ask', reason, parts, card })
	if (line.trim() === '') return deny('the command is empty')
	if (line.includes('\0')) return deny('a command cannot hold a NUL character')
	if (line.length > longestLine) return deny(`a command of more than ${longestLine} characters cannot be reviewed: put it into a script file`)
	if (runner !== 'bash') return ask(`Drydock cannot read the language of ${runner}, so nothing runs there unasked`)
	const reading = await readLine(line)
	if (!reading.ok) return ask(reading.reason)
	const parts: Part[] = []
	const starts: Start[] = []
	for (const [index, words] of reading.commands.entries()) {
		const { start, ...part } = judgeCommand(words, { cwd, root, rules, toolFolders })
		parts.push({ ...part, operator: reading.operators[index - 1] })
		if (start) starts.push(start)
	}
	const problem = parts.find((part) => part.problem !== undefined)?.problem
	if (problem !== undefined) return ask(problem, parts)
	const command: AllowedCommand = {
		argv: joined(starts, reading.operators),
		isReadOnly: parts.every(({ rule }) => rule?.kind === 'prefix'),
		usesGit: starts.some(({ program }) => program === 'git'),
	}
	const named = [...new Set(parts.flatMap(({ rule }) => (rule ? [`"${ruleText(rule)}"`] : [])))]
	return { decision: 'allow', reason: `${named.join(', ')} ${named.length > 1 ? 'are' : 'is'} on the list`, command, parts, card }
}

/** How an allowed command is started; `program` is the one whose options are known. */
interface Start {
	argv: string[]
	program?: string
}

function judgeCommand(words: string[], { cwd, root, rules, toolFolders }: Required<Omit<Judged, 'runner'>>): Part & { start?: Start } {
	const ask = (problem: string, rule?: Rule): Part => ({ words, problem, rule })
	const whole = matchingRule(rules, words)
	const unwrapped = whole?.kind === 'exact' ? { wrapping: [], words } : unwrap(words)
	if ('problem' in unwrapped) return ask(unwrapped.problem)
	const [name = '', ...rest] = unwrapped.words
	const rule = whole?.kind === 'exact' ? whole : matchingRule(rules, unwrapped.words)
	if (!rule) return ask(whyNotListed(unwrapped.words))
	const file = findProgram(name, rule.kind === 'exact' ? toolFolders : systemPath, root)
	if (rule.kind === 'exact') return file ? { words, rule, start: { argv: [file, ...rest] } } : ask(`${name} is not installed`, rule)
	const known = findSchema(name, rest)
	if (!known) return ask(`the options of ${name} are not known`, rule)
	const problem = objection(known.program, known.words, { cwd, root })
	if (problem) return ask(problem, rule)
	if (!file) return ask(`${name} is not installed in a system folder`, rule)
	const wrapping = unwrapped.wrapping.map(([wrapper = '', ...own]) => [findProgram(wrapper, systemPath, root), ...own])
	const missing = wrapping.findIndex(([wrapper]) => wrapper === undefined)
	if (missing >= 0) return ask(`${unwrapped.wrapping[missing]?.[0]} is not installed in a system folder`, rule)
	return { words, rule, start: { argv: [...wrapping.flat().map(String), file, ...known.lead, ...(known.program.safeguard ?? []), ...known.words], program: name } }
}

/** One command as its words; several through bash, each word quoted and each program by its file, so that nothing is left to read. */
function joined(starts: readonly Start[], operators: readonly Operator[]): string[] {
	const [first] = starts
	if (starts.length === 1 && first) return first.argv
	const line = starts.map(({ argv }, index) => `${index > 0 ? ` ${operators[index - 1]} ` : ''}${argv.map(alwaysQuoted).join(' ')}`).join('')
	return ['/usr/bin/bash', '--norc', '--noprofile', '-c', line]
}

const alwaysQuoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

export function approvalCard(line: string, cwd: string): ApprovalCard {
	return { text: visible(line), cwd: visible(cwd), hash: createHash('sha256').update(JSON.stringify([line, cwd])).digest('hex') }
}
