import { randomBytes } from 'node:crypto'
import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { Store } from '../store/index.ts'
import { createAdmin, sameText } from './admin.ts'
import type { Caller } from './caller.ts'
import { createSessions, digest, expiring } from './sessions.ts'
import { createTickets } from './tickets.ts'

export type { Caller } from './caller.ts'
export type Auth = ReturnType<typeof createAuth>

/** An agent's token outlives no run. */
const agentTokenMs = 24 * 60 * 60 * 1000

/** Everything that can turn a request into a caller. */
export function createAuth(deps: { store: Store; clock: Clock; token: string; adminKey: string }) {
	const sessions = createSessions(deps.store, deps.clock)
	const admin = createAdmin(deps.adminKey, deps.clock)
	const tickets = createTickets(deps.clock)
	const agents = expiring<Caller>(deps.clock)

	async function identify(credential: string): Promise<Caller> {
		if (sameText(credential, deps.token)) return { scope: 'user', session: 'program' }
		const agent = agents.get(digest(credential))
		if (agent) return agent
		const found = sessions.whoHas(credential)
		if (found === 'revoked') throw new DrydockError(401, 'session_revoked', 'This session was ended')
		if (found) return { scope: 'user', session: found.session }
		const person = await admin.verify(credential)
		if (person) return { scope: 'admin', session: `admin:${person.sub}` }
		throw new DrydockError(401, 'unauthenticated', 'Sign in first', { hint: 'Open the link that Drydock printed, or run "npm run link" for a new one.' })
	}

	return {
		sessions,
		admin,
		tickets,
		identify,
		/** A token with which a run's own helpers may call back; it can neither approve nor change policy nor read secrets. */
		mintAgentToken(task: string): string {
			const token = randomBytes(32).toString('base64url')
			agents.put(digest(token), { scope: 'agent', session: task }, agentTokenMs)
			return token
		},
	}
}
