import type { ReplyOf, Static } from '@drydock/contract'
import { Banner, Button, countLines, type DiffHunk } from '@drydock/ui'
import { ChevronRight, FileDiff, Undo2 } from '@drydock/ui/icons'
import { useCall, useRefresh, useSend } from '@drydock/web-kit'
import { useEffect, useState } from 'react'
import { accept, changes, history, takeBack, type FileReview } from '../../../checkpoints/contract.ts'
import { plural } from '../thread/call-words.ts'
import { FileChanges, type ReviewActions } from './FileChanges.tsx'
import { LineCount } from './LineCount.tsx'
import { stayNear } from './stay-near.ts'
import './Changes.css'

type Review = Static<typeof FileReview>
type TakenBack = ReplyOf<typeof takeBack>

/** Take-backs that can still be undone are looked for among this many entries. */
const historyLimit = 200

/** What a run changed: kept or taken back, all of it, a file or a hunk. `mark` changes when there may be more. */
export function Changes({ task, mark, startsOpen = false }: { task: string; mark: number; startsOpen?: boolean }) {
	const [isOpen, setIsOpen] = useState(startsOpen)
	const { data } = useCall(changes, { task }, { keepPrevious: true })
	const { data: past } = useCall(history, { limit: historyLimit }, { keepPrevious: true })
	const refresh = useRefresh()
	useEffect(() => {
		if (mark > 0) void refresh(changes, history)
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- refresh is new at every render; only the mark matters
	}, [mark])
	const back = useSend(takeBack, { refresh: [changes, history] })
	const keep = useSend(accept, { refresh: [changes] })

	const files = data?.files ?? []
	const lastBack = past?.entries.find(({ kind, undoes, id }) => kind === 'restore' && undoes === task && !past.entries.some((other) => other.undoes === id))
	if (files.length === 0 && !lastBack) return undefined

	const open = files.filter(({ status, conflict }) => status === 'open' || conflict !== undefined)
	const { added, removed } = countLines(openHunks(files))
	const isBusy = back.isPending || keep.isPending
	const actions: ReviewActions = {
		isBusy,
		onKeep(event, selection) {
			stayNear(event)
			keep.mutate({ task, ...selection })
		},
		onTakeBack(event, selection) {
			stayNear(event)
			back.mutate({ task, ...selection })
		},
	}
	return (
		<section className="Changes" aria-label="Changes">
			<div className="Changes-bar">
				<button type="button" className="Changes-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
					<ChevronRight aria-hidden />
					<FileDiff />
					<span>{plural(files.length, 'file')} changed</span>
					<LineCount added={added} removed={removed} />
					{open.length === 0 && files.length > 0 && <span className="Changes-state">reviewed</span>}
				</button>
				{open.length > 0 && (
					<>
						<Button isSmall variant="quiet" disabled={isBusy} onClick={(event) => actions.onKeep(event, {})}>
							Keep all
						</Button>
						<Button isSmall variant="quiet" icon={<Undo2 />} disabled={isBusy} onClick={(event) => actions.onTakeBack(event, {})}>
							Take back all
						</Button>
					</>
				)}
			</div>
			{lastBack && (
				<p className="Changes-undo" role="status">
					<span>
						Took back {lastBack.files === 1 ? lastBack.paths[0] : plural(lastBack.files, 'file')}
					</span>
					<Button
						isSmall
						variant="quiet"
						disabled={isBusy}
						onClick={(event) => {
							stayNear(event)
							back.mutate({ entry: lastBack.id })
						}}
					>
						Undo
					</Button>
				</p>
			)}
			{(back.error ?? keep.error) && <Banner tone="bad">{(back.error ?? keep.error)?.message}</Banner>}
			{back.data && back.data.conflicts.length > 0 && <Conflicts conflicts={back.data.conflicts} onDismiss={back.reset} />}
			{isOpen && (
				<div className="Changes-files">
					{files.map((file) => (
						<FileChanges key={`${file.root}/${file.path}`} file={file} actions={actions} />
					))}
				</div>
			)}
		</section>
	)
}

function openHunks(files: readonly Review[]): DiffHunk[] {
	return files.flatMap(({ hunks }) => hunks.filter(({ status }) => status !== 'rejected'))
}

function Conflicts({ conflicts, onDismiss }: { conflicts: TakenBack['conflicts']; onDismiss(): void }) {
	return (
		<Banner tone="attention" onDismiss={onDismiss}>
			<p>Left as it is. Single hunks can still be taken back:</p>
			<ul className="Changes-conflicts">
				{conflicts.map(({ root, path, reason, yours, theirs }) => (
					<li key={`${root}/${path}`}>
						<code>{path}</code>: {reason}
						{yours !== undefined && theirs !== undefined && (
							<details>
								<summary>Both versions</summary>
								<div className="Changes-versions">
									<pre aria-label="As it is">{yours}</pre>
									<pre aria-label="Without the change">{theirs}</pre>
								</div>
							</details>
						)}
					</li>
				))}
			</ul>
		</Banner>
	)
}
