import { currentSession } from '@drydock/contract'
import { hasSavedCwd, setSurroundings, useSession, type Api, type Session } from '@drydock/web-kit'

/**
 * Signs in with the link's code, or with the key of an earlier visit. A page that was here before does not wait for the answer:
 * it shows the workspace at once, and its calls wait for the bearer by themselves.
 */
export async function enter(session: Session, api: Api, code: string | undefined): Promise<void> {
	const signedIn = code === undefined ? session.bearer().catch(() => undefined) : session.signIn(code)
	const known = signedIn.then(() => lookAround(api))
	if (code !== undefined || !hasSavedCwd()) await known
}

/** A sign-in link that is opened in a tab where the page stands changes only the address' hash, which loads nothing by itself. */
export function listenForLink(): void {
	addEventListener('hashchange', () => new URLSearchParams(location.hash.slice(1)).has('code') && location.reload())
}

async function lookAround(api: Api) {
	if (useSession.getState().status === 'signed-out') return
	try {
		setSurroundings(await api.send(currentSession, {}))
	} catch (error) {
		console.debug('The server did not say what it offers', error)
	}
}
