import { ChevronRight, Folder, FolderOpen, Link } from '@drydock/ui/icons'
import { memo, useRef, type FocusEvent } from 'react'
import { FileIcon } from './FileIcon.tsx'
import type { GitState, GitView } from './git.ts'
import type { Row } from './rows.ts'
import { VisibleName, visibleText } from './VisibleName.tsx'

interface Props {
	row: Row
	id: string
	/** Its place in the tree; the tree hears of clicks and finds the row by it. */
	index: number
	git: GitView
	isSelected: boolean
	isActive: boolean
	/** Something is dragged over it that it would take. */
	isTarget: boolean
	/** Given while its name is being changed; called without a name, it stays as it is. */
	onRenamed?(path: string, name?: string): void
}

const indent = 12
const letters: Record<GitState, string> = { modified: 'M', added: 'A', deleted: 'D', renamed: 'R', untracked: 'U', conflict: '!' }
const words: Record<GitState, string> = { modified: 'Modified', added: 'Added', deleted: 'Deleted', renamed: 'Renamed', untracked: 'Untracked', conflict: 'Conflict' }

/** A row of the tree; drawn again only when something of it changed, since one move of the keyboard concerns all of them. */
export const TreeRow = memo(function TreeRow({ row, id, index, git, isSelected, isActive, isTarget, onRenamed }: Props) {
	const style = { paddingInlineStart: 6 + row.depth * indent }
	if (!('name' in row)) {
		return (
			<div id={id} data-index={index} role="treeitem" tabIndex={-1} onFocus={focusRows} aria-level={row.depth + 1} aria-selected={isSelected} data-active={isActive || undefined} className={`FilesRow FilesRow--${row.kind}`} style={style}>
				<span className="FilesRow-twist" />
				{noteOf(row)}
			</div>
		)
	}
	const isFolder = row.kind === 'folder'
	const state = git.stateOf(row.path)
	return (
		<div
			id={id}
			data-index={index}
			role="treeitem"
			tabIndex={-1}
			onFocus={focusRows}
			aria-level={row.depth + 1}
			aria-posinset={row.position}
			aria-setsize={row.siblings}
			aria-selected={isSelected}
			aria-expanded={isFolder ? row.isExpanded : undefined}
			className="FilesRow"
			data-path={row.path}
			data-folder={isFolder || undefined}
			data-active={isActive || undefined}
			data-drop={isTarget || undefined}
			data-git={state}
			data-ignored={(state === undefined && git.isIgnored(row.path)) || undefined}
			title={titleOf(row.path, state)}
			draggable={!onRenamed}
			style={style}
		>
			<span className="FilesRow-twist">{isFolder && <ChevronRight data-open={row.isExpanded || undefined} />}</span>
			{isFolder ? <span className="FilesRow-icon">{row.isExpanded ? <FolderOpen /> : <Folder />}</span> : <FileIcon name={row.name} />}
			{onRenamed ? (
				<NameInput name={row.name} onDone={(name) => onRenamed(row.path, name)} />
			) : (
				<span className="FilesRow-name">
					<VisibleName name={row.name} />
				</span>
			)}
			{row.isLink && <Link className="FilesRow-link" aria-label="link" />}
			{state && (
				<abbr className="FilesRow-git" title={isFolder ? `Contains: ${words[state]}` : words[state]} aria-hidden>
					{isFolder && state !== 'untracked' ? '•' : letters[state]}
				</abbr>
			)}
		</div>
	)
})

function titleOf(path: string, state: GitState | undefined): string {
	return state ? `${visibleText(path)} – ${words[state]}` : visibleText(path)
}

/** Enter or a click elsewhere takes the new name, Escape the old one. */
export function NameInput({ name, onDone }: { name: string; onDone(name?: string): void }) {
	const isDone = useRef(false)
	const finish = (text?: string) => {
		if (isDone.current) return
		isDone.current = true
		onDone(text)
	}
	return (
		<input
			className="FilesRow-input"
			aria-label="New name"
			defaultValue={name}
			spellCheck={false}
			// It stands there because the person asked for it.
			// oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
			autoFocus
			onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length)}
			onClick={(event) => event.stopPropagation()}
			onBlur={({ currentTarget }) => finish(currentTarget.value)}
			onKeyDown={(event) => {
				event.stopPropagation()
				if (event.key === 'Enter') finish(event.currentTarget.value)
				if (event.key === 'Escape') finish()
			}}
		/>
	)
}

/** A row may scroll out of the page; the focus stays with what holds the rows. */
export function focusRows({ target, currentTarget }: FocusEvent<HTMLElement>): void {
	const rows = target === currentTarget ? currentTarget.closest<HTMLElement>('[role=tree], [role=listbox]') : null
	// Not at once: a focus that moves while the button goes down ends a drag before it begins.
	if (rows) setTimeout(() => rows.ownerDocument.activeElement === currentTarget && rows.focus({ preventScroll: true }))
}

function noteOf(row: Exclude<Row, { name: string }>): string {
	if (row.kind === 'heading') return row.title
	switch (row.kind) {
		case 'more':
			return `${row.hidden.toLocaleString('en')} more ${row.hidden === 1 ? 'file' : 'files'} – show all`
		case 'loading':
			return 'Loading…'
		case 'empty':
			return 'Empty folder'
		case 'error':
			return `${row.message} Click to try again.`
	}
}
