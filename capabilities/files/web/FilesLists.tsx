import { ContextMenu, EmptyState, ErrorState, Skeleton } from '@drydock/ui'
import { Folder, Link } from '@drydock/ui/icons'
import { useCall } from '@drydock/web-kit'
import { useMemo } from 'react'
import { details, treeLimit } from '../contract.ts'
import type { FileActions } from './file-actions.ts'
import { FileIcon } from './FileIcon.tsx'
import { parentOf, sizeText } from './folders.ts'
import { RowList } from './RowList.tsx'
import { listRows, type Row } from './rows.ts'
import type { Selection } from './selection.ts'
import type { FolderState } from './tree.ts'
import { treeMenu } from './tree-menu.ts'
import { focusRows, NameInput } from './TreeRow.tsx'
import { useChoosing } from './use-choosing.ts'
import { VisibleName, visibleText } from './VisibleName.tsx'

interface Props {
	cwd: string
	folder: string
	state: FolderState | undefined
	filter: string
	selection: Selection
	onSelect(selection: Selection): void
	act(work: (actions: FileActions) => unknown): void
	onFolder(path: string): void
	onFile(path: string, how?: { focus: boolean }): void
	onUse(folder: string): void
	onTerminal(folder: string): void
	onProjectRoot(folder: string): void
	onRetry(): void
}

/** One folder as two lists: its folders, and its files with their sizes; rows are chosen as in the tree. */
export function FilesLists({ cwd, folder, state, filter, selection, onSelect, act, onFolder, onFile, onUse, onTerminal, onProjectRoot, onRetry }: Props) {
	const rows = useMemo(() => listRows(folder, state?.content, filter), [folder, state?.content, filter])
	const measured = rows.flatMap((row) => (row.kind === 'file' ? row.name : [])).slice(0, treeLimit)
	const sizes = useCall(details, { cwd, path: folder, names: measured }, { enabled: measured.length > 0, keepPrevious: true })
	const sizeOf = new Map(measured.map((name, index) => [name, sizes.data?.details[index]?.size]))
	const { chosen, paths, folder: target, handleMenu, rename, rowProps, listProps } = useChoosing({
		id: 'files-line',
		rows,
		selection,
		onSelect,
		act,
		open,
		base: folder,
		keys: () => ({ Backspace: () => folder !== '' && onFolder(parentOf(folder)) }),
	})

	function open(row: Row | undefined, how?: { focus: boolean }) {
		if (row?.kind === 'folder') onFolder(row.path)
		else if (row?.kind === 'file') onFile(row.path, how)
	}

	if (state?.error && !state.content) return <ErrorState title="This folder cannot be shown" error={state.error} onRetry={onRetry} />
	if (!state?.content) return <Skeleton rows={10} />
	if (state.content.names.length === 0) return <EmptyState title="This folder is empty">Make a file or a folder with the buttons above.</EmptyState>
	const items = treeMenu({
		paths, folder: target, file: paths.length === 1 && chosen?.kind === 'file' ? chosen.path : undefined, act, onUse, onTerminal, onProjectRoot,
		onOpen: () => open(chosen),
		onRename: rename,
	})
	return (
		<ContextMenu className="FilesTree" items={items} onOpen={handleMenu}>
			<RowList className="FilesTree-list" role="listbox" aria-label="Folders and files" {...listProps}>
				{(row, index) => <Line {...rowProps(row, index)} size={row.kind === 'file' ? sizeOf.get(row.name) : undefined} />}
			</RowList>
		</ContextMenu>
	)
}

interface LineProps {
	row: Row
	id: string
	index: number
	isSelected: boolean
	isActive: boolean
	size: number | null | undefined
	onRenamed?(path: string, name?: string): void
}

function Line({ row, id, index, isSelected, isActive, size, onRenamed }: LineProps) {
	if (row.kind === 'heading') return <div role="presentation" className="FilesLists-heading">{row.title}</div>
	if (!('name' in row)) return undefined
	const { name, path, isLink } = row
	return (
		<div
			id={id}
			data-index={index}
			role="option"
			tabIndex={-1}
			onFocus={focusRows}
			aria-posinset={row.position}
			aria-setsize={row.siblings}
			aria-selected={isSelected}
			className="FilesRow"
			data-path={path}
			data-folder={row.kind === 'folder' || undefined}
			data-active={isActive || undefined}
			title={visibleText(name)}
		>
			{row.kind === 'folder' ? <span className="FilesRow-icon">{<Folder />}</span> : <FileIcon name={name} />}
			{onRenamed ? (
				<NameInput name={name} onDone={(next) => onRenamed(path, next)} />
			) : (
				<span className="FilesRow-name">
					<VisibleName name={name} />
				</span>
			)}
			{isLink && <Link className="FilesRow-link" aria-label="link" />}
			{typeof size === 'number' && (
				<span className="FilesRow-size" title={`${size.toLocaleString('en')} bytes`}>
					{sizeText(size)}
				</span>
			)}
		</div>
	)
}
