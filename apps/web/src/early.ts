// Runs before the rest of the page is here: the session, the first folder and the terminal's engine are on their way while the shell's code is.
// It imports little, by file, so that its own chunk stays small (`early` in vite.config.ts).
import { createApi } from '@drydock/web-kit/api.ts'
import { apiBase } from '@drydock/web-kit/backend.ts'
import { layoutKey } from '@drydock/web-kit/dock/layout-key.ts'
import { browserKeyStore } from '@drydock/web-kit/key-store.ts'
import { hasSavedCwd } from '@drydock/web-kit/project.ts'
import { createSession, takeCode, useSession } from '@drydock/web-kit/session.ts'
import { readText } from '@drydock/web-kit/storage.ts'
import { readAhead } from '../../../capabilities/files/web/ahead.ts'
import { loadEngine } from '../../../capabilities/terminal/web/engine.ts'

export const base = apiBase(location, import.meta.env['VITE_API_BASE'])
const session = createSession(base, browserKeyStore())
export const api = createApi(base, { credentials: session })

const code = takeCode()
const signedIn: Promise<unknown> = code === undefined ? session.bearer().catch(() => undefined) : session.signIn(code)
/**
 * When the workspace may be shown: signed in with the link's code, or at once with the key of an earlier visit. A page that was here before
 * does not wait for the answer: its calls wait for the bearer by themselves.
 */
export const entered = code !== undefined || !hasSavedCwd() ? signedIn : Promise.resolve()

const engine = mayShow('terminal') ? loadEngine() : undefined
const folder = mayShow('files') ? signedIn.then(() => (useSession.getState().status === 'signed-in' ? readAhead(api) : undefined)) : undefined
/** On a first visit: when the first frame can show all of the layout. Later the tree stands there as it was left. Failures are told where they are seen. */
export const ahead = Promise.allSettled([engine, folder])
export const isFirstVisit = code !== undefined

/** Whether the layout of the last visit has this pane, without reading it whole; the usual layout has it. */
function mayShow(pane: string): boolean {
	const stored = readText(layoutKey)
	return stored === undefined || !stored.includes('"tabset"') || stored.includes(JSON.stringify(pane))
}
