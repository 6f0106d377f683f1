import type { Static } from '@drydock/contract'
import { Badge, Button, countLines, DiffView, ExactText, IconButton } from '@drydock/ui'
import { Check, ChevronRight, SquarePen, Undo2 } from '@drydock/ui/icons'
import { runCommand } from '@drydock/web-kit'
import { useState, type MouseEvent } from 'react'
import type { FileReview, ReviewedHunk } from '../../../checkpoints/contract.ts'
import { LineCount } from './LineCount.tsx'

type Review = Static<typeof FileReview>
type Hunk = Static<typeof ReviewedHunk>

export interface ReviewActions {
	isBusy: boolean
	onKeep(event: MouseEvent<HTMLElement>, selection: { files?: string[]; hunks?: string[] }): void
	onTakeBack(event: MouseEvent<HTMLElement>, selection: { files?: string[]; hunks?: string[] }): void
}

const kinds = { added: 'new', changed: '', deleted: 'deleted', folder: 'folder' }
const words = { open: '', accepted: 'kept', rejected: 'taken back' }

/** One file of the review with its hunks. */
export function FileChanges({ file, actions }: { file: Review; actions: ReviewActions }) {
	const { root, path, kind, hunks, status, conflict } = file
	const [isOpen, setIsOpen] = useState(status === 'open')
	const { added, removed } = countLines(hunks.filter((hunk) => hunk.status !== 'rejected'))
	return (
		<article className="FileChanges" aria-label={path}>
			<div className="FileChanges-bar">
				<button type="button" className="FileChanges-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
					<ChevronRight aria-hidden />
					<code title={`${root}/${path}`}>
						<ExactText text={path} />
					</code>
					{kinds[kind] && <Badge>{kinds[kind]}</Badge>}
					<LineCount added={added} removed={removed} />
				</button>
				{words[status] && <Badge tone={status === 'accepted' ? 'good' : 'neutral'}>{words[status]}</Badge>}
				{kind !== 'deleted' && kind !== 'folder' && <IconButton label="Open in the editor" icon={<SquarePen />} onClick={() => void runCommand('editor.open', { cwd: root, path })} />}
				{status === 'open' && (
					<>
						<IconButton label={`Keep ${path}`} icon={<Check />} disabled={actions.isBusy} onClick={(event) => actions.onKeep(event, { files: [path] })} />
						<IconButton label={`Take back ${path}`} icon={<Undo2 />} disabled={actions.isBusy} onClick={(event) => actions.onTakeBack(event, { files: [path] })} />
					</>
				)}
			</div>
			{conflict && <p className="FileChanges-conflict">{conflict}</p>}
			{isOpen && hunks.length > 0 && <DiffView label={path} hunks={hunks.map(shown)} actions={(hunk) => <HunkActions hunk={hunk} path={path} actions={actions} />} />}
			{isOpen && hunks.length === 0 && <p className="FileChanges-note">Not text: it is kept or taken back as a whole.</p>}
		</article>
	)
}

/** Lines come with their ends. */
function shown(hunk: Hunk): Hunk {
	return { ...hunk, lines: hunk.lines.map((line) => line.replace(/\r?\n$/, '')) }
}

function HunkActions({ hunk, path, actions }: { hunk: Hunk; path: string; actions: ReviewActions }) {
	const { id, status, newStart } = hunk
	if (status !== 'open') return <Badge tone={status === 'accepted' ? 'good' : 'neutral'}>{words[status]}</Badge>
	const where = `${path}, line ${newStart}`
	return (
		<>
			<Button isSmall variant="quiet" disabled={actions.isBusy} aria-label={`Accept ${where}`} onClick={(event) => actions.onKeep(event, { files: [path], hunks: [id] })}>
				Accept
			</Button>
			<Button isSmall variant="quiet" disabled={actions.isBusy} aria-label={`Reject ${where}`} onClick={(event) => actions.onTakeBack(event, { files: [path], hunks: [id] })}>
				Reject
			</Button>
		</>
	)
}
