import { preference, readPreference, writePreference } from '@drydock/web-kit'
import { useSyncExternalStore } from 'react'
import { mendPanels, type Panel, type Panels } from './panels.ts'

/** Panels with their places and items, for the next visit. */
export const superDockPanels = preference<readonly Panel[]>('super_dock', 'Super Dock', [], (stored) => (Array.isArray(stored) && stored.length === 0 ? [] : mendPanels(stored).panels))

/** A moving panel is saved at most this often. spec: super dock save */
export const saveEveryMs = 120

let state: Panels | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function panels(): Panels {
	state ??= mendPanels(readPreference(superDockPanels))
	return state
}

/** Changes the panels: seen at once, saved soon. */
export function changePanels(change: (state: Panels) => Panels): void {
	const next = change(panels())
	if (next === state) return
	state = next
	for (const listener of listeners) listener()
	timer ??= setTimeout(save, saveEveryMs)
}

function save() {
	clearTimeout(timer)
	timer = undefined
	writePreference(superDockPanels, panels().panels)
}

// A page that goes must not take the last move with it.
addEventListener('pagehide', () => timer !== undefined && save())

function subscribe(listener: () => void) {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}

export function usePanels(): Panels {
	return useSyncExternalStore(subscribe, panels)
}

/** Reads them again, as at start; for tests. */
export function resetPanels(): void {
	clearTimeout(timer)
	timer = undefined
	state = undefined
}
