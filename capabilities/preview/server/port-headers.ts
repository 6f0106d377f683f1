import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Here } from '@drydock/server-kit/content/index.ts'

interface Ends {
	/** The server's own address, as its page would have it without the preview. */
	target: string
	here: Here
}

/** They speak of one connection, and a request travels over two (RFC 9110 §7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/** The request as the server would see it if its page were open at localhost. */
export function forServer({ headers, httpVersion }: IncomingMessage, { target, here }: Ends): IncomingHttpHeaders {
	const sent = without(headers, hopByHop)
	const isDocument = headers['sec-fetch-mode'] === 'navigate'
	return {
		...sent,
		host: new URL(target).host,
		...(headers.origin !== undefined && { origin: headers.origin === here.origin ? target : headers.origin }),
		...(headers.referer !== undefined && { referer: headers.referer.replace(here.origin, target) }),
		// A document has to be read to put the bridge into it.
		...(isDocument && { 'accept-encoding': 'identity' }),
		...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
		via: `${httpVersion} drydock`,
	}
}

/** What would keep the page out of the frame, or speaks for a whole host. */
const dropped = new Set([...hopByHop, 'x-frame-options', 'strict-transport-security', 'alt-svc', 'report-to', 'nel', 'content-security-policy-report-only'])

/** The answer as the page may have it. */
export function forPage(headers: IncomingHttpHeaders, { target, here }: Ends): Record<string, string | string[]> {
	const kept: Record<string, string | string[]> = {}
	for (const [name, value] of Object.entries(without(headers, dropped))) if (value !== undefined) kept[name] = value
	const framed = `frame-ancestors ${here.product}`
	const own = headers['content-security-policy']
	// Each policy holds by itself, so ours stands beside the server's own.
	kept['content-security-policy'] = own === undefined ? framed : [withoutFraming(String(own)), framed].filter(Boolean)
	kept['referrer-policy'] ??= 'no-referrer'
	if (headers.location !== undefined) kept['location'] = movedTo(headers.location, { target, here })
	if (headers['set-cookie']) kept['set-cookie'] = headers['set-cookie'].map(framedCookie)
	return kept
}

function without(headers: IncomingHttpHeaders, names: ReadonlySet<string>): IncomingHttpHeaders {
	const named = new Set(String(headers.connection ?? '').toLowerCase().split(/\s*,\s*/))
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name) && !named.has(name)))
}

function withoutFraming(policy: string): string {
	const directives = policy.split(';').map((directive) => directive.trim())
	return directives.filter((directive) => directive && !/^frame-ancestors\b/i.test(directive)).join('; ')
}

/** The server sends its page to its own address; that is this name now. */
function movedTo(location: string, { target, here }: Ends): string {
	const { port } = new URL(target)
	const own = new RegExp(`^https?://(localhost|127\\.0\\.0\\.1|\\[::1\\]|0\\.0\\.0\\.0):${port}(?=[/?#]|$)`, 'i')
	return location.replace(own, here.origin)
}

/** In a frame a browser keeps only cookies that say they are for one; they belong to this name alone. */
function framedCookie(cookie: string): string {
	const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
	const kept = attributes.filter((attribute) => !/^(domain|samesite|secure|partitioned)\b/i.test(attribute))
	return [pair, ...kept, 'SameSite=None', 'Secure', 'Partitioned'].join('; ')
}
