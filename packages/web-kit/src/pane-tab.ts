import { createContext, useContext, useEffect, useRef } from 'react'

/** What a pane knows of, and may do to, its own tab. */
export interface PaneTab {
	readonly id: string
	readonly paneId: string
	/** What it was opened with; survives a reload. */
	readonly config: Readonly<Record<string, unknown>>
	/** False while another tab covers it, or the page is hidden. */
	readonly isVisible: boolean
	/** Merges into `config`. */
	setConfig(change: Record<string, unknown>): void
	setTitle(title: string): void
	/** A dot on the tab: something is not saved. */
	setDirty(isDirty: boolean): void
	close(): void
	/** Asked before the tab closes; false keeps it open. */
	guardClose(guard: (() => boolean | Promise<boolean>) | undefined): void
}

export const PaneTabContext = createContext<PaneTab | undefined>(undefined)

/** The tab this pane lives in. */
export function usePaneTab(): PaneTab {
	const tab = useContext(PaneTabContext)
	if (!tab) throw new Error('No tab around this component')
	return tab
}

/** Keeps the tab's title and its unsaved mark in step with the pane. */
export function useTabMark({ title, isDirty = false }: { title?: string; isDirty?: boolean }): void {
	const tab = usePaneTab()
	const latest = useRef(tab)
	useEffect(() => {
		latest.current = tab
	})
	useEffect(() => {
		if (title !== undefined) latest.current.setTitle(title)
	}, [title])
	useEffect(() => latest.current.setDirty(isDirty), [isDirty])
}
