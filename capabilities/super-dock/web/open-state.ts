import { firstRunDone, firstRunPanes, flag, preference, readPreference } from '@drydock/web-kit'

/** Apart from the panels themselves, so that the first load carries no more of them than the question whether they are wanted. */
export const superDockOpen = preference('super_dock_open', 'Super Dock shown', false, flag)

/** Open, or due: the first visit shows what a pane has for it (spec/3 §4). */
export function isSuperDockWanted(): boolean {
	return readPreference(superDockOpen) || isFirstRunDue()
}

export function isFirstRunDue(): boolean {
	return !readPreference(firstRunDone) && firstRunPanes().length > 0
}
