// Runs before the rest of the page is here: the session's answer is on its way while the shell's code is. It imports little, by file,
// so that its own chunk stays small (`early` in vite.config.ts).
import { apiBase } from '@drydock/web-kit/backend.ts'
import { browserKeyStore } from '@drydock/web-kit/key-store.ts'
import { hasSavedCwd } from '@drydock/web-kit/project.ts'
import { createSession, takeCode } from '@drydock/web-kit/session.ts'

export const base = apiBase(location, import.meta.env['VITE_API_BASE'])
export const session = createSession(base, browserKeyStore())
/** When the workspace may be shown. */
export const entered = enter(takeCode())

/**
 * Signs in with the link's code, or with the key of an earlier visit. A page that was here before does not wait for the answer:
 * it shows the workspace at once, and its calls wait for the bearer by themselves.
 */
async function enter(code: string | undefined): Promise<void> {
	const signedIn = code === undefined ? session.bearer().catch(() => undefined) : session.signIn(code)
	if (code !== undefined || !hasSavedCwd()) await signedIn
}
