import { ContextMenu, ErrorState, Skeleton, type MenuItem } from '@drydock/ui'
import { ChevronRight, Folder, FolderOpen, Link } from '@drydock/ui/icons'
import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { FileIcon } from './FileIcon.tsx'
import { parentOf } from './folders.ts'
import { RowList, type RowListHandle } from './RowList.tsx'
import { isStop, rowKey, rowsOf, typedRow, type Row } from './rows.ts'
import type { Tree, TreeState } from './tree.ts'
import type { FileActions } from './use-file-actions.ts'
import { VisibleName, visibleText } from './VisibleName.tsx'

interface Props {
	tree: Tree
	state: TreeState
	filter: string
	selected: string
	onSelect(path: string): void
	actions: FileActions
	onUse(folder: string): void
	onTerminal(folder: string): void
}

// One row of the grid; the style sheet says the same.
const rowHeight = 24
// Letters typed within this time are one word.
const typingMs = 700
const indent = 12

/** The files as a tree of rows of which only the visible ones exist. */
export function FilesTree({ tree, state, filter, selected, onSelect, actions, onUse, onTerminal }: Props) {
	const list = useRef<RowListHandle>(null)
	const typing = useRef({ text: '', at: 0 })
	const [hasFocus, setHasFocus] = useState(false)
	const rows = rowsOf(state, filter)
	const found = rows.findIndex((row) => rowKey(row) === selected)
	const active = found < 0 ? 0 : found
	const root = state.folders.get('')

	function go(index: number) {
		const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
		if (!row || !isStop(row)) return
		onSelect(rowKey(row))
		list.current?.reveal(rows.indexOf(row))
	}

	function act(row: Row | undefined, how?: { focus: boolean }) {
		if (row?.kind === 'folder') tree.toggle(row.path)
		else if (row?.kind === 'file') actions.open(row.path, how)
		else if (row?.kind === 'more') tree.showWhole(row.path)
		else if (row?.kind === 'error') void tree.load(row.path)
	}

	function type(key: string, now: number) {
		const text = now - typing.current.at < typingMs ? typing.current.text + key : key
		typing.current = { text, at: now }
		go(typedRow(rows, active, text))
	}

	function handleKey(event: KeyboardEvent) {
		const row = rows[active]
		const { key } = event
		if (event.ctrlKey || event.metaKey || event.altKey) return
		const keys: Record<string, () => void> = {
			ArrowDown: () => go(nextStop(rows, active, 1)),
			ArrowUp: () => go(nextStop(rows, active, -1)),
			PageDown: () => go(nextStop(rows, Math.min(active + 20, rows.length) - 1, 1)),
			PageUp: () => go(nextStop(rows, Math.max(active - 20, 0) + 1, -1)),
			Home: () => go(nextStop(rows, -1, 1)),
			End: () => go(nextStop(rows, rows.length, -1)),
			ArrowRight: () => (row?.kind === 'folder' && !row.isExpanded ? tree.toggle(row.path, true) : go(nextStop(rows, active, 1))),
			ArrowLeft: () => (row?.kind === 'folder' && row.isExpanded ? tree.toggle(row.path, false) : row && go(rows.findIndex((other) => 'name' in other && other.path === parentOf(row.path)))),
			Enter: () => act(row, { focus: true }),
			' ': () => act(row),
			F2: () => row && 'name' in row && void actions.rename(row.path),
			Delete: () => row && 'name' in row && void actions.remove(row.path),
		}
		const handler = keys[key] ?? (key.length === 1 ? () => type(key, event.timeStamp) : undefined)
		if (!handler) return
		event.preventDefault()
		event.stopPropagation()
		handler()
	}

	const chosen = rows[active]
	const folder = chosen?.kind === 'file' ? parentOf(chosen.path) : (chosen?.path ?? '')
	const name = chosen && 'name' in chosen ? chosen.path : undefined
	const items: MenuItem[] = [
		{ label: 'Open', disabled: name === undefined, onSelect: () => act(chosen) },
		'separator',
		{ label: 'New File', onSelect: () => void actions.newFile(folder) },
		{ label: 'New Folder', onSelect: () => void actions.newFolder(folder) },
		'separator',
		{ label: 'Open in Terminal', onSelect: () => onTerminal(folder) },
		{ label: 'Use This Folder', onSelect: () => onUse(folder) },
		'separator',
		{ label: 'Copy Path', disabled: name === undefined, onSelect: () => void navigator.clipboard.writeText(name ?? '') },
		{ label: 'Rename', shortcut: 'F2', disabled: name === undefined, onSelect: () => void actions.rename(name ?? '') },
		{ label: 'Delete', shortcut: 'Delete', isDanger: true, disabled: name === undefined, onSelect: () => void actions.remove(name ?? '') },
	]

	if (root?.error && !root.content) return <ErrorState title="This folder cannot be shown" error={root.error} onRetry={() => void tree.load('')} />
	if (!root?.content) return <Skeleton rows={10} />
	return (
		<ContextMenu className="FilesTree" items={items} onOpen={(target) => onSelect(target.closest('[data-path]')?.getAttribute('data-path') ?? '')}>
			<RowList
				handle={list}
				className="FilesTree-list"
				role="tree"
				data-main
				aria-label="Files"
				tabIndex={0}
				aria-activedescendant={hasFocus && rows.length > 0 ? `files-row-${active}` : undefined}
				onFocus={() => setHasFocus(true)}
				onBlur={() => setHasFocus(false)}
				onKeyDown={handleKey}
				rowHeight={rowHeight}
				kept={active}
				rows={rows}
			>
				{(row, index) => (
					<TreeRow
						id={`files-row-${index}`}
						row={row}
						isSelected={rowKey(row) === selected}
						isActive={index === active}
						onClick={() => {
							if (isStop(row)) onSelect(rowKey(row))
							act(row)
						}}
					/>
				)}
			</RowList>
		</ContextMenu>
	)
}

