import { closest } from '@drydock/web-kit'
import { useRef, useState, type DragEvent } from 'react'
import { dropKind, pack, unpack } from './drag.ts'
import type { FileActions } from './file-actions.ts'
import { parentOf } from './folders.ts'
import { takeEntries } from './taken.ts'

interface Parts {
	cwd: string
	/** What a drag of this row takes along. */
	carriedBy(path: string): readonly string[]
	act(work: (actions: FileActions) => unknown): void
	/** Opens a folder over which a drag waits. */
	onLinger(folder: string): void
	onForeign(): void
}

// As long as one hesitates before one wants to look inside.
const lingerMs = 700

/** Rows are moved by dragging them (with Ctrl: copied), and files of the machine uploaded by dropping them. */
export function useDrop({ cwd, carriedBy, act, onLinger, onForeign }: Parts) {
	/** The folder that would take what is dragged. */
	const [target, setTarget] = useState<string>()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

	function aim(folder: string | undefined) {
		if (folder === target) return
		clearTimeout(timer.current)
		setTarget(folder)
		if (folder !== undefined && folder !== '') timer.current = setTimeout(() => onLinger(folder), lingerMs)
	}

	return {
		target,
		handlers: {
			onDragStart({ target: source, dataTransfer }: DragEvent) {
				const path = closest(source, '[data-path]')?.getAttribute('data-path')
				if (path) pack(dataTransfer, { cwd, paths: carriedBy(path) })
			},
			// The dock would take it for a new pane and lay its own targets over the tree.
			onDragEnter(event: DragEvent) {
				if (dropKind(event.dataTransfer)) event.stopPropagation()
			},
			onDragOver(event: DragEvent) {
				const kind = dropKind(event.dataTransfer)
				if (!kind) return
				event.preventDefault()
				event.stopPropagation()
				event.dataTransfer.dropEffect = kind === 'files' || event.ctrlKey ? 'copy' : 'move'
				aim(folderAt(event.target))
			},
			onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
				if (!(relatedTarget && 'nodeType' in relatedTarget && currentTarget.contains(relatedTarget as Node))) aim(undefined)
			},
			onDragEnd: () => aim(undefined),
			onDrop(event: DragEvent) {
				const kind = dropKind(event.dataTransfer)
				if (!kind) return
				event.preventDefault()
				event.stopPropagation()
				aim(undefined)
				const folder = folderAt(event.target)
				if (kind === 'files') {
					const taken = takeEntries(event.dataTransfer)
					return act((actions) => actions.uploadTaken(taken, folder))
				}
				const carried = unpack(event.dataTransfer)
				if (carried?.cwd !== cwd) return onForeign()
				const isCopy = event.ctrlKey || event.metaKey
				act((actions) => (isCopy ? actions.copy(carried.paths, folder) : actions.move(carried.paths, folder)))
			},
		},
	}
}

/** The folder under the pointer, or the one that the file under it stands in. */
function folderAt(target: EventTarget): string {
	const row = closest(target, '[data-path]')
	const path = row?.getAttribute('data-path') ?? ''
	return row?.hasAttribute('data-folder') ? path : parentOf(path)
}
