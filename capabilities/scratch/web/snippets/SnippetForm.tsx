import { Button, CopyButton, Field, IconButton, Spacer, TextArea, TextInput, Toolbar } from '@drydock/ui'
import { Save, Trash2 } from '@drydock/ui/icons'
import { placeholdersIn } from './template.ts'

export interface SnippetDraft {
	/** Undefined until it is saved for the first time. */
	id?: string
	etag?: string
	title: string
	body: string
	saved: { title: string; body: string }
}

interface SnippetFormProps {
	draft: SnippetDraft
	isDirty: boolean
	isBusy: boolean
	onChange(draft: SnippetDraft): void
	onSave(draft: SnippetDraft): void
	onDelete(draft: SnippetDraft): void
}

/** spec/3 §5: saving needs a title and a body that are not empty. */
export function SnippetForm({ draft, isDirty, isBusy, onChange, onSave, onDelete }: SnippetFormProps) {
	const canSave = isDirty && draft.title.trim() !== '' && draft.body.trim() !== ''
	const names = placeholdersIn(draft.body).map(({ name }) => name)
	return (
		<form
			className="SnippetForm"
			onSubmit={(event) => {
				event.preventDefault()
				if (canSave) onSave(draft)
			}}
		>
			<Toolbar label="Snippet">
				<Button isSmall type="submit" variant="primary" icon={<Save />} isBusy={isBusy} disabled={!canSave}>
					Save
				</Button>
				<Spacer />
				<CopyButton text={draft.body} label="Copy snippet" />
				<IconButton label="Delete snippet" icon={<Trash2 />} onClick={() => onDelete(draft)} />
			</Toolbar>
			<Field label="Title">
				<TextInput value={draft.title} maxLength={200} onChange={(event) => onChange({ ...draft, title: event.target.value })} />
			</Field>
			<Field label="Body" className="SnippetForm-body" hint={names.length > 0 ? `Asks for: ${names.join(', ')}` : 'Write ${name} or ${name:default} for what is asked when it is inserted.'}>
				<TextArea className="Input--mono" value={draft.body} maxLength={100_000} spellCheck={false} onChange={(event) => onChange({ ...draft, body: event.target.value })} />
			</Field>
		</form>
	)
}
