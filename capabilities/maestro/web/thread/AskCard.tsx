import { ActionDetails, Button, Countdown, Kbd, TextInput } from '@drydock/ui'
import { ShieldQuestionMark } from '@drydock/ui/icons'
import { findCommand, runCommand, useSend } from '@drydock/web-kit'
import { useId, useState, type KeyboardEvent } from 'react'
import { decideApproval, listApprovals } from '../../../approvals/contract.ts'
import type { Ask } from '../run/view.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { useCardFocus } from './use-card-focus.ts'
import './AskCard.css'

/** What waits for a person, in the place where it came up. */
export function AskCard({ ask, task }: { ask: Ask; task: string }) {
	const { mutate, isPending, error, variables } = useSend(decideApproval, { refresh: [listApprovals] })
	const decide = (allow: boolean, reason: string) => mutate({ task_id: task, action_id: ask.id, allow, ...(reason.trim() !== '' && { reason: reason.trim() }) })
	// Somebody else decided, or it expired: the log says how, in a moment.
	const problem = error && error.code !== 'not_pending' ? (error.code === 'unknown' ? 'approvals/decide failed' : error.message) : undefined
	const shared = { ask, task, problem, busy: isPending ? (variables.allow ? ('allow' as const) : ('reject' as const)) : undefined, onDecide: decide }
	return ask.action === 'ask' ? <QuestionCard {...shared} /> : <ApprovalCard {...shared} />
}

export interface AskCardProps {
	ask: Ask
	task: string
	problem: string | undefined
	busy: 'allow' | 'reject' | undefined
	onDecide(allow: boolean, reason: string): void
}

function ApprovalCard({ ask, task, problem, busy, onDecide }: AskCardProps) {
	const [reason, setReason] = useState('')
	const id = useId()
	const card = useCardFocus<HTMLDivElement>(busy !== undefined)
	function handleKey(event: KeyboardEvent) {
		if (event.altKey || event.ctrlKey || event.metaKey || isInput(event.target) || busy) return
		const key = event.key.toLowerCase()
		if (key !== 'a' && key !== 'r') return
		event.preventDefault()
		onDecide(key === 'a', reason)
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons work in the whole card
		<div ref={card} className="AskCard" role="group" aria-labelledby={id} tabIndex={0} data-ask={ask.id} onKeyDown={handleKey}>
			<p className="AskCard-title" id={id}>
				<ShieldQuestionMark />
				<span>{ask.message}</span>
				<span className="AskCard-expiry">
					<Countdown until={ask.expiresAt} />
				</span>
			</p>
			<ActionDetails metadata={ask.metadata} />
			{problem && <p role="alert" className="AskCard-problem">{problem}</p>}
			<div className="AskCard-actions">
				<Button variant="primary" isSmall isBusy={busy === 'allow'} disabled={busy !== undefined} onClick={() => onDecide(true, reason)}>
					Approve <Kbd>A</Kbd>
				</Button>
				<Button isSmall isBusy={busy === 'reject'} disabled={busy !== undefined} onClick={() => onDecide(false, reason)}>
					Reject <Kbd>R</Kbd>
				</Button>
				{canBeRule(ask) && findCommand('shell-policy.rule') && (
					<Button isSmall variant="quiet" disabled={busy !== undefined} onClick={() => void runCommand('shell-policy.rule', { cmd: ask.metadata['command'], cwd: ask.metadata['cwd'], task, action: ask.id })}>
						Make a rule…
					</Button>
				)}
				<TextInput className="AskCard-reason" aria-label="Reason, told to the agent" placeholder="Reason, told to the agent (optional)" maxLength={10_000} value={reason} onChange={(event) => setReason(event.target.value)} />
			</div>
		</div>
	)
}

/** What asks for its effect on a copy asks whatever the rules say. */
const canBeRule = ({ action, metadata }: Ask) => action === 'run' && metadata['effect'] === undefined

/** Not instanceof: an element of a popout has that window's classes. */
function isInput(target: EventTarget): boolean {
	return 'tagName' in target && target.tagName === 'INPUT'
}
