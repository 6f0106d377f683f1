import { preloadPane } from '@drydock/web-kit'
import { shownPaneIds } from '@drydock/web-kit/dock/layout-store.ts'

/** Starts loading what the layout shows first, while the session is still being renewed. */
export function preloadShownPanes(): void {
	for (const id of shownPaneIds()) void preloadPane(id)
}
