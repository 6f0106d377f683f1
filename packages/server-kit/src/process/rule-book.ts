import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { Records } from '../records/index.ts'
import { ruleText, type Rule, type RuleScope } from './rules.ts'
import { visible } from './visible.ts'

/** A rule that a person added. */
export interface StoredRule {
	words: string[]
	kind: Rule['kind']
	scope: RuleScope
	/** The project folder or the id of the run, for rules of these scopes. */
	target?: string
}

interface KeptRule extends Rule {
	id: string
	scope: RuleScope
	target?: string
	created_at: number
}

/** A command that was not run unasked. */
interface Reject {
	cmd: string
	/** Epoch milliseconds. */
	at: number
	reason: string
}

/** Every command is compared with each of them. */
const mostRules = 500
/** spec: recent rejects */
const mostRejects = 10

/** The rules people added, kept in the store. */
export interface RuleBook {
	/** Those that count in a project and, of a run, its own. */
	inForce(where: { root: string; task?: string }): Promise<Rule[]>
	list(): Promise<KeptRule[]>
	/** Adding what is there already does nothing. */
	add(rules: readonly StoredRule[]): Promise<void>
	remove(ids: readonly string[]): Promise<void>
	/** Notes what was turned down; newest first, each command once. */
	noteReject(cmd: string, reason: string): void
	rejects(): Reject[]
}

/** Where nothing is kept, the built-in rules are all there are. */
export const noRules: RuleBook = { inForce: async () => [], list: async () => [], add: async () => {}, remove: async () => {}, noteReject: () => {}, rejects: () => [] }

export function createRuleBook({ records, clock, redact }: { records: Records; clock: Clock; redact(text: string): string }): RuleBook {
	const collection = records.of<StoredRule>('shell-rule', 'rule')
	let known: Promise<KeptRule[]> | undefined
	let rejects: Reject[] = []

	async function read(): Promise<KeptRule[]> {
		try {
			return (await collection.list()).map(({ id, value, created_at }) => ({ ...value, id, created_at }))
		} catch (error) {
			known = undefined
			throw error
		}
	}
	const list = () => (known ??= read())

	return {
		list,
		async inForce({ root, task }) {
			const holds = ({ scope, target }: KeptRule) => scope === 'me' || (target !== undefined && target === (scope === 'project' ? root : task))
			return (await list()).filter(holds)
		},
		async add(rules) {
			const there = new Set((await list()).map(keyOf))
			const fresh = rules.filter((rule) => !there.has(keyOf(rule)))
			if (there.size + fresh.length > mostRules) throw new DrydockError(409, 'shell_policy.full', `There are ${mostRules} rules already`, { hint: 'Remove some that are no longer needed.' })
			for (const rule of fresh) await collection.add(rule)
			known = undefined
		},
		async remove(ids) {
			for (const id of ids) await collection.remove(id)
			known = undefined
		},
		noteReject(cmd, reason) {
			const shown = redact(visible(cmd.trim()))
			rejects = [{ cmd: shown, at: clock.now(), reason }, ...rejects.filter((reject) => reject.cmd !== shown)].slice(0, mostRejects)
		},
		rejects: () => rejects,
	}
}

const keyOf = (rule: StoredRule | KeptRule) => `${rule.scope} ${rule.target ?? ''} ${ruleText(rule)}`
