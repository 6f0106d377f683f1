import { call, is } from '@drydock/contract'

/** spec/3 §6: an admin key becomes a signed token; one hour at most. */
export const adminLogin = call({
	method: 'POST',
	path: '/admin/login',
	summary: 'Exchange the admin key for a token of at most an hour.',
	scope: 'public',
	body: { key: is.text({ maxLength: 500 }), username: is.withDefault(is.text({ maxLength: 100 }), 'admin'), ttl_seconds: is.withDefault(is.integer(), 3600) },
	reply: is.object({ token: is.text(), expires_in: is.integer() }),
})

export const adminMe = call({
	method: 'GET',
	path: '/admin/me',
	summary: 'The admin behind the token.',
	scope: 'admin',
	reply: is.object({ sub: is.text(), roles: is.list(is.text()) }),
})

/** A new sign-in link, for a program that holds the API key. */
export const newSignInLink = call({
	method: 'POST',
	path: '/session/link',
	summary: 'A one-time sign-in link.',
	reply: is.object({ link: is.text() }),
})
