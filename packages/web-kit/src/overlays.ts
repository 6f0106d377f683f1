// What floats over the workspace: the registry says when each is wanted, and its code comes only then.
import { create } from 'zustand'
import { registry, type CommandArguments } from './contribute.ts'
import { watchPreferences } from './preferences.ts'

const useOpen = create<{ open: ReadonlyMap<string, CommandArguments> }>(() => ({ open: new Map() }))

/** Opens an overlay that waits to be opened (`when: () => isOverlayOpen(id)`); it reads `input` with `useOverlayInput`. */
export function openOverlay(id: string, input: CommandArguments = {}): void {
	useOpen.setState(({ open }) => ({ open: new Map(open).set(id, input) }))
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
	return useOpen(({ open }) => open.get(id)) ?? nothing
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
