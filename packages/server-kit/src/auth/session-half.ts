import * as contract from '@drydock/contract'
import path from 'node:path'
import type { Caller } from './caller.ts'
import type { Kernel } from '../kernel.ts'
import { serve } from '../serve.ts'

const { currentSession, endSession, renewSession, startSession, takeTicket } = contract

/** Sign-in is part of the kit, since every page needs it before any capability. */
function about({ options }: Kernel, scope: Caller['scope']) {
	return { scope, version: options.version, roots: [...options.roots], sandbox: path.join(options.dataDir, 'sandbox') }
}

export const sessionHalf = serve({ currentSession, endSession, renewSession, startSession, takeTicket }, (kernel) => ({
	startSession: async ({ code, public_key }) => ({ ...(await kernel.auth.sessions.start(code, public_key)), about: about(kernel, 'user') }),
	renewSession: async (proof) => ({ ...(await kernel.auth.sessions.renew(proof)), about: about(kernel, 'user') }),
	endSession: async (_, { caller }) => {
		await kernel.auth.sessions.end(caller.session)
		kernel.content.forget(caller.session)
		return { ok: true }
	},
	currentSession: (_, { caller }) => about(kernel, caller.scope),
	takeTicket: ({ path: target }, { caller }) => ({ ticket: kernel.auth.tickets.issue(target, caller) }),
}))
