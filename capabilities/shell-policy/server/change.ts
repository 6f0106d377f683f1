import { DrydockError } from '@drydock/contract'
import { readLine } from '@drydock/server-kit/process/read-line.ts'
import type { StoredRule } from '@drydock/server-kit/process/rule-book.ts'
import { prefixRefusal, ruleText } from '@drydock/server-kit/process/rules.ts'
import { invalidPrefix, isPrefix } from '../contract.ts'

interface Wanted {
	add?: readonly string[]
	exact?: readonly string[]
	scope?: StoredRule['scope']
}

export interface Change {
	rules: StoredRule[]
	/** What a person has to agree to; undefined when nothing is loosened. */
	asks?: string
	/** Throws for rules that would not say what runs. */
	refuse(): void
}

const whom = { run: 'in this run', project: 'in this project', me: 'in every project' } as const

/** Reads what is to be added as words; 400 for what is not a command of literal words. */
export async function readChange({ add = [], exact = [], scope = 'me' }: Wanted, { rootOf, task }: { rootOf(): string; task?: string }): Promise<Change> {
	if (add.some((text) => !isPrefix(text))) throw new DrydockError(400, 'validation', invalidPrefix)
	const target = scope === 'me' ? undefined : scope === 'project' ? rootOf() : task
	if (scope === 'run' && task === undefined) throw new DrydockError(400, 'validation', 'Say for which run the rule is')
	const common = { scope, ...(target !== undefined && { target }) }
	const rules: StoredRule[] = [
		...(await Promise.all(add.map(async (text) => ({ ...common, words: await wordsOf(text), kind: 'prefix' as const })))),
		...(await Promise.all(exact.map(async (text) => ({ ...common, words: await wordsOf(text), kind: 'exact' as const })))),
	]
	return {
		rules,
		asks: rules.length === 0 ? undefined : `Run ${rules.map((rule) => `"${ruleText(rule)}"`).join(', ')} without asking ${whom[scope]}? This holds for agents too.`,
		refuse() {
			for (const { words, kind } of rules) {
				const reason = kind === 'prefix' ? prefixRefusal(words) : undefined
				if (reason !== undefined) throw new DrydockError(400, 'shell_policy.refused', `"${words.join(' ')}" cannot be a prefix: ${reason}`, { hint: 'Allow one whole command instead: it then runs in exactly that spelling.' })
			}
		},
	}
}

async function wordsOf(text: string): Promise<string[]> {
	const reading = await readLine(text.trim())
	const [words, ...more] = reading.ok ? reading.commands : []
	if (words && more.length === 0) return words
	throw new DrydockError(400, 'validation', `"${text}" cannot be a rule: ${reading.ok ? 'it is more than one command' : reading.reason}`, { hint: 'A rule is one command of plain words.' })
}
