// What floats over the workspace: the registry says when each is wanted, and its code comes only then.
import { hostDocument } from '@drydock/ui/host.ts'
import { create } from 'zustand'
import { registry, type CommandArguments } from './contribute.ts'
import { watchPreferences } from './preferences.ts'

interface Opened {
	input: CommandArguments
	/** The window in which the person was. */
	page: Document
}

const useOpen = create<{ open: ReadonlyMap<string, Opened> }>(() => ({ open: new Map() }))

/** Opens an overlay that waits to be opened (`when: () => isOverlayOpen(id)`); it reads `input` with `useOverlayInput`. */
export function openOverlay(id: string, input: CommandArguments = {}): void {
	useOpen.setState(({ open }) => ({ open: new Map(open).set(id, { input, page: hostDocument() }) }))
}

export function closeOverlay(id: string): void {
	useOpen.setState(({ open }) => ({ open: new Map([...open].filter(([each]) => each !== id)) }))
}

export function isOverlayOpen(id: string): boolean {
	return useOpen.getState().open.has(id)
}

const nothing: CommandArguments = {}

/** What an overlay was opened with. */
export function useOverlayInput(id: string): CommandArguments {
	return useOpen(({ open }) => open.get(id)?.input) ?? nothing
}

/** Whether an overlay is open in the window in which the person is. */
export function isOverlayHere(id: string): boolean {
	return useOpen.getState().open.get(id)?.page === hostDocument()
}

/** The window in which an overlay was opened; none for those that are always there. */
export function useOverlayPage(id: string): Document | undefined {
	return useOpen(({ open }) => open.get(id)?.page)
}

/** Tells when another overlay may be wanted. */
export function watchOverlays(listener: () => void): () => void {
	const stops = [useOpen.subscribe(listener), watchPreferences(listener)]
	return () => stops.forEach((stop) => stop())
}

/** The ids of the overlays wanted now, as one text: the same text means the same overlays. */
export function wantedOverlays(): string {
	return registry()
		.overlays.filter((entry) => entry.when?.() ?? true)
		.map(({ id }) => id)
		.join(' ')
}
