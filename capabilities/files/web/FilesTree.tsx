import { ContextMenu, ErrorState, Skeleton } from '@drydock/ui'
import { closest } from '@drydock/web-kit'
import { useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { FileActions } from './file-actions.ts'
import { filteredRows, type FoundPath } from './filtered.ts'
import { parentOf } from './folders.ts'
import type { GitView } from './git.ts'
import { RowList, type RowListHandle } from './RowList.tsx'
import { isStop, rowKey, typedRow, type Row } from './rows.ts'
import { chosenPaths, everything, extended, only, toggled, type Selection } from './selection.ts'
import { takeEntries } from './taken.ts'
import type { Tree, TreeState } from './tree.ts'
import { treeMenu } from './tree-menu.ts'
import { TreeRow } from './TreeRow.tsx'
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

// One row of the grid; the style sheet says the same.
const rowHeight = 24
const pageRows = 20
// Letters typed within this time are one word.
const typingMs = 700

/** The files as a tree of rows of which only the visible ones exist. */
export function FilesTree({ cwd, tree, state, git, filter, found, selection, onSelect, act, onOpen, onUse, onTerminal, onProjectRoot, onForeign }: Props) {
	const list = useRef<RowListHandle>(null)
	const typing = useRef({ text: '', at: 0 })
	const [hasFocus, setHasFocus] = useState(false)
	const [renaming, setRenaming] = useState<string>()
	const rows = useMemo(() => filteredRows(state, filter, found), [state, filter, found])
	const place = rows.findIndex((row) => rowKey(row) === selection.active)
	const active = place < 0 ? 0 : place
	const root = state.folders.get('')
	const chosen = rows[active]
	const folder = chosen?.kind === 'file' ? parentOf(chosen.path) : (chosen?.path ?? '')
	const paths = useMemo(() => chosenPaths(selection, rows), [selection, rows])
	const drop = useDrop({
		cwd,
		carriedBy: (path) => (paths.includes(path) ? paths : [path]),
		act,
		onLinger: (path) => tree.toggle(path, true),
		onForeign,
	})

	function go(index: number, isRange = false) {
		const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
		if (!row || !isStop(row)) return
		onSelect(isRange ? extended(selection, rows, rowKey(row)) : only(rowKey(row)))
		list.current?.reveal(rows.indexOf(row))
	}

	function open(row: Row | undefined, how?: { focus: boolean }) {
		if (row?.kind === 'folder') tree.toggle(row.path)
		else if (row?.kind === 'file') onOpen(row.path, how)
		else if (row?.kind === 'more') tree.showWhole(row.path)
		else if (row?.kind === 'error') void tree.load(row.path)
	}

	function handleClick({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
		const row = rows[Number(closest(target, '[data-index]')?.getAttribute('data-index') ?? -1)]
		if (!row || !isStop(row)) return
		if (ctrlKey || metaKey) return onSelect(toggled(selection, rowKey(row)))
		if (shiftKey) return onSelect(extended(selection, rows, rowKey(row)))
		onSelect(only(rowKey(row)))
		open(row)
	}

	function handleDown({ target, button }: PointerEvent) {
		const path = closest(target, '[data-folder]')?.getAttribute('data-path')
		if (button === 0 && typeof path === 'string') tree.expect(path)
	}

	function type(key: string, now: number) {
		const text = now - typing.current.at < typingMs ? typing.current.text + key : key
		typing.current = { text, at: now }
		go(typedRow(rows, active, text))
	}

	/** With Ctrl or Cmd. */
	const commands: Record<string, (() => void) | undefined> = {
		a: () => onSelect(everything(selection, rows)),
		c: () => act((actions) => actions.carry(paths, false)),
		x: () => act((actions) => actions.carry(paths, true)),
		' ': () => chosen && onSelect(toggled(selection, rowKey(chosen))),
		ArrowDown: () => goAside(1),
		ArrowUp: () => goAside(-1),
	}

	/** Moves the keyboard and leaves what is chosen. */
	function goAside(step: 1 | -1) {
		const row = rows[nextStop(rows, active, step)]
		if (!row) return
		onSelect({ ...selection, active: rowKey(row), anchor: rowKey(row) })
		list.current?.reveal(rows.indexOf(row))
	}

	function moves(isRange: boolean): Record<string, (() => void) | undefined> {
		return {
			ArrowDown: () => go(nextStop(rows, active, 1), isRange),
			ArrowUp: () => go(nextStop(rows, active, -1), isRange),
			PageDown: () => go(nextStop(rows, Math.min(active + pageRows, rows.length) - 1, 1), isRange),
			PageUp: () => go(nextStop(rows, Math.max(active - pageRows, 0) + 1, -1), isRange),
			Home: () => go(nextStop(rows, -1, 1), isRange),
			End: () => go(nextStop(rows, rows.length, -1), isRange),
			F10: isRange ? () => openMenu() : undefined,
		}
	}

	const keys: Record<string, (() => void) | undefined> = {
		ArrowRight: () => (chosen?.kind === 'folder' && !chosen.isExpanded ? tree.toggle(chosen.path, true) : go(nextStop(rows, active, 1))),
		ArrowLeft: () => (chosen?.kind === 'folder' && chosen.isExpanded ? tree.toggle(chosen.path, false) : chosen && go(rows.findIndex((other) => 'name' in other && other.path === parentOf(chosen.path)))),
		Enter: () => open(chosen, { focus: true }),
		' ': () => open(chosen),
		Escape: () => onSelect(only(selection.active)),
		F2: () => chosen && 'name' in chosen && setRenaming(chosen.path),
		Delete: () => act((actions) => actions.remove(paths)),
		ContextMenu: () => openMenu(),
	}

	function handleKey(event: KeyboardEvent) {
		const { key, altKey, shiftKey } = event
		if (altKey) return
		const isCommand = event.ctrlKey || event.metaKey
		const handler = isCommand ? commands[key] : (moves(shiftKey)[key] ?? keys[key] ?? (key.length === 1 ? () => type(key, event.timeStamp) : undefined))
		if (!handler) return
		event.preventDefault()
		event.stopPropagation()
		handler()
	}

	/** The menu of the keyboard stands at its row. */
	function openMenu() {
		const row = list.current?.element()?.querySelector(`#files-row-${active}`) ?? list.current?.element()
		const view = row?.ownerDocument.defaultView
		if (!row || !view) return
		const { left, top, height } = row.getBoundingClientRect()
		row.dispatchEvent(new view.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 24, clientY: top + Math.min(height, rowHeight) }))
	}

	/** A click with the other button on something that is chosen is about all of it. */
	function handleMenu(target: Element) {
		const path = target.closest('[data-path]')?.getAttribute('data-path')
		if (path === undefined || path === null) return onSelect(only(''))
		onSelect(selection.keys.has(path) ? { ...selection, active: path } : only(path))
	}

	function handlePaste(event: ClipboardEvent) {
		const { clipboardData } = event
		event.preventDefault()
		const taken = takeEntries(clipboardData)
		act((actions) => (taken.files.length > 0 ? actions.uploadTaken(taken, folder) : actions.paste(folder)))
	}

	function handleRenamed(path: string, name?: string) {
		setRenaming(undefined)
		list.current?.element()?.focus({ preventScroll: true })
		if (name !== undefined) act((actions) => actions.rename(path, name))
	}

	if (root?.error && !root.content) return <ErrorState title="This folder cannot be shown" error={root.error} onRetry={() => void tree.load('')} />
	if (!root?.content) return <Skeleton rows={10} />
	const items = treeMenu({
		paths, folder, file: paths.length === 1 && chosen?.kind === 'file' ? chosen.path : undefined, act, onUse, onTerminal, onProjectRoot,
		onOpen: () => open(chosen),
		onRename: () => setRenaming(paths[0]),
	})
	return (
		<ContextMenu className="FilesTree" items={items} onOpen={handleMenu}>
			<RowList
				handle={list}
				className="FilesTree-list"
				role="tree"
				aria-label="Files"
				aria-multiselectable
				tabIndex={0}
				data-main
				aria-activedescendant={hasFocus && rows.length > 0 ? `files-row-${active}` : undefined}
				data-drop={drop.target === '' || undefined}
				onFocus={() => setHasFocus(true)}
				onBlur={() => setHasFocus(false)}
				onPointerDownCapture={handleDown}
				onClick={handleClick}
				onKeyDown={handleKey}
				onPaste={handlePaste}
				{...drop.handlers}
				rowHeight={rowHeight}
				kept={active}
				rows={rows}
			>
				{(row, index) => (
					<TreeRow
						row={row}
						index={index}
						git={git}
						isSelected={selection.keys.has(rowKey(row))}
						isActive={index === active}
						isTarget={drop.target !== undefined && 'name' in row && row.path === drop.target}
						onRenamed={'name' in row && row.path === renaming ? handleRenamed : undefined}
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
