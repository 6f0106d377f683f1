import type { Static } from '@drydock/contract'
import { confirmed } from '@drydock/editor-kit/confirmed.ts'
import { Button } from '@drydock/ui'
import { asFault, toast, useApi, useRefresh } from '@drydock/web-kit'
import { changeWhitelist, explainCommand, getWhitelist, shellCapabilities, type Suggestion } from '../contract.ts'

/** Rules for what was approved again and again. */
export function Suggestions({ items }: { items: readonly Static<typeof Suggestion>[] }) {
	const api = useApi()
	const refresh = useRefresh()

	async function handleAdd({ text, kind, cwd }: Static<typeof Suggestion>) {
		try {
			await confirmed((confirm) => api.send(changeWhitelist, { ...(kind === 'prefix' ? { add: [text] } : { exact: [text] }), scope: 'project', cwd, confirm }), { title: 'Run without asking?' })
			await refresh(getWhitelist, explainCommand, shellCapabilities)
		} catch (error) {
			toast({ kind: 'error', message: `Add failed: ${asFault(error).message}` })
		}
	}

	return (
		<section aria-labelledby="shell-policy-suggestions">
			<h2 id="shell-policy-suggestions">Suggested</h2>
			<ul className="ShellPolicyPane-rows">
				{items.map((item) => (
					<li key={`${item.cwd} ${item.text}`}>
						<code>{item.text}</code>
						<span className="ShellPolicyPane-note">
							{item.kind === 'exact' ? 'exactly, ' : ''}approved {item.times} times in {item.cwd}
						</span>
						<Button isSmall onClick={() => void handleAdd(item)}>
							Allow in that project
						</Button>
					</li>
				))}
			</ul>
		</section>
	)
}
