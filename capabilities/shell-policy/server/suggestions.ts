import type { Kernel } from '@drydock/server-kit'
import { readLine } from '@drydock/server-kit/process/read-line.ts'
import { prefixRefusal, ruleText } from '@drydock/server-kit/process/rules.ts'
import { suggestPrefix } from '../contract.ts'

/** Fewer are chance. */
const fewestTimes = 2
const mostSuggestions = 8

interface Suggestion {
	text: string
	kind: 'prefix' | 'exact'
	times: number
	cwd: string
}

/** Rules for what people allowed again and again: for its first words where these say what it does, else for exactly the command. */
export async function suggestRules({ tasks, processes }: Kernel): Promise<Suggestion[]> {
	const approved = await tasks.approvals.list({ status: 'approved' })
	const known = new Set((await processes.rules.list()).map(ruleText))
	const counted = new Map<string, Suggestion>()
	for (const { action, metadata } of approved) {
		const { command, cwd } = metadata
		if (action !== 'run' || typeof command !== 'string' || typeof cwd !== 'string') continue
		const suggestion = await suggest(command)
		if (!suggestion || known.has(suggestion.kind === 'exact' ? `${suggestion.text} (exactly)` : suggestion.text)) continue
		const key = `${suggestion.kind} ${cwd} ${suggestion.text}`
		counted.set(key, { ...suggestion, cwd, times: (counted.get(key)?.times ?? 0) + 1 })
	}
	return [...counted.values()].filter(({ times }) => times >= fewestTimes).toSorted((a, b) => b.times - a.times).slice(0, mostSuggestions)
}

async function suggest(command: string): Promise<Pick<Suggestion, 'text' | 'kind'> | undefined> {
	const reading = await readLine(command)
	const [words, ...more] = reading.ok ? reading.commands : []
	if (!words || more.length > 0) return undefined
	const prefix = suggestPrefix(command)
	const isPrefixGood = prefixRefusal(prefix.split(' ')) === undefined
	return isPrefixGood ? { text: prefix, kind: 'prefix' } : { text: ruleText({ words, kind: 'prefix' }), kind: 'exact' }
}
