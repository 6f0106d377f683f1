import { create } from 'zustand'
import { flag, textsUpTo } from './clamps.ts'
import { registry, type DockPlace, type PaneEntry } from './contribute.ts'
import { preference, readPreference, writePreference } from './preferences.ts'

export interface OpenOptions {
	/** Two tabs of one pane differ by this, e.g. a file's path; without it a pane has one tab. */
	key?: string
	/** What the pane is given; it reads it with `usePaneTab`. */
	config?: Record<string, unknown>
	title?: string
	place?: DockPlace
	/** False opens it behind the others. */
	select?: boolean
	/** Whoever asks works there next. */
	focus?: boolean
}

export type PaneOpener = (id: string, options: OpenOptions) => void

const usePaneOpener = create<{ opener: PaneOpener | undefined }>(() => ({ opener: undefined }))

/** The dock says how panes are opened. */
export function setPaneOpener(opener: PaneOpener | undefined): void {
	usePaneOpener.setState({ opener })
}

/** spec: recent panes */
export const mostRecentPanes = 12
export const recentPanes = preference<readonly string[]>('recent_panes', 'Recent panes', [], textsUpTo(mostRecentPanes))

/** Above the others in the palette; as many as fit without scrolling. */
export const pinnedPanes = preference<readonly string[]>('pinned_panes', 'Panes pinned to the palette', [], textsUpTo(10))

/** Opens a pane, or shows the tab that is open already. An unknown id is ignored (spec/1 §4). */
export function openPane(id: string, options: OpenOptions = {}): void {
	if (!registry().panes.has(id)) {
		console.warn(`There is no pane called ${id}`)
		return
	}
	usePaneOpener.getState().opener?.(id, options)
	writePreference(recentPanes, [id, ...readPreference(recentPanes).filter((other) => other !== id)].slice(0, mostRecentPanes))
}

/** False for whoever is here for the first time, and after the layout was reset (spec/3 §4). */
export const firstRunDone = preference('first_run_done', 'First run done', false, flag)

export function firstRunPanes(): PaneEntry[] {
	return [...registry().panes.values()].filter((pane) => pane.isFirstRun)
}
