import os from 'node:os'
import { serve, type Kernel } from '@drydock/server-kit'
import { builtInRules, ruleText } from '@drydock/server-kit/process/rules.ts'
import * as contract from '../contract.ts'
import { readChange } from './change.ts'
import { dropEnded, requireLive } from './runs.ts'
import { suggestRules } from './suggestions.ts'

/** A few names, for a line that says what the list is like. */
const sampleSize = 12

export default serve(contract, (kernel) => {
	const { processes, confirmations, options } = kernel
	const { rules } = processes
	const rootOf = (cwd = options.roots[0] ?? '/sandbox') => processes.locate(cwd).root

	async function whitelist({ cwd, task }: { cwd?: string; task?: string }) {
		const [kept, inForce, rejects, suggestions] = await Promise.all([rules.list(), rules.inForce({ root: rootOf(cwd), task }), rules.rejects(), suggestRules(kernel)])
		return {
			ok: true,
			dynamic: [...new Set(kept.map(ruleText))],
			effective: effective(inForce),
			rules: kept.map((rule) => ({ id: rule.id, text: ruleText(rule), kind: rule.kind, scope: rule.scope, target: rule.target, created_at: rule.created_at / 1000 })),
			rejects: rejects.map(({ at, ...reject }) => ({ ...reject, at: at / 1000 })),
			suggestions,
		}
	}

	return {
		getWhitelist: whitelist,
		async changeWhitelist({ cwd, task, confirm, ...input }, { caller }) {
			const change = await readChange(input, { rootOf: () => rootOf(cwd), task })
			if (change.asks !== undefined) confirmations.require(`shell.rules ${caller.session} ${JSON.stringify(change.rules)}`, confirm, change.asks)
			change.refuse()
			if (change.rules.length > 0) {
				if (input.scope === 'run') await requireLive(kernel, task ?? '')
				await dropEnded(kernel)
				await rules.add(change.rules)
			}
			const gone = new Set(input.remove ?? [])
			await rules.remove((await rules.list()).filter((rule) => gone.has(rule.id) || gone.has(ruleText(rule))).map(({ id }) => id))
			return whitelist({ cwd, task })
		},
		async resetWhitelist() {
			await rules.remove((await rules.list()).map(({ id }) => id))
			return whitelist({})
		},
		async explainCommand({ cmd, cwd = options.roots[0] ?? '/sandbox', runner, task }) {
			const { decision, reason, parts, card, command } = await processes.judge(cmd, { cwd, runner, task })
			const shown = parts.map(({ words, operator, rule, problem }) => ({ words, operator, rule: rule && { text: ruleText(rule), scope: rule.scope }, problem }))
			return { ok: true, decision, reason, text: card.text, parts: shown, read_only: command?.isReadOnly ?? false }
		},
		shellCapabilities: ({ cwd }) => capabilities(kernel, rootOf(cwd)),
	}
})

const effective = (inForce: readonly Parameters<typeof ruleText>[0][]) => [...new Set([...inForce, ...builtInRules].map(ruleText))]

async function capabilities({ processes }: Kernel, root: string) {
	const allowlist = effective(await processes.rules.inForce({ root }))
	const { sandbox, reason } = await processes.capability()
	return { ok: true, indexParallelThreads: os.availableParallelism(), allowlistSize: allowlist.length, allowlist, allowlistSample: allowlist.slice(0, sampleSize), sandbox, sandbox_error: sandbox ? null : (reason ?? null) }
}
