import { openPane } from '@drydock/web-kit'
import { layoutKnown } from '@drydock/web-kit/dock/layout-store.ts'

/** A sign-in link that is opened in a tab where the page stands changes only the address' hash, which loads nothing by itself. */
export function listenForLink(): void {
	addEventListener('hashchange', () => new URLSearchParams(location.hash.slice(1)).has('code') && location.reload())
}

/** `#pane=terminal`, as the shortcuts of the installed app have it. */
export function openLinkedPane(): void {
	const id = new URLSearchParams(location.hash.slice(1)).get('pane')
	if (!id) return
	history.replaceState(undefined, '', location.pathname + location.search)
	void layoutKnown.then(() => openPane(id, { focus: true }))
}
