import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { hostWindows, watchHostWindows } from './host.ts'

/** Shows its content in that window, or here once the window has closed; `hostDocument` says which one to take when something opens. */
export function InWindow({ page, children }: { page: Document | undefined; children: ReactNode }) {
	const windows = useSyncExternalStore(watchHostWindows, hostWindows)
	return page && windows.includes(page) ? createPortal(children, page.body) : children
}
