import hostile from '../cases/shell-bash.json' with { type: 'json' }
import { judgeLine } from '../policy.ts'
import { builtInRules, prefixRule } from '../rules.ts'
import { randomFrom } from './random.ts'
import { rewritten } from './rewrites.ts'

const place = { cwd: '/srv/project', root: '/srv/project' }
/** Innocent lines: their harm lies in the repository's configuration, of which nothing runs. */
const innocent = new Set(['SH-063', 'SH-064', 'SH-066'])
const cases = hostile.filter(({ id }) => !innocent.has(id))

/** Rewrites of hostile commands that would run unasked although their first words are on the list; there must be none. */
export async function letThrough(seed: number, count: number): Promise<string[]> {
	const random = randomFrom(seed)
	const through: string[] = []
	for (let turn = 0; turn < count; turn++) {
		const one = cases[random.below(cases.length)]
		if (!one) break
		const line = rewritten(random, one.cmd)
		const rules = [...builtInRules, prefixRule(one.allow.split(' ')), prefixRule([one.cmd.split(' ', 1)[0] ?? ''])]
		if ((await judgeLine(line, { ...place, rules })).decision === 'allow') through.push(`${one.id}: ${line}`)
	}
	return through
}
