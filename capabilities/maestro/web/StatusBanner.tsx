import { Badge, Elapsed, IconButton, late, type Tone } from '@drydock/ui'
import { Plus, Shield } from '@drydock/ui/icons'
import { useState } from 'react'
import { stateOf, type RunState, type RunView } from './run/view.ts'
import { RunHistory } from './RunHistory.tsx'

const TouchesDialog = late(async () => ({ default: (await import('./TouchesDialog.tsx')).TouchesDialog }))

const words: Record<RunState, string> = { starting: 'Starting', running: 'Running', asking: 'Needs you', stopping: 'Stopping', done: 'Done', failed: 'Failed', cancelled: 'Stopped' }
const tones: Record<RunState, Tone> = { starting: 'running', running: 'running', asking: 'attention', stopping: 'neutral', done: 'good', failed: 'bad', cancelled: 'neutral' }

/** As much of a task's id as tells two apart. */
const idShown = 8

export interface StatusBannerProps {
	id: string | undefined
	run: RunView
	/** The line to the server is being looked for. */
	isWaiting: boolean
	onNew(): void
	onSelect(id: string): void
	onShowAsk(): void
}

/** Which run is shown, how it stands, and the way to the others. */
export function StatusBanner({ id, run, isWaiting, onNew, onSelect, onShowAsk }: StatusBannerProps) {
	const [isAsked, setIsAsked] = useState(false)
	const state = stateOf(run)
	const isShown = id !== undefined && run.startedAt > 0
	return (
		<header className="StatusBanner">
			{isShown && (
				<>
					{state === 'asking' ? (
						<button type="button" className="StatusBanner-ask" onClick={onShowAsk}>
							<Badge tone="attention">Needs you</Badge>
						</button>
					) : (
						<Badge tone={tones[state]}>{words[state]}</Badge>
					)}
					<span className="StatusBanner-title" title={run.title}>
						{run.title}
					</span>
					<span className="StatusBanner-facts">
						<code title={id}>{id.slice(0, idShown)}</code>
						<Elapsed since={run.startedAt} until={run.endedAt} />
						{run.steps > 0 && <span>step {run.steps}</span>}
					</span>
				</>
			)}
			{!isShown && <span className="StatusBanner-title">{id === undefined ? 'New task' : 'Loading'}</span>}
			{isWaiting && <Badge tone="attention">event stream error, reconnecting…</Badge>}
			<span className="StatusBanner-tools">
				<IconButton label="What commands can touch" icon={<Shield />} onClick={() => setIsAsked(true)} />
				<RunHistory current={id} onSelect={onSelect} />
				<IconButton label="New task" icon={<Plus />} disabled={id === undefined} onClick={onNew} />
			</span>
			{isAsked && <TouchesDialog cwd={run.cwd} onClose={() => setIsAsked(false)} />}
			<span role="status" className="visually-hidden">
				{isShown ? `${words[state]}${state === 'failed' ? `: ${run.outcome?.summary}` : ''}` : ''}
			</span>
		</header>
	)
}
