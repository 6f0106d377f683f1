import { Button } from '@drydock/ui'
import { toast } from '@drydock/web-kit'
import { invalidSuggestion, isPrefix, suggestPrefix } from '../contract.ts'

interface Reject {
	cmd: string
	/** Epoch seconds. */
	at: number
	reason: string
}

/** spec/3 §2: the last ten commands that were not run unasked, whoever asked. */
export function Rejects({ items, onTry, onSuggest }: { items: readonly Reject[]; onTry(cmd: string): void; onSuggest(cmd: string): void }) {
	function handleSuggest(cmd: string) {
		if (isPrefix(suggestPrefix(cmd))) onSuggest(cmd)
		else toast({ kind: 'error', message: invalidSuggestion })
	}
	return (
		<section aria-labelledby="shell-policy-rejects">
			<h2 id="shell-policy-rejects">Recent Rejects</h2>
			{items.length === 0 && <p className="ShellPolicyPane-note">Nothing was held back yet.</p>}
			<ul className="ShellPolicyPane-rows">
				{items.map(({ cmd, at, reason }) => (
					<li key={cmd}>
						<code>{cmd}</code>
						<span className="ShellPolicyPane-note">
							<time dateTime={new Date(at * 1000).toISOString()}>{new Date(at * 1000).toLocaleTimeString()}</time>: {reason}
						</span>
						<Button isSmall aria-label={`Try ${cmd}`} onClick={() => onTry(cmd)}>
							Try
						</Button>
						<Button isSmall aria-label={`Suggest prefix for ${cmd}`} onClick={() => handleSuggest(cmd)}>
							Suggest prefix
						</Button>
					</li>
				))}
			</ul>
		</section>
	)
}
