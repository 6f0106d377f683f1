import { closest } from '@drydock/web-kit'
import { useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react'
import type { FileActions } from './file-actions.ts'
import { parentOf } from './folders.ts'
import type { RowListHandle } from './RowList.tsx'
import { isStop, rowKey, typedRow, type Row } from './rows.ts'
import { chosenPaths, everything, extended, only, toggled, type Selection } from './selection.ts'
import { takeEntries } from './taken.ts'

type Handlers = Record<string, (() => void) | undefined>

interface Parts {
	/** Begins the ids of the rows. */
	id: string
	rows: readonly Row[]
	selection: Selection
	onSelect(selection: Selection): void
	/** Runs an action; its code comes with the first one. */
	act(work: (actions: FileActions) => unknown): void
	/** What a click, Enter and the space bar do. */
	open(row: Row | undefined, how?: { focus: boolean }): void
	/** Where new things go when nothing is chosen. */
	base: string
	/** Keys of this view alone. */
	keys?(chosen: Row | undefined, to: { row(index: number): void; next(): void }): Handlers
}

/** One row of the grid; the style sheet says the same. */
export const rowHeight = 24
const pageRows = 20
// Letters typed within this time are one word.
const typingMs = 700

/** Choosing rows by mouse and keyboard, and what keys do with them: the same in the tree and in the lists. */
export function useChoosing({ id, rows, selection, onSelect, act, open, base, keys: ownKeys }: Parts) {
	const list = useRef<RowListHandle>(null)
	const typing = useRef({ text: '', at: 0 })
	const [hasFocus, setHasFocus] = useState(false)
	const [renaming, setRenaming] = useState<string>()
	const place = rows.findIndex((row) => rowKey(row) === selection.active)
	const active = place < 0 ? Math.max(0, nextStop(rows, -1, 1)) : place
	const chosen = rows[active]
	const paths = useMemo(() => chosenPaths(selection, rows), [selection, rows])
	const folder = place < 0 || !chosen ? base : chosen.kind === 'file' ? parentOf(chosen.path) : chosen.path

	function go(index: number, isRange = false) {
		const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
		if (!row || !isStop(row)) return
		onSelect(isRange ? extended(selection, rows, rowKey(row)) : only(rowKey(row)))
		list.current?.reveal(rows.indexOf(row))
	}

	function handleClick({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
		const row = rows[Number(closest(target, '[data-index]')?.getAttribute('data-index') ?? -1)]
		if (!row || !isStop(row)) return
		if (ctrlKey || metaKey) return onSelect(toggled(selection, rowKey(row)))
		if (shiftKey) return onSelect(extended(selection, rows, rowKey(row)))
		onSelect(only(rowKey(row)))
		open(row)
	}

	function type(key: string, now: number) {
		const text = now - typing.current.at < typingMs ? typing.current.text + key : key
		typing.current = { text, at: now }
		go(typedRow(rows, active, text))
	}

	/** With Ctrl or Cmd. */
	const commands: Handlers = {
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

	function moves(isRange: boolean): Handlers {
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

	const keys: Handlers = {
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
		const own = ownKeys?.(chosen, { row: go, next: () => go(nextStop(rows, active, 1)) })
		const handler = isCommand ? commands[key] : (moves(shiftKey)[key] ?? own?.[key] ?? keys[key] ?? (key.length === 1 ? () => type(key, event.timeStamp) : undefined))
		if (!handler) return
		event.preventDefault()
		event.stopPropagation()
		handler()
	}

	/** The menu of the keyboard stands at its row. */
	function openMenu() {
		const row = list.current?.element()?.querySelector(`#${id}-${active}`) ?? list.current?.element()
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

	return {
		active,
		chosen,
		paths,
		folder,
		handleMenu,
		rename: () => setRenaming(paths[0]),
		/** For the row of that index. */
		rowProps: (row: Row, index: number) => ({
			row,
			id: `${id}-${index}`,
			index,
			isSelected: selection.keys.has(rowKey(row)),
			isActive: index === active,
			onRenamed: 'name' in row && row.path === renaming ? handleRenamed : undefined,
		}),
		listProps: {
			handle: list,
			'aria-multiselectable': true,
			tabIndex: 0,
			'data-main': true,
			'aria-activedescendant': hasFocus && rows.length > 0 ? `${id}-${active}` : undefined,
			onFocus: () => setHasFocus(true),
			onBlur: () => setHasFocus(false),
			onClick: handleClick,
			onKeyDown: handleKey,
			onPaste: handlePaste,
			rowHeight,
			kept: active,
			rows,
		},
	}
}

/** The next row from there at which the keyboard stops. */
function nextStop(rows: readonly Row[], from: number, step: 1 | -1): number {
	for (let index = from + step; index >= 0 && index < rows.length; index += step) {
		const row = rows[index]
		if (row && isStop(row)) return index
	}
	return from
}
