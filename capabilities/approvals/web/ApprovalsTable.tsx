import type { Static } from '@drydock/contract'
import { ActionDetails, Badge, Button, Countdown, ExactText, IconButton, TextInput, type Tone } from '@drydock/ui'
import { ChevronRight } from '@drydock/ui/icons'
import { findCommand, runCommand, useSend } from '@drydock/web-kit'
import { useState, type KeyboardEvent } from 'react'
import { commitApproval, listApprovals, type ApprovalItem } from '../contract.ts'

type Item = Static<typeof ApprovalItem>

const tones: Record<Item['status'], Tone> = { pending: 'attention', approved: 'good', rejected: 'bad', expired: 'neutral' }
const idShown = 8
const columns = ['ID', 'Task', 'Agent', 'Stage', 'Action', 'Status', 'Created', 'Actions']

/** A row for each item; a row has the focus, A approves and R rejects, Enter unfolds. */
export function ApprovalsTable({ items }: { items: readonly Item[] }) {
	return (
		<table className="ApprovalsTable">
			<thead>
				<tr>
					{columns.map((column) => (
						<th key={column} scope="col">
							{column}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{items.map((item) => (
					<Row key={item.approval_id} item={item} />
				))}
			</tbody>
		</table>
	)
}

function Row({ item }: { item: Item }) {
	const { approval_id, task_id, agent, stage, action, status, created_at, expires_at, message } = item
	const [choice, setChoice] = useState<boolean>()
	const [reason, setReason] = useState('')
	const { mutate, isPending, error, variables } = useSend(commitApproval, { refresh: [listApprovals] })
	const isDecidable = status === 'pending' && !isPending
	// What would be allowed is seen before it is allowed.
	const isOpen = choice ?? status === 'pending'
	const decide = (decision: 'approve' | 'reject') => mutate({ approval_id, decision, ...(reason.trim() !== '' && { reason: reason.trim() }) })

	function handleKey(event: KeyboardEvent<HTMLTableRowElement>) {
		if (event.altKey || event.ctrlKey || event.metaKey || ('tagName' in event.target && event.target.tagName === 'INPUT')) return
		const key = event.key.toLowerCase()
		if (isDecidable && (key === 'a' || key === 'r')) decide(key === 'a' ? 'approve' : 'reject')
		else if (key === 'enter' && event.target === event.currentTarget) setChoice(!isOpen)
		else if (key === 'arrowdown' || key === 'arrowup') move(event.currentTarget, key === 'arrowdown' ? 'nextElementSibling' : 'previousElementSibling')
		else return
		event.preventDefault()
	}

	return (
		<>
			<tr tabIndex={0} className="ApprovalsTable-row" aria-label={message} onKeyDown={handleKey}>
				<td>
					<span className="ApprovalsTable-id">
						<IconButton label={isOpen ? 'Hide details' : 'Show details'} icon={<ChevronRight className={isOpen ? 'ApprovalsTable-open' : undefined} />} aria-expanded={isOpen} onClick={() => setChoice(!isOpen)} />
						<code title={approval_id}>{approval_id.slice(0, idShown)}</code>
					</span>
				</td>
				<td>
					<code title={task_id}>{task_id.slice(0, idShown)}</code>
				</td>
				<td>
					<ExactText text={agent} />
				</td>
				<td>{stage}</td>
				<td>
					<code>
						<ExactText text={action} />
					</code>
				</td>
				<td>
					<Badge tone={tones[status]}>{status}</Badge>
				</td>
				<td>
					<time dateTime={new Date(created_at * 1000).toISOString()}>{new Date(created_at * 1000).toLocaleString()}</time>
				</td>
				<td className="ApprovalsTable-actions">
					<Button isSmall disabled={!isDecidable} isBusy={isPending && variables.decision === 'approve'} onClick={() => decide('approve')}>
						Approve
					</Button>
					<Button isSmall disabled={!isDecidable} isBusy={isPending && variables.decision === 'reject'} onClick={() => decide('reject')}>
						Reject
					</Button>
				</td>
			</tr>
			{(isOpen || error) && (
				<tr className="ApprovalsTable-more">
					<td colSpan={columns.length}>
						{error && <p role="alert">{commitError(error)}</p>}
						{isOpen && (
							<>
								<p className="ApprovalsTable-message">
									<ExactText text={message} keepLines />
									{status === 'pending' && (
										<span className="ApprovalsTable-expiry">
											<Countdown until={expires_at * 1000} />
										</span>
									)}
								</p>
								<ActionDetails metadata={item.metadata} />
								{status === 'pending' && (
									<TextInput aria-label="Reason, told to the agent" placeholder={action === 'ask' ? 'Your answer' : 'Reason, told to the agent (optional)'} maxLength={10_000} value={reason} onChange={(event) => setReason(event.target.value)} />
								)}
								{status === 'pending' && action === 'run' && item.metadata['effect'] === undefined && findCommand('shell-policy.rule') && (
									<Button isSmall disabled={isPending} onClick={() => void runCommand('shell-policy.rule', { cmd: item.metadata['command'], cwd: item.metadata['cwd'], task: task_id, action: approval_id })}>
										Make a rule…
									</Button>
								)}
								{status !== 'pending' && <Decision {...item} />}
							</>
						)}
					</td>
				</tr>
			)}
		</>
	)
}

function Decision({ status, decided_by, decided_at, reason }: Item) {
	if (decided_at === undefined) return undefined
	return (
		<p className="ApprovalsTable-decision">
			{status} by {decided_by ?? 'nobody'}, {new Date(decided_at * 1000).toLocaleString()}
			{reason ? `: ${reason}` : ''}
		</p>
	)
}

/** Detail rows lie between the rows. */
function move(row: HTMLElement, way: 'nextElementSibling' | 'previousElementSibling') {
	let next = row[way]
	while (next && !next.classList.contains('ApprovalsTable-row')) next = next[way]
	if (next && 'focus' in next && typeof next.focus === 'function') next.focus()
}

/** spec/3 §8. */
function commitError({ status, code, message }: { status: number; code: string; message: string }): string {
	return code === 'unknown' ? `Commit failed (${status})` : message
}
