import { Badge, Banner, Button, IconButton, Menu, TextArea } from '@drydock/ui'
import { ListChecks, Play, Send, ShieldCheck, Square } from '@drydock/ui/icons'
import { usePreference } from '@drydock/web-kit'
import { useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { draftPreference, longestTask, validatorsPreference } from '../preferences.ts'
import { examples } from './examples.ts'
import { wantsValidators } from './validation.ts'
import './Composer.css'

export interface ComposerProps {
	/** A run is under way: what is sent is queued. */
	isLive: boolean
	isStopping: boolean
	isSending: boolean
	/** Sending goes on with the conversation that is shown. */
	continues: boolean
	model: string
	problem: string | undefined
	onSubmit(text: string): Promise<boolean>
	onStop(): void
	ref?: Ref<HTMLTextAreaElement>
}

/** The task box: Enter sends, Shift+Enter makes a line. */
export function Composer({ isLive, isStopping, isSending, continues, model, problem, onSubmit, onStop, ref }: ComposerProps) {
	const [draft, setDraft] = usePreference(draftPreference)
	const [isEmpty, setIsEmpty] = useState(false)
	const form = useRef<HTMLFormElement>(null)
	const error = isEmpty ? 'error: task is required' : problem

	async function submit() {
		if (isSending) return
		if (draft.trim() === '') return setIsEmpty(true)
		if (await onSubmit(draft.trim())) setDraft('')
	}
	function handleKey(event: KeyboardEvent) {
		if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
		event.preventDefault()
		void submit()
	}
	function take(prompt: string) {
		setDraft(prompt)
		setIsEmpty(false)
		form.current?.querySelector('textarea')?.focus()
	}

	return (
		<form
			ref={form}
			className="Composer"
			onSubmit={(event) => {
				event.preventDefault()
				void submit()
			}}
		>
			<ValidationHint draft={draft} />
			<div className="Composer-box">
				<TextArea
					ref={ref}
					className="Composer-text"
					data-main
					aria-label="Task"
					aria-invalid={error !== undefined || undefined}
					aria-describedby={error ? 'maestro-problem' : undefined}
					placeholder={isLive ? 'Tell Maestro something; it is read before the next step' : continues ? 'Go on with this conversation' : 'What should Maestro do?'}
					rows={2}
					maxLength={longestTask}
					value={draft}
					onChange={(event) => {
						setDraft(event.target.value)
						setIsEmpty(false)
					}}
					onKeyDown={handleKey}
				/>
				<div className="Composer-bar">
					<Menu
						align="start"
						items={examples.map(({ title, prompt }) => ({ label: title, onSelect: () => take(prompt) }))}
						trigger={
							<Button isSmall variant="quiet" icon={<ListChecks />}>
								Examples
							</Button>
						}
					/>
					<ValidatorsSwitch />
					<span className="Composer-spacer" />
					{model !== '' && (
						<Badge title="Active model">
							<span className="Composer-model">{model}</span>
						</Badge>
					)}
					{isLive && (
						<Button isSmall icon={<Square />} isBusy={isStopping} onClick={onStop}>
							Stop
						</Button>
					)}
					<Button isSmall variant="primary" type="submit" icon={isLive ? <Send /> : <Play />} isBusy={isSending}>
						{isLive ? 'Queue' : 'Run'}
					</Button>
				</div>
			</div>
			{error && (
				<p className="Composer-problem" id="maestro-problem" role="alert">
					{error}
				</p>
			)}
		</form>
	)
}

function ValidatorsSwitch() {
	const [isOn, setIsOn] = usePreference(validatorsPreference)
	return <IconButton label="Run validators" icon={<ShieldCheck />} isPressed={isOn} onClick={() => setIsOn(!isOn)} />
}

/** spec/2 §2: this kind of task is better checked. */
function ValidationHint({ draft }: { draft: string }) {
	const [isOn, setIsOn] = usePreference(validatorsPreference)
	if (isOn || !wantsValidators(draft)) return undefined
	return (
		<Banner
			actions={
				<Button isSmall onClick={() => setIsOn(true)}>
					Enable validators
				</Button>
			}
		>
			Validators are off. For this kind of task they check the result.
		</Banner>
	)
}
