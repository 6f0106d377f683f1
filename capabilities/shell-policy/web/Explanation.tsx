import type { ReplyOf } from '@drydock/contract'
import { Badge, Button, ExactText, type Tone } from '@drydock/ui'
import type { explainCommand } from '../contract.ts'
import type { Draft } from './AddRule.tsx'

type Explained = ReplyOf<typeof explainCommand>

const tones: Record<Explained['decision'], Tone> = { allow: 'good', ask: 'attention', deny: 'bad' }
const says: Record<Explained['decision'], string> = { allow: 'Runs without asking', ask: 'Asks first', deny: 'Never runs' }

/** The words as the policy reads them, the rule that covers each command, and why. */
export function Explanation({ of: { decision, reason, text, parts, read_only }, onAllow }: { of: Explained; onAllow?(rule: Pick<Draft, 'text' | 'kind'>): void }) {
	const [only, ...more] = parts
	return (
		<div className="Explanation" role="status" aria-label="What the policy makes of it">
			<p>
				<Badge tone={tones[decision]}>{says[decision]}</Badge> because {reason}
				{read_only && '; the project cannot be written by it'}
			</p>
			{parts.length > 0 && (
				<ol className="Explanation-parts">
					{parts.map(({ words, operator, rule, problem }, index) => (
						<li key={index}>
							{operator !== undefined && <code className="Explanation-operator">{operator}</code>}
							<span className="Explanation-words">
								{words.map((word, at) => (
									<code key={at}>{word === '' ? '""' : <ExactText text={word} />}</code>
								))}
							</span>
							<span className="Explanation-why">
								{rule && (
									<>
										rule <code>{rule.text}</code> ({rule.scope})
									</>
								)}
								{problem !== undefined && (rule ? `, but ${problem}` : problem)}
							</span>
						</li>
					))}
				</ol>
			)}
			{parts.length === 0 && decision === 'ask' && (
				<pre tabIndex={0} aria-label="The command, exactly">
					{text}
				</pre>
			)}
			{onAllow && decision === 'ask' && only && more.length === 0 && (
				<Button isSmall onClick={() => onAllow({ text, kind: 'exact' })}>
					Allow exactly this…
				</Button>
			)}
		</div>
	)
}
