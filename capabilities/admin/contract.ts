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

/** spec/3 §3. */
export const feedbackKinds = ['like', 'dislike', 'bug', 'idea', 'note'] as const
/** A few pages; more belongs into a file. */
export const longestNote = 10_000

const listed = is.withDefault(is.integer({ minimum: 1, maximum: 2000 }), 200)

/** Kept by this server for its admin. Sent twice with one `client_id` it is kept once. */
export const sendFeedback = call({
	method: 'POST',
	path: '/feedback',
	summary: 'Tell whoever runs this server what is good, bad or missing.',
	body: { kind: is.oneOf(...feedbackKinds), note: is.text({ minLength: 1, maxLength: longestNote }), client_id: is.maybe(is.text({ minLength: 8, maxLength: 100 })) },
	reply: is.object({ ok: is.flag(), id: is.text() }),
})

export const listFeedback = call({
	method: 'GET',
	path: '/feedback',
	summary: 'What people told, newest first.',
	scope: 'admin',
	// spec: admin limit
	query: { limit: listed },
	reply: is.object({ ok: is.flag(), items: is.list(is.object({ id: is.text(), kind: is.oneOf(...feedbackKinds), note: is.text(), created_at: is.number() })) }),
})

/** Only pages whose user agreed send any (spec/3 §4, telemetry dialog); they stay on this server. */
export const sendEvent = call({
	method: 'POST',
	path: '/analytics',
	summary: 'Count something that happened in a page whose user agreed to it.',
	maxBody: 16 * 1024,
	body: { event: is.text({ minLength: 1, maxLength: 100, pattern: '^[\\w.:-]+$' }), props: is.withDefault(is.record(is.anything()), {}), ts: is.maybe(is.number()) },
	reply: is.object({ ok: is.flag() }),
})

export const listEvents = call({
	method: 'GET',
	path: '/analytics/logs',
	summary: 'Events that were counted, newest first.',
	scope: 'admin',
	query: { limit: listed },
	reply: is.object({ ok: is.flag(), items: is.list(is.object({ event: is.text(), props: is.record(is.anything()), ts: is.number() })) }),
})
