import { agoText, Badge, Dialog, EmptyState, ErrorState, IconButton, Skeleton, useNow, type Tone } from '@drydock/ui'
import { History } from '@drydock/ui/icons'
import { useCall } from '@drydock/web-kit'
import { useState } from 'react'
import { listRuns } from '../contract.ts'

const tones: Record<string, Tone> = { queued: 'running', running: 'running', awaiting_approval: 'attention', done: 'good', failed: 'bad', cancelled: 'neutral' }
const words: Record<string, string> = { queued: 'starting', running: 'running', awaiting_approval: 'needs you', done: 'done', failed: 'failed', cancelled: 'stopped' }
const mostListed = 100

/** Every run so far, newest first. */
export function RunHistory({ current, onSelect }: { current: string | undefined; onSelect(id: string): void }) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<IconButton label="History" icon={<History />} onClick={() => setIsOpen(true)} />
			{isOpen && (
				<Dialog title="Runs" size="medium" onClose={() => setIsOpen(false)}>
					<RunList
						current={current}
						onSelect={(id) => {
							setIsOpen(false)
							onSelect(id)
						}}
					/>
				</Dialog>
			)}
		</>
	)
}

function RunList({ current, onSelect }: { current: string | undefined; onSelect(id: string): void }) {
	const now = useNow(60_000)
	const { data, error, refetch } = useCall(listRuns, { limit: mostListed })
	if (error) return <ErrorState title="The runs could not be read" error={error} onRetry={() => void refetch()} />
	if (!data) return <Skeleton />
	if (data.items.length === 0) return <EmptyState title="No runs yet">What you ask Maestro to do is kept here.</EmptyState>
	return (
		<ul className="RunList">
			{data.items.map(({ task_id, title, status, created_at, cwd }) => (
				<li key={task_id}>
					<button type="button" className="RunList-item" aria-current={task_id === current || undefined} onClick={() => onSelect(task_id)}>
						<span className="RunList-title">{title}</span>
						<Badge tone={tones[status]}>{words[status]}</Badge>
						<span className="RunList-facts">
							<code>{cwd}</code> <time dateTime={new Date(created_at).toISOString()}>{agoText(created_at, now)}</time>
						</span>
					</button>
				</li>
			))}
		</ul>
	)
}
