import { Button, TextInput, Toolbar } from '@drydock/ui'
import { Plus } from '@drydock/ui/icons'
import { useState } from 'react'

/** A line to type something new into; it empties when that was taken. */
export function AddLine({ label, button, isBusy, onAdd }: { label: string; button: string; isBusy: boolean; onAdd(text: string): Promise<void> }) {
	const [text, setText] = useState('')
	const trimmed = text.trim()
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault()
				if (trimmed !== '') void onAdd(trimmed).then(() => setText(''))
			}}
		>
			<Toolbar label={label}>
				<TextInput aria-label={label} placeholder={label} maxLength={500} value={text} onChange={(event) => setText(event.target.value)} />
				<Button isSmall type="submit" icon={<Plus />} isBusy={isBusy} disabled={trimmed === ''}>
					{button}
				</Button>
			</Toolbar>
		</form>
	)
}
