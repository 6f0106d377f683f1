import type { ReplyOf, RunnerName } from '@drydock/contract'
import { Badge, Button, Checkbox, Field, Select, TextInput } from '@drydock/ui'
import { Check, Eye, Play, Square, Trash2, X } from '@drydock/ui/icons'
import type { KeyboardEvent } from 'react'
import type { detectTools } from '../contract.ts'
import type { TestOptions } from './options.ts'

interface Props {
	options: TestOptions
	onChange(change: Partial<TestOptions>): void
	found: ReplyOf<typeof detectTools> | undefined
	/** What Run would run. */
	command: string
	isRunning: boolean
	isStopping: boolean
	isWatching: boolean
	onRun(): void
	onStop(): void
	onClear(): void
	onWatch(isOn: boolean): void
}

/** What is run, where and by what; spec/2 §2, Tests pane. */
export function TestForm({ options, onChange, found, command, isRunning, isStopping, isWatching, onRun, onStop, onClear, onWatch }: Props) {
	const { command: typed, extra, runner, venv, coverage, folder } = options
	const handleKey = (event: KeyboardEvent) => event.key === 'Enter' && !isRunning && command.trim() !== '' && onRun()
	return (
		<div className="TestForm" role="group" aria-label="Test command">
			<div className="TestForm-command">
				<Field label="Command">
					<TextInput isMono value={typed} placeholder={found?.command || 'For example: make check'} onChange={(event) => onChange({ command: event.target.value })} onKeyDown={handleKey} />
				</Field>
				<Field label="Extra args">
					<TextInput isMono value={extra} onChange={(event) => onChange({ extra: event.target.value })} onKeyDown={handleKey} />
				</Field>
				<div className="TestForm-buttons">
					<Button variant="primary" icon={<Play />} disabled={isRunning || command.trim() === '' || (found !== undefined && found.sandbox_error !== null)} onClick={onRun}>
						Run
					</Button>
					<Button icon={<Square />} disabled={!isRunning} isBusy={isStopping} onClick={onStop}>
						Stop
					</Button>
					<Button variant="quiet" icon={<Eye />} aria-pressed={isWatching} disabled={command.trim() === ''} title="Run again when files change: what failed first, then all; ends with this pane" onClick={() => onWatch(!isWatching)}>
						Watch
					</Button>
					<Button variant="quiet" icon={<Trash2 />} onClick={onClear}>
						Clear
					</Button>
				</div>
			</div>
			<details className="TestForm-more">
				<summary>Runner, folder and tools</summary>
				<div className="TestForm-options">
					<Field label="Runner">
						<Select value={runner ?? found?.runner ?? ''} onChange={(event) => onChange({ runner: runnerNamed(found, event.target.value) })}>
							{(found?.runners ?? []).map(({ name, title, available, reason }) => (
								<option key={name} value={name} disabled={!available} title={reason}>
									{available ? title : `${title} (not here)`}
								</option>
							))}
						</Select>
					</Field>
					<Field label="Working directory">
						<TextInput isMono value={folder} placeholder="The project" onChange={(event) => onChange({ folder: event.target.value })} />
					</Field>
					<Checkbox label="Use the project's .venv" isChecked={venv} disabled={found?.venv === null} hint={found?.venv === null ? 'There is none' : undefined} onChange={(isChecked) => onChange({ venv: isChecked })} />
					<Checkbox label="Coverage" isChecked={coverage} hint="How much of the code ran: pytest, vitest, jest, node" onChange={(isChecked) => onChange({ coverage: isChecked })} />
				</div>
				<p className="TestForm-tools" aria-label="Detected tools">
					{Object.entries(found?.results ?? {}).map(([name, { available, path }]) => (
						<Badge key={name} tone={available ? 'good' : 'neutral'} icon={available ? <Check /> : <X />} title={path ?? 'Not found'}>
							{name}
							<span className="visually-hidden">{available ? ' is there' : ' is not there'}</span>
						</Badge>
					))}
				</p>
			</details>
		</div>
	)
}

function runnerNamed(found: Props['found'], wanted: string): RunnerName | undefined {
	return found?.runners.find(({ name }) => name === wanted)?.name
}
