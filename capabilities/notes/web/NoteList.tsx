import { agoText, classNames, EmptyState, IconButton, useNow } from '@drydock/ui'
import { FileText, Trash2 } from '@drydock/ui/icons'
import type { KeyboardEvent } from 'react'
import type { Note } from '../contract.ts'

interface NoteListProps {
	byTitle: readonly Note[]
	byText: readonly Note[]
	isFiltered: boolean
	selected: string | undefined
	onSelect(id: string): void
	onDelete(id: string): void
}

/** Notes by title, then those whose text matches. Arrows move, Delete deletes. */
export function NoteList({ byTitle, byText, isFiltered, ...rest }: NoteListProps) {
	if (byTitle.length + byText.length === 0) return <EmptyState icon={<FileText />} title={isFiltered ? 'Nothing matches' : 'No notes'} />
	return (
		<div className="NoteList" role="group" aria-label="Notes">
			<Rows notes={byTitle} {...rest} />
			{byText.length > 0 && (
				<>
					<h2 className="NoteList-heading">In the text</h2>
					<Rows notes={byText} {...rest} />
				</>
			)}
		</div>
	)
}

function Rows({ notes, selected, onSelect, onDelete }: Pick<NoteListProps, 'selected' | 'onSelect' | 'onDelete'> & { notes: readonly Note[] }) {
	const now = useNow(60_000)
	return (
		<ul>
			{notes.map(({ id, title, updated_at: updatedAt, excerpt }) => (
				<li key={id} className={classNames('NoteRow', id === selected && 'NoteRow--selected')}>
					<button type="button" className="NoteRow-open" aria-current={id === selected || undefined} onClick={() => onSelect(id)} onKeyDown={(event) => (event.key === 'Delete' ? onDelete(id) : moveFocus(event))}>
						<span className="NoteRow-title">{title || 'Untitled'}</span>
						<span className="NoteRow-note">{excerpt ?? agoText(updatedAt, Math.max(now, updatedAt))}</span>
					</button>
					<IconButton className="NoteRow-delete" label={`Delete ${title}`} icon={<Trash2 />} onClick={() => onDelete(id)} />
				</li>
			))}
		</ul>
	)
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
	if (step === undefined) return
	const rows = [...(event.currentTarget.closest('.NoteList')?.querySelectorAll<HTMLElement>('.NoteRow-open') ?? [])]
	const at = rows.indexOf(event.currentTarget)
	rows[at + step]?.focus()
	event.preventDefault()
}
