import { openPane, useSession } from '@drydock/web-kit'
import { layoutKnown } from '@drydock/web-kit/dock/layout-store.ts'
import { readJson, writeJson } from '@drydock/web-kit/storage.ts'

/** What an address asked to be shown while nobody was signed in. */
const keptKey = 'vt_link_kept'
/** Whoever signs in later than this has forgotten what was asked for. */
const keptMs = 15 * 60_000

const named = () => new URLSearchParams(location.hash.slice(1))
const isSignedOut = () => useSession.getState().status === 'signed-out'

/** A link that is opened in a tab where the page stands changes only the address' hash, which loads nothing by itself. */
export function listenForLink(): void {
	addEventListener('hashchange', () => {
		if (named().has('code')) location.reload()
		else if (isSignedOut()) keepLink()
	})
}

/** Keeps what the address asks for until one has signed in, be it in another tab; what stands behind the # is never sent to a server. */
export function keepLink(): void {
	if (named().has('layout') || named().has('pane')) writeJson(keptKey, { hash: location.hash, at: Date.now() })
}

/** Puts it back into the address once, after a sign-in link was used. */
export function restoreLink(): void {
	if (isSignedOut()) return
	const kept = readJson(keptKey)
	writeJson(keptKey, undefined)
	if (location.hash === '' && isFresh(kept)) history.replaceState(undefined, '', location.pathname + location.search + kept.hash)
}

function isFresh(kept: unknown): kept is { hash: string } {
	return typeof kept === 'object' && kept !== null && 'hash' in kept && typeof kept.hash === 'string' && kept.hash.startsWith('#') && 'at' in kept && typeof kept.at === 'number' && Date.now() - kept.at < keptMs
}

/** `#pane=terminal`, as the shortcuts of the installed app have it. */
export function openLinkedPane(): void {
	const id = named().get('pane')
	if (!id) return
	void layoutKnown.then(() => {
		if (isSignedOut()) return
		history.replaceState(undefined, '', location.pathname + location.search)
		openPane(id, { focus: true })
	})
}
