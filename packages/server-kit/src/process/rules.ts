import { objection } from './arguments.ts'
import { programs, type Program } from './programs.ts'
import { starterKind } from './wrappers.ts'

/** Whom a rule holds for. `built-in`: everybody, and it cannot be taken away. */
export type RuleScope = 'run' | 'project' | 'me'

/** A command that runs without asking. */
export interface Rule {
	words: readonly string[]
	/** `prefix`: these words and any arguments that are known to be harmless. `exact`: these words and no other, whatever they do. */
	kind: 'prefix' | 'exact'
	scope: RuleScope | 'built-in'
}

export const prefixRule = (words: readonly string[], scope: Rule['scope'] = 'me'): Rule => ({ words, kind: 'prefix', scope })

/** What runs without asking although nobody said so. */
export const builtInRules: readonly Rule[] = [...programs.keys()].map((name) => prefixRule(name === 'git' ? ['git', '--version'] : name.split(' '), 'built-in'))

/** A rule as people write it. */
export const ruleText = ({ words, kind }: Pick<Rule, 'words' | 'kind'>): string => `${words.map(quoted).join(' ')}${kind === 'exact' ? ' (exactly)' : ''}`

/** A word as a shell reads it back. */
export function quoted(word: string): string {
	return /^[\w@%+=:,./^-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** The first rule that covers a command; one for exactly it comes before one for its first words. */
export function matchingRule(rules: readonly Rule[], words: readonly string[]): Rule | undefined {
	const covers = (rule: Rule) => rule.words.length > 0 && rule.words.every((word, at) => word === words[at])
	return rules.find((rule) => rule.kind === 'exact' && rule.words.length === words.length && covers(rule)) ?? rules.find((rule) => rule.kind === 'prefix' && covers(rule))
}

/** Why these first words cannot be a rule: they would not say what runs. */
export function prefixRefusal(words: readonly string[]): string | undefined {
	const [name = '', ...rest] = words
	const kind = starterKind(name)
	const isFamily = familyOf(name) !== undefined
	const known = findSchema(name, rest)
	if (known && !(known.program.needsOption && known.words.length === 0)) {
		const problem = objection(known.program, known.words, nowhere)
		if (problem === undefined) return undefined
		if (!known.program.needsOption) return `it never runs unasked (${problem})`
	}
	if (isFamily) return rest.length === 0 ? `${name} does many things: say which, such as "${familyOf(name)}"` : `what ${name} ${rest[0]} does depends on more than its words`
	return kind === undefined ? `the options of ${name} are not known, so its first words do not say what it does` : `${name} is ${kind}`
}

/** What is known of a program, and of its words those that this is about: `git log` has options of its own. */
export function findSchema(name: string, words: readonly string[]): { program: Program; lead: string[]; words: readonly string[] } | undefined {
	const [sub = '', ...rest] = words
	const own = programs.get(`${name} ${sub}`)
	if (own) return { program: own, lead: [sub], words: rest }
	const program = programs.get(name)
	return program && { program, lead: [], words }
}

// A rule holds in every folder: of its words only the spelling counts.
const nowhere = { cwd: '/', root: '/' }
/** Why a command that no rule covers asks. */
export function whyNotListed([name = '', sub = '']: readonly string[]): string {
	if (familyOf(name) !== undefined) return `${name} ${sub}`.trimEnd() + ` is not among the ${name} commands that only read`
	const kind = starterKind(name)
	return kind === undefined ? `${name} is not on the list of commands that run without asking` : `${name} is ${kind}`
}

const familyOf = (name: string) => [...programs.keys()].find((key) => key.startsWith(`${name} `))
