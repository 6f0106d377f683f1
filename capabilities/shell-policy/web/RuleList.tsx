import type { Static } from '@drydock/contract'
import { askConfirm, Badge, Button, IconButton } from '@drydock/ui'
import { RotateCcw, Trash2 } from '@drydock/ui/icons'
import { toast, useSend } from '@drydock/web-kit'
import { changeWhitelist, explainCommand, getWhitelist, resetWhitelist, shellCapabilities, type Rule } from '../contract.ts'

const refresh = [getWhitelist, explainCommand, shellCapabilities]
const scopes = { run: 'one run', project: 'project', me: 'me' } as const

/** What people added; taking away needs no second word, since it only makes the policy stricter. */
export function RuleList({ rules }: { rules: readonly Static<typeof Rule>[] }) {
	const change = useSend(changeWhitelist, { refresh })
	const reset = useSend(resetWhitelist, { refresh })
	const tell = (what: string) => (error: Error) => toast({ kind: 'error', message: `${what}: ${error.message}` })

	async function handleReset() {
		if (await askConfirm({ title: 'Reset the allowlist?', body: `${rules.length} rules are removed. The built-in list stays.`, confirmLabel: 'Reset' })) reset.mutate({}, { onError: tell('Reset failed') })
	}

	return (
		<section aria-labelledby="shell-policy-dynamic">
			<div className="ShellPolicyPane-heading">
				<h2 id="shell-policy-dynamic">Dynamic Allowlist</h2>
				<Button isSmall icon={<RotateCcw />} isBusy={reset.isPending} disabled={rules.length === 0} onClick={() => void handleReset()}>
					Reset
				</Button>
			</div>
			{rules.length === 0 && <p className="ShellPolicyPane-note">No rules of your own: what is not built in asks.</p>}
			<ul className="ShellPolicyPane-rows">
				{rules.map(({ id, text, scope, target }) => (
					<li key={id}>
						<code>{text}</code>
						<span className="ShellPolicyPane-note">
							<Badge title={target}>{scopes[scope]}</Badge> {scope === 'project' && target}
						</span>
						<IconButton label={`Remove ${text}`} icon={<Trash2 />} onClick={() => change.mutate({ remove: [id] }, { onError: tell('Remove failed') })} />
					</li>
				))}
			</ul>
		</section>
	)
}

/** Everything that runs without asking in this folder. */
export function EffectiveList({ entries }: { entries: readonly string[] }) {
	return (
		<section aria-labelledby="shell-policy-effective">
			<h2 id="shell-policy-effective">Effective Allowlist</h2>
			<ul className="ShellPolicyPane-chips">
				{entries.map((entry) => (
					<li key={entry}>
						<code>{entry}</code>
					</li>
				))}
			</ul>
		</section>
	)
}
