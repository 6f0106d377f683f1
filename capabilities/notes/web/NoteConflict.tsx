import { Button } from '@drydock/ui'
import { TriangleAlert } from '@drydock/ui/icons'
import type { NoteText } from './note-session.ts'

interface NoteConflictProps {
	mine: NoteText
	theirs: NoteText
	onMine(): void
	onTheirs(): void
	onBoth(): void
}

/** Two windows wrote the same note: both versions, and what to do. */
export function NoteConflict({ mine, theirs, onMine, onTheirs, onBoth }: NoteConflictProps) {
	return (
		<section className="NoteConflict" role="alert" aria-label="Conflict">
			<p className="NoteConflict-title">
				<TriangleAlert /> This note was changed in another window while you wrote.
			</p>
			<div className="NoteConflict-versions">
				<Version name="Yours" text={mine} other={theirs} />
				<Version name="The other window’s" text={theirs} other={mine} />
			</div>
			<div className="NoteConflict-actions">
				<Button isSmall onClick={onMine}>
					Keep mine
				</Button>
				<Button isSmall onClick={onTheirs}>
					Take theirs
				</Button>
				<Button isSmall variant="primary" onClick={onBoth}>
					Keep both
				</Button>
			</div>
		</section>
	)
}

/** Lines that the other version does not have are marked, by a bar as well as a colour. */
function Version({ name, text, other }: { name: string; text: NoteText; other: NoteText }) {
	const known = new Set([other.title, ...other.content.split('\n')])
	return (
		<figure>
			<figcaption>{name}</figcaption>
			<pre tabIndex={0} aria-label={name}>
				{[text.title, ...text.content.split('\n')].map((line, index) => (
					<span key={index} className={known.has(line) ? undefined : 'NoteConflict-changed'}>
						{line}
						{'\n'}
					</span>
				))}
			</pre>
		</figure>
	)
}
