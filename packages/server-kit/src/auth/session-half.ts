import * as contract from '@drydock/contract'
import path from 'node:path'
import { serve } from '../serve.ts'

const { currentSession, endSession, renewSession, startSession, takeTicket } = contract

/** Sign-in is part of the kit, since every page needs it before any capability. */
export const sessionHalf = serve({ currentSession, endSession, renewSession, startSession, takeTicket }, (kernel) => ({
	startSession: ({ code, public_key }) => kernel.auth.sessions.start(code, public_key),
	renewSession: (proof) => kernel.auth.sessions.renew(proof),
	endSession: async (_, { caller }) => {
		await kernel.auth.sessions.end(caller.session)
		return { ok: true }
	},
	currentSession: (_, { caller }) => ({
		scope: caller.scope,
		version: kernel.options.version,
		roots: [...kernel.options.roots],
		sandbox: path.join(kernel.options.dataDir, 'sandbox'),
		content_origin: `http://${kernel.places.content}`,
	}),
	takeTicket: ({ path: target }, { caller }) => ({ ticket: kernel.auth.tickets.issue(target, caller) }),
}))