/** The next row from there at which the keyboard stops. */
function nextStop(rows: readonly Row[], from: number, step: 1 | -1): number {
	for (let index = from + step; index >= 0 && index < rows.length; index += step) {
		const row = rows[index]
		if (row && isStop(row)) return index
	}
	return from
}

/** A row may scroll out of the page; the focus stays with the tree. */
function focusTree({ currentTarget }: FocusEvent<HTMLElement>): void {
	currentTarget.closest<HTMLElement>('[role=tree]')?.focus({ preventScroll: true })
}

function TreeRow({ row, id, isSelected, isActive, onClick }: { row: Row; id: string; isSelected: boolean; isActive: boolean; onClick(): void }) {
	const style = { paddingInlineStart: 6 + row.depth * indent }
	if (!('name' in row)) {
		return (
			// oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree hears the keys of all its rows
			<div id={id} role="treeitem" tabIndex={-1} onFocus={focusTree} aria-level={row.depth + 1} aria-selected={isSelected} data-active={isActive || undefined} className={`FilesRow FilesRow--${row.kind}`} style={style} onClick={onClick}>
				<span className="FilesRow-twist" />
				{noteOf(row)}
			</div>
		)
	}
	const isFolder = row.kind === 'folder'
	return (
		// oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree hears the keys of all its rows
		<div
			id={id}
			role="treeitem"
			tabIndex={-1}
			onFocus={focusTree}
			aria-level={row.depth + 1}
			aria-posinset={row.position}
			aria-setsize={row.siblings}
			aria-selected={isSelected}
			aria-expanded={isFolder ? row.isExpanded : undefined}
			data-active={isActive || undefined}
			className="FilesRow"
			data-path={row.path}
			title={visibleText(row.path)}
			style={style}
			onClick={onClick}
		>
			<span className="FilesRow-twist">{isFolder && <ChevronRight data-open={row.isExpanded || undefined} />}</span>
			<span className="FilesRow-icon">{isFolder ? row.isExpanded ? <FolderOpen /> : <Folder /> : <FileIcon name={row.name} />}</span>
			<span className="FilesRow-name">
				<VisibleName name={row.name} />
			</span>
			{row.isLink && <Link className="FilesRow-link" aria-label="link" />}
		</div>
	)
}

function noteOf(row: Exclude<Row, { name: string }>): string {
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
