import { Badge, Banner, Button, IconButton, Markdown } from '@drydock/ui'
import { Pencil, Trash2 } from '@drydock/ui/icons'
import type { MemoryNote } from '../../contract.ts'

/** A note as it reads, where it belongs, and whether agents may read it. */
export function MemoryRow({ note, onEdit, onDelete, onAccept }: { note: MemoryNote; onEdit(): void; onDelete(): void; onAccept(): void }) {
	return (
		<li className="MemoryRow" aria-label={note.id}>
			<div className="MemoryRow-head">
				<Badge>{note.scope === 'user' ? 'Yours' : 'This project'}</Badge>
				<code>{note.id}.md</code>
				<IconButton label="Edit" icon={<Pencil />} onClick={onEdit} />
				<IconButton label="Delete" icon={<Trash2 />} onClick={onDelete} />
			</div>
			<Markdown text={note.text} />
			{!note.accepted && (
				<Banner
					tone="attention"
					actions={
						<Button isSmall onClick={onAccept}>
							Let agents read it
						</Button>
					}
				>
					Not read by agents: this file came with the project or was changed outside. Read it first.
				</Banner>
			)}
		</li>
	)
}
