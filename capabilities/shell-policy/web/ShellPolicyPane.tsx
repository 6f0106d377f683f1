import { ErrorState, PaneBody, Skeleton } from '@drydock/ui'
import { useCall, usePaneTab, useProject } from '@drydock/web-kit'
import { useState } from 'react'
import { getWhitelist, suggestPrefix } from '../contract.ts'
import { AddRule, type Draft } from './AddRule.tsx'
import { CapabilitiesLine } from './CapabilitiesLine.tsx'
import { Rejects } from './Rejects.tsx'
import { EffectiveList, RuleList } from './RuleList.tsx'
import { Suggestions } from './Suggestions.tsx'
import { TryCommand } from './TryCommand.tsx'
import './ShellPolicyPane.css'

/** spec/3 §2, Shell Policy: what runs without asking, for whom, and why. */
export default function ShellPolicyPane() {
	const { cwd } = useProject()
	const { config } = usePaneTab()
	const [cmd, setCmd] = useState(typeof config['cmd'] === 'string' ? config['cmd'] : '')
	const [draft, setDraft] = useState<Draft>({ text: '', kind: 'prefix', scope: 'project', task: '' })
	const { data, error, refetch } = useCall(getWhitelist, { cwd }, { keepPrevious: true, onFocus: true })
	return (
		<PaneBody label="Shell Policy" header={<CapabilitiesLine cwd={cwd} />}>
			<div className="ShellPolicyPane">
				<section aria-labelledby="shell-policy-try">
					<h2 id="shell-policy-try">Try a Command</h2>
					<TryCommand cmd={cmd} onCmd={setCmd} onAllow={(rule) => setDraft({ ...draft, ...rule })} />
				</section>
				<section aria-labelledby="shell-policy-add">
					<h2 id="shell-policy-add">Add Prefix</h2>
					<AddRule draft={draft} onDraft={setDraft} cwd={cwd} />
				</section>
				{error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
				{!error && !data && <Skeleton />}
				{data && (
					<>
						{data.suggestions.length > 0 && <Suggestions items={data.suggestions} />}
						<Rejects items={data.rejects} onTry={setCmd} onSuggest={(rejected) => setDraft({ ...draft, text: suggestPrefix(rejected), kind: 'prefix' })} />
						<RuleList rules={data.rules} />
						<EffectiveList entries={data.effective} />
					</>
				)}
			</div>
		</PaneBody>
	)
}
