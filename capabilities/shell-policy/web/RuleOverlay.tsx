import { Banner, Dialog, Skeleton } from '@drydock/ui'
import { asFault, closeOverlay, toast, useCall, useOverlayInput, useSend } from '@drydock/web-kit'
import { useState } from 'react'
import { decideApproval, listApprovals } from '../../approvals/contract.ts'
import { explainCommand, suggestPrefix } from '../contract.ts'
import { AddRule, type Draft } from './AddRule.tsx'
import { Explanation } from './Explanation.tsx'
import { ruleOverlay } from './overlay.ts'
import './ShellPolicyPane.css'

/** A command that waits for approval becomes a rule, in this run before all; the approval is given with it. */
export default function RuleOverlay() {
	const input = useOverlayInput(ruleOverlay)
	const text = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
	const [cmd, cwd, task, action] = [text('cmd'), text('cwd'), text('task'), text('action')]
	const [draft, setDraft] = useState<Draft>({ text: cmd, kind: 'exact', scope: 'run', task })
	const { data, error } = useCall(explainCommand, { cmd, cwd, task })
	const decide = useSend(decideApproval, { refresh: [listApprovals] })
	const close = () => closeOverlay(ruleOverlay)

	/** Each kind begins with what it suggests for this command. */
	function handleDraft(next: Draft) {
		setDraft(next.kind === draft.kind ? next : { ...next, text: next.kind === 'prefix' ? suggestPrefix(cmd) : cmd })
	}

	function handleAdded() {
		close()
		decide.mutate(
			{ task_id: task, action_id: action, allow: true },
			{
				onError(cause) {
					const { code, message } = asFault(cause)
					if (code !== 'not_pending') toast({ kind: 'error', message: `The rule was added, but this command was not approved: ${message}` })
				},
			},
		)
	}

	const refusal = data && refusalOf(data)
	return (
		<Dialog title="Run commands like this without asking" size="medium" onClose={close}>
			{error && <Banner tone="bad">{error.message}</Banner>}
			{!data && !error && <Skeleton rows={3} />}
			{data && <Explanation of={data} />}
			{refusal !== undefined && <Banner tone="attention">{refusal}</Banner>}
			{!error && refusal === undefined && <AddRule draft={draft} onDraft={handleDraft} cwd={cwd} isForRun onAdded={handleAdded} />}
		</Dialog>
	)
}

/** Why no rule would save this question. */
function refusalOf({ decision, reason, parts }: { decision: string; reason: string; parts: readonly unknown[] }): string | undefined {
	if (decision === 'allow') return 'A rule covers it already: this run asks before every change, whatever the rules say.'
	if (parts.length === 1) return undefined
	return `A rule is one command of plain words. This cannot be one: ${parts.length > 1 ? 'it is more than one command' : reason}.`
}
