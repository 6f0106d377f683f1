import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { Records } from '../records/index.ts'
import type { Settings } from '../settings/index.ts'
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
/** A row of the pane; a script of 20,000 characters is recognised by its beginning. */
const longestReject = 2000
const rejectsKey = 'shell.rejects'

/** The rules people added, kept in the store. */
export interface RuleBook {
	/** Those that count in a project and, of a run, its own. */
	inForce(where: { root: string; task?: string }): Promise<Rule[]>
	list(): Promise<KeptRule[]>
	/** Adding what is there already does nothing. */
	add(rules: readonly StoredRule[]): Promise<void>
	remove(ids: readonly string[]): Promise<void>
	/** Notes what was turned down, for the next server too; each command once. */
	noteReject(cmd: string, reason: string): Promise<void>
	/** Newest first. */
	rejects(): Promise<Reject[]>
}

/** Where nothing is kept, the built-in rules are all there are. */
export const noRules: RuleBook = { inForce: async () => [], list: async () => [], add: async () => {}, remove: async () => {}, noteReject: async () => {}, rejects: async () => [] }

export function createRuleBook({ records, settings, clock, redact }: { records: Records; settings: Settings; clock: Clock; redact(text: string): string }): RuleBook {
	const collection = records.of<StoredRule>('shell-rule', 'rule')
	let known: Promise<KeptRule[]> | undefined
	let rejects: Promise<Reject[]> | undefined

	async function read(): Promise<KeptRule[]> {
		try {
			return (await collection.list()).map(({ id, value, created_at }) => ({ ...value, id, created_at }))
		} catch (error) {
			known = undefined
			throw error
		}
	}
	const list = () => (known ??= read())
	const recent = () => (rejects ??= readKept())

	async function readKept(): Promise<Reject[]> {
		try {
			return readRejects(await settings.get(rejectsKey))
		} catch (error) {
			rejects = undefined
			throw error
		}
	}

	/** One after the other, so that none is lost between reading and writing. */
	async function note(reject: Reject): Promise<Reject[]> {
		const before = await recent().catch(() => [])
		return [reject, ...before.filter(({ cmd }) => cmd !== reject.cmd)].slice(0, mostRejects)
	}

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
		async noteReject(cmd, reason) {
			const now = (rejects = note({ cmd: redact(visible(cmd.trim())).slice(0, longestReject), at: clock.now(), reason: redact(reason) }))
			// A disk that is full shows itself elsewhere; what was turned down stays turned down.
			await settings.set(rejectsKey, await now).catch(() => undefined)
		},
		// A secret may have become known since.
		rejects: async () => (await recent()).map((reject) => ({ ...reject, cmd: redact(reject.cmd), reason: redact(reject.reason) })),
	}
}

const keyOf = (rule: StoredRule | KeptRule) => `${rule.scope} ${rule.target ?? ''} ${ruleText(rule)}`

function readRejects(kept: unknown): Reject[] {
	const isReject = (entry: unknown): entry is Reject => typeof entry === 'object' && entry !== null && 'cmd' in entry && typeof entry.cmd === 'string' && 'at' in entry && typeof entry.at === 'number' && 'reason' in entry && typeof entry.reason === 'string'
	return Array.isArray(kept) ? kept.filter(isReject) : []
}
