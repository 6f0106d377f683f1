import { call } from './endpoint.ts'
import { is } from './schema.ts'

const Surroundings = is.object({
	scope: is.text(),
	version: is.text(),
	/** Project folders that may be opened, first one first. */
	roots: is.list(is.text()),
	/** The folder that stands behind `/sandbox`. */
	sandbox: is.text(),
})

/** Sign-in (DESIGN §3): a one-time code becomes a short-lived bearer that is renewed by proof of possession. */
const Grant = is.object({
	session: is.text(),
	bearer: is.text(),
	/** Seconds until the bearer ends. */
	expires_in: is.integer(),
	/** The server's clock, epoch milliseconds. */
	now: is.integer(),
	/** What `GET /session` says, so that a page need not ask for it. */
	about: Surroundings,
})

/** Exchanges the one-time code of the sign-in link; the page's public key (ECDSA P-256, JWK) is what renews the session later. */
export const startSession = call({
	method: 'POST',
	path: '/session/start',
	summary: 'Exchange the one-time code of the sign-in link for a session.',
	scope: 'public',
	body: { code: is.text({ maxLength: 200 }), public_key: is.record(is.anything()) },
	reply: Grant,
})

/**
 * Renews a bearer: `signature` is base64url ECDSA P-256/SHA-256 over `renewMessage(...)`; `at` is epoch milliseconds,
 * accepted within 60 s; a `nonce` works once.
 */
export const renewSession = call({
	method: 'POST',
	path: '/session/renew',
	summary: 'Renew the bearer of a session by proof of possession.',
	scope: 'public',
	body: { session: is.text({ maxLength: 100 }), at: is.integer(), nonce: is.text({ minLength: 16, maxLength: 100 }), signature: is.text({ maxLength: 200 }) },
	reply: Grant,
})

/** The bytes that a renewal signs, as text. */
export function renewMessage(session: string, at: number, nonce: string): string {
	return `drydock-renew:${session}:${at}:${nonce}`
}

export const endSession = call({ method: 'POST', path: '/session/end', summary: 'Sign out.', scope: 'agent', reply: is.object({ ok: is.flag() }) })

export const currentSession = call({
	method: 'GET',
	path: '/session',
	summary: 'Who is signed in, and what this server offers.',
	reply: Surroundings,
})

/** A single-use ticket (30 s) for one socket or stream, passed as `?ticket=`. `path` is the path without the query. */
export const takeTicket = call({
	method: 'POST',
	path: '/session/ticket',
	summary: 'A single-use ticket, valid 30 seconds, for one path.',
	body: { path: is.text({ maxLength: 2000 }) },
	reply: is.object({ ticket: is.text() }),
})
