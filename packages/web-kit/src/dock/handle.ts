import type { Dock } from './dock.ts'

let shown: Dock | undefined

/** The dock on the screen; none before sign-in. */
export function currentDock(): Dock | undefined {
	return shown
}

export function setCurrentDock(dock: Dock | undefined): void {
	shown = dock
}
