import { hasSavedCwd, openPane, type Session } from '@drydock/web-kit'
import { layoutKnown } from '@drydock/web-kit/dock/layout-store.ts'

/**
 * Signs in with the link's code, or with the key of an earlier visit. A page that was here before does not wait for the answer:
 * it shows the workspace at once, and its calls wait for the bearer by themselves.
 */
export async function enter(session: Session, code: string | undefined): Promise<void> {
	const signedIn = code === undefined ? session.bearer().catch(() => undefined) : session.signIn(code)
	if (code !== undefined || !hasSavedCwd()) await signedIn
}

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
