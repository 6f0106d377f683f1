import { Button, Dialog, Field, RadioGroup, TextArea } from '@drydock/ui'
import { focusOnOpen } from '@drydock/ui/Dialog.tsx'
import { useState } from 'react'
import type { MemoryNote } from '../../contract.ts'

type Scope = MemoryNote['scope']

const owners: readonly { value: Scope; label: string; hint: string }[] = [
	{ value: 'project', label: 'This project', hint: 'A file in .agents/memory, shared with whoever has the project.' },
	{ value: 'user', label: 'Yours', hint: 'For every project, kept outside of them.' },
]

/** Asks for a note and whose it is. */
export function MemoryDialog({ note, isBusy, onSave, onClose }: { note: MemoryNote | undefined; isBusy: boolean; onSave(scope: Scope, text: string): void; onClose(): void }) {
	const [text, setText] = useState(note?.text ?? '')
	const [scope, setScope] = useState<Scope>(note?.scope ?? 'project')
	const footer = (
		<>
			<Button onClick={onClose}>Cancel</Button>
			<Button variant="primary" isBusy={isBusy} disabled={text.trim() === ''} onClick={() => onSave(scope, text.trim())}>
				{note ? 'Save' : 'Remember'}
			</Button>
		</>
	)
	return (
		<Dialog title={note ? 'Edit note' : 'Remember'} size="medium" onClose={onClose} footer={footer}>
			<Field label="Note" hint="Markdown. Never put a key or a password here.">
				<TextArea rows={6} maxLength={20_000} value={text} ref={focusOnOpen} onChange={(event) => setText(event.target.value)} />
			</Field>
			{!note && (
				<RadioGroup
					label="Whose it is"
					value={scope}
					onChange={(next) => setScope(next)}
					options={owners}
				/>
			)}
		</Dialog>
	)
}
