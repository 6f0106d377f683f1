import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'
import { createFeedback, feedbackMigrations } from './feedback.ts'

const { adminLogin, adminMe, newSignInLink, sendFeedback, listFeedback, sendEvent, listEvents } = contract

export default serve(
	{ adminLogin, adminMe, newSignInLink, sendFeedback, listFeedback, sendEvent, listEvents },
	(kernel) => {
		const feedback = createFeedback(kernel)
		return {
			adminLogin: ({ key, username, ttl_seconds }, { address }) => kernel.auth.admin.login(key, { address, ttlSeconds: ttl_seconds, username }),
			adminMe: (_, { caller }) => ({ sub: caller.session.replace(/^admin:/, ''), roles: ['admin'] }),
			newSignInLink: () => ({ link: kernel.signInLink() }),
			sendFeedback: async (told, { caller }) => ({ ok: true, id: await feedback.keep(told, caller.session) }),
			listFeedback: async ({ limit }) => ({ ok: true, items: await feedback.list(limit) }),
			sendEvent: async (event, { caller }) => {
				await feedback.count(event, caller.session)
				return { ok: true }
			},
			listEvents: async ({ limit }) => ({ ok: true, items: await feedback.events(limit) }),
		}
	},
	{ migrations: feedbackMigrations },
)
