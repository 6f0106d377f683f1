import { Button, Dialog, Field, TextInput } from '@drydock/ui'
import { closeOverlay, useOverlayInput } from '@drydock/web-kit'
import { useState } from 'react'
import './saved/SavedLayouts.css'
import { problemWith, useSaved } from './saved/use-saved.ts'

const overlayId = 'layouts'
const close = () => closeOverlay(overlayId)

const titles = { open: 'Open layout', rename: 'Rename layout', remove: 'Delete layout', export: 'Export a saved layout', link: 'Copy a link to a layout' } as const
type Choice = keyof typeof titles
const isChoice = (mode: unknown): mode is Choice => typeof mode === 'string' && mode in titles

/** What the palette's commands ask for: a name, or one of the saved layouts. */
export default function LayoutsDialog() {
	const { mode } = useOverlayInput(overlayId)
	return isChoice(mode) ? <ChooseDialog choice={mode} /> : <SaveDialog />
}

function SaveDialog() {
	const { layouts = [], save } = useSaved()
	const [name, setName] = useState('')
	const wanted = name.trim()
	const problem = problemWith(wanted, [])
	const isTaken = layouts.some((layout) => layout.name === wanted)
	return (
		<Dialog title="Save layout as" onClose={close}>
			<form
				className="Question"
				onSubmit={(event) => {
					event.preventDefault()
					if (wanted === '' || problem) return
					close()
					void save(wanted)
				}}
			>
				<Field label="Name" error={problem} hint={isTaken ? 'A layout has this name already.' : undefined}>
					<TextInput ref={(input) => input?.setAttribute('autofocus', '')} value={name} onChange={(event) => setName(event.target.value)} />
				</Field>
				<div className="Question-buttons">
					<Button onClick={close}>Cancel</Button>
					<Button variant="primary" type="submit" disabled={wanted === '' || problem !== undefined}>
						{isTaken ? 'Replace…' : 'Save'}
					</Button>
				</div>
			</form>
		</Dialog>
	)
}

function ChooseDialog({ choice }: { choice: Choice }) {
	const saved = useSaved()
	return (
		<Dialog title={titles[choice]} onClose={close}>
			{saved.layouts?.length === 0 && <p>No layout is saved yet.</p>}
			<ul className="SavedLayouts-list">
				{saved.layouts?.map(({ name }, index) => (
					<li key={name}>
						<button
							type="button"
							ref={(button) => (index === 0 ? button?.focus() : undefined)}
							className="SavedLayouts-open"
							onClick={() => {
								close()
								void saved[choice](name)
							}}
						>
							<span className="SavedLayouts-name">{name}</span>
						</button>
					</li>
				))}
			</ul>
		</Dialog>
	)
}
