import { preloadPane, registry, useSession, type Api } from '@drydock/web-kit'
import { shownPaneIds } from '@drydock/web-kit/dock/layout-store.ts'

/** Starts loading what the layout shows first, while the session is still being renewed. */
export function preloadShownPanes(): void {
	for (const id of shownPaneIds()) void preloadPane(id)
}

/** Asks for what they show first, while they are being drawn. */
export function askAhead(api: Api): void {
	if (useSession.getState().status === 'signed-out') return
	for (const id of shownPaneIds()) registry().panes.get(id)?.ahead?.(api)
}

/** By then the layout can be used; what nobody waits for stays out of its way. */
const startMs = 1200

/** Waits until the page has started. */
export function afterStart(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, startMs))
}
