import { serve } from '@drydock/server-kit'
import * as contract from '../contract.ts'

export default serve(contract, (kernel) => ({
	adminLogin: ({ key, username, ttl_seconds }, { address }) => kernel.auth.admin.login(key, { address, ttlSeconds: ttl_seconds, username }),
	adminMe: (_, { caller }) => ({ sub: caller.session.replace(/^admin:/, ''), roles: ['admin'] }),
	newSignInLink: () => ({ link: kernel.signInLink() }),
}))
