import { Button, Dialog, Field, TextInput } from '@drydock/ui'
import { focusOnOpen } from '@drydock/ui/Dialog.tsx'
import { closeOverlay, useOverlayInput } from '@drydock/web-kit'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { fillOverlay, insertFilled } from './snippets/insert.ts'
import { fillIn, placeholdersIn } from './snippets/template.ts'

/** Asks for the places of a snippet, then types it. */
export default function SnippetFillOverlay() {
	const { title, body } = useOverlayInput(fillOverlay)
	const text = typeof body === 'string' ? body : ''
	const [values, setValues] = useState<Readonly<Record<string, string>>>({})
	const close = () => closeOverlay(fillOverlay)
	function handleInsert() {
		// An open dialog keeps the focus inside: it has to be gone before something else is typed into.
		flushSync(close)
		void insertFilled(fillIn(text, values))
	}
	const footer = (
		<>
			<Button onClick={close}>Cancel</Button>
			<Button variant="primary" type="submit" form={fillOverlay}>
				Insert
			</Button>
		</>
	)
	return (
		<Dialog title={`Insert ${typeof title === 'string' ? title : 'snippet'}`} onClose={close} footer={footer}>
			<form
				id={fillOverlay}
				className="SettingsForm-part"
				onSubmit={(event) => {
					event.preventDefault()
					handleInsert()
				}}
			>
				{placeholdersIn(text).map(({ name, initial }, index) => (
					<Field key={name} label={name}>
						<TextInput ref={index === 0 ? focusOnOpen : undefined} value={values[name] ?? initial} onChange={(event) => setValues({ ...values, [name]: event.target.value })} />
					</Field>
				))}
			</form>
		</Dialog>
	)
}
