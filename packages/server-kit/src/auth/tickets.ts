import { randomBytes } from 'node:crypto'
import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import { digest, expiring } from './sessions.ts'
import type { Caller } from './caller.ts'

/** Long enough for a slow page to open its socket. */
const ticketMs = 30_000

/** Single-use stand-ins for a bearer where a header cannot be sent; bound to one path. */
export function createTickets(clock: Clock) {
	const tickets = expiring<{ path: string; caller: Caller }>(clock)
	const used = expiring<true>(clock)
	return {
		issue(path: string, caller: Caller): string {
			const ticket = randomBytes(24).toString('base64url')
			tickets.put(digest(ticket), { path, caller }, ticketMs)
			return ticket
		},
		redeem(ticket: string, path: string): Caller {
			const key = digest(ticket)
			const found = tickets.get(key)
			if (!found) throw new DrydockError(401, used.has(key) ? 'ticket_used' : 'unauthenticated', 'This ticket is not valid any more: ask for a new one')
			if (found.path !== path) throw new DrydockError(403, 'ticket_scope', 'This ticket is for another path')
			tickets.take(key)
			used.put(key, true, ticketMs)
			return found.caller
		},
	}
}
export type Tickets = ReturnType<typeof createTickets>
