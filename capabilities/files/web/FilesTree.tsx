import { ContextMenu, ErrorState, Skeleton } from '@drydock/ui'
import { closest } from '@drydock/web-kit'
import { useMemo, type PointerEvent } from 'react'
import type { FileActions } from './file-actions.ts'
import { filteredRows, type FoundPath } from './filtered.ts'
import { parentOf } from './folders.ts'
import type { GitView } from './git.ts'
import { RowList } from './RowList.tsx'
import type { Row } from './rows.ts'
import type { Selection } from './selection.ts'
import type { Tree, TreeState } from './tree.ts'
import { treeMenu } from './tree-menu.ts'
import { TreeRow } from './TreeRow.tsx'
import { useChoosing } from './use-choosing.ts'
import { useDrop } from './use-drop.ts'

interface Props {
	cwd: string
	tree: Tree
	state: TreeState
	git: GitView
	filter: string
	/** What the filter found in the whole project. */
	found: readonly FoundPath[]
	selection: Selection
	onSelect(selection: Selection): void
	/** Runs an action; its code comes with the first one. */
	act(work: (actions: FileActions) => unknown): void
	onOpen(path: string, how?: { focus: boolean }): void
	onUse(folder: string): void
	onTerminal(folder: string): void
	onProjectRoot(folder: string): void
	onForeign(): void
}

/** The files as a tree of rows of which only the visible ones exist. */
export function FilesTree({ cwd, tree, state, git, filter, found, selection, onSelect, act, onOpen, onUse, onTerminal, onProjectRoot, onForeign }: Props) {
	const rows = useMemo(() => filteredRows(state, filter, found), [state, filter, found])
	const root = state.folders.get('')
	const { chosen, paths, folder, handleMenu, rename, rowProps, listProps } = useChoosing({
		id: 'files-row',
		rows,
		selection,
		onSelect,
		act,
		open,
		base: '',
		keys: (at, to) => ({
			ArrowRight: () => (at?.kind === 'folder' && !at.isExpanded ? tree.toggle(at.path, true) : to.next()),
			ArrowLeft: () => (at?.kind === 'folder' && at.isExpanded ? tree.toggle(at.path, false) : at && to.row(rows.findIndex((other) => 'name' in other && other.path === parentOf(at.path)))),
		}),
	})
	const drop = useDrop({
		cwd,
		carriedBy: (path) => (paths.includes(path) ? paths : [path]),
		act,
		onLinger: (path) => tree.toggle(path, true),
		onForeign,
	})

	function open(row: Row | undefined, how?: { focus: boolean }) {
		if (row?.kind === 'folder') tree.toggle(row.path)
		else if (row?.kind === 'file') onOpen(row.path, how)
		else if (row?.kind === 'more') tree.showWhole(row.path)
		else if (row?.kind === 'error') void tree.load(row.path)
	}

	function handleDown({ target, button }: PointerEvent) {
		const path = closest(target, '[data-folder]')?.getAttribute('data-path')
		if (button === 0 && typeof path === 'string') tree.expect(path)
	}

	if (root?.error && !root.content) return <ErrorState title="This folder cannot be shown" error={root.error} onRetry={() => void tree.load('')} />
	if (!root?.content) return <Skeleton rows={10} />
	const items = treeMenu({
		paths, folder, file: paths.length === 1 && chosen?.kind === 'file' ? chosen.path : undefined, act, onUse, onTerminal, onProjectRoot,
		onOpen: () => open(chosen),
		onRename: rename,
	})
	return (
		<ContextMenu className="FilesTree" items={items} onOpen={handleMenu}>
			<RowList className="FilesTree-list" role="tree" aria-label="Files" data-drop={drop.target === '' || undefined} onPointerDownCapture={handleDown} {...listProps} {...drop.handlers}>
				{(row, index) => <TreeRow {...rowProps(row, index)} git={git} isTarget={drop.target !== undefined && 'name' in row && row.path === drop.target} />}
			</RowList>
		</ContextMenu>
	)
}
