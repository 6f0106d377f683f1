import { DrydockError, type AnyEndpoint } from '@drydock/contract'
import type { IncomingHttpHeaders } from 'node:http'
import { mayUse, type Caller } from './caller.ts'
import type { Auth } from './index.ts'
import type { Places } from './places.ts'

/** What the guard needs to know of a request. */
export interface Asked {
	method: string
	/** Path without the query. */
	path: string
	query: Record<string, unknown>
	headers: IncomingHttpHeaders
	rawHeaders: readonly string[]
	isUpgrade: boolean
	/** Undefined for unknown routes: those answer 401 before 404. */
	endpoint: AnyEndpoint | undefined
}

/** Keys that must not travel in a URL: it ends in logs and history (PANES, trap 1). */
const credentialNames = new Set(['api_key', 'apikey', 'token', 'admin_key', 'access_token', 'bearer', 'authorization', 'password', 'secret'])

/** Host, then Origin and fetch metadata, before anything is routed. */
export function checkPlace(asked: Asked, places: Places): void {
	const hosts = asked.rawHeaders.filter((value, index) => index % 2 === 0 && value.toLowerCase() === 'host')
	const kind = places.hostKind(asked.headers.host ?? '')
	if (hosts.length !== 1 || kind === 'foreign') throw new DrydockError(403, 'host_not_allowed', 'This server does not answer under that name')
	if (kind === 'content') throw new DrydockError(403, 'host_not_allowed', 'The content name serves no calls')
	checkOrigin(asked, places)
}

function checkOrigin({ method, headers, isUpgrade }: Asked, places: Places): void {
	const { origin } = headers
	const refused = new DrydockError(403, 'origin_not_allowed', 'This call must come from Drydock’s own page')
	if (origin !== undefined && !places.isOwnOrigin(origin)) throw refused
	// Browsers always send Origin on sockets; a program without one shows its key in a header that no page can set there.
	if (isUpgrade && origin === undefined && headers['x-api-key'] === undefined) throw refused
	const site = headers['sec-fetch-site']
	if (site === undefined || site === 'same-origin') return
	const isTopLevelPage = site === 'none' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
	if (isTopLevelPage && (method === 'GET' || method === 'HEAD')) return
	throw method === 'GET' || method === 'HEAD' ? new DrydockError(403, 'cross_site_get', 'Another site may not read this') : refused
}

/** Who it is, and whether that is enough. `undefined` for public endpoints without a credential. */
export async function checkCaller(asked: Asked, auth: Auth): Promise<Caller | undefined> {
	const { headers, query, endpoint } = asked
	if (Object.keys(query).some((name) => credentialNames.has(name.toLowerCase())))
		throw new DrydockError(400, 'credential_in_query', 'A key may not be part of an address', { hint: 'Send it as X-API-Key, or ask for a ticket.' })
	const scope = endpoint?.scope ?? 'user'
	if (scope === 'public') return undefined
	const caller = await callerOf(asked, auth, query['ticket'], headers)
	if (!mayUse(caller, scope)) throw new DrydockError(403, 'scope', scope === 'admin' ? 'Only the admin may do this' : 'An agent may not do this')
	return caller
}

async function callerOf(asked: Asked, auth: Auth, ticket: unknown, headers: IncomingHttpHeaders): Promise<Caller> {
	const credential = headerCredential(headers)
	if (credential !== undefined) return auth.identify(credential)
	const takesTickets = asked.endpoint && (asked.endpoint.kind === 'socket' || asked.endpoint.kind === 'stream') && asked.method === 'GET' && !asked.endpoint.startsWork
	if (typeof ticket === 'string' && takesTickets) return auth.tickets.redeem(ticket, asked.path)
	return auth.identify('')
}

function headerCredential(headers: IncomingHttpHeaders): string | undefined {
	const key = headers['x-api-key']
	if (typeof key === 'string') return key
	return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
