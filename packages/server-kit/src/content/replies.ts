import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { faultBody } from '@drydock/contract'
import { toFault } from '../http/faults.ts'
import type { Log } from '../log.ts'

/** On every answer of a content name. */
export const contentHeaders: Record<string, string> = {
	'x-content-type-options': 'nosniff',
	// The name is a secret of this page: it is not told to others.
	'referrer-policy': 'no-referrer',
	'origin-agent-cluster': '?1',
	'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export interface Answer {
	status?: number
	headers: Record<string, string | string[]>
	body?: Buffer | string | Readable
}

/** Writes an answer; the body of a HEAD is left out, and a client that leaves ends the reading. */
export async function send(request: IncomingMessage, reply: ServerResponse, { status = 200, headers, body }: Answer): Promise<void> {
	reply.writeHead(status, { ...contentHeaders, ...headers })
	const isStream = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)
	if (request.method === 'HEAD' || !isStream) {
		if (isStream) body.destroy()
		reply.end(request.method === 'HEAD' || isStream ? undefined : body)
		return
	}
	// Leaving in the middle of a film is no failure.
	await pipeline(body, reply).catch(() => reply.destroy())
}

/** Says why not: as a page where a page is asked for, else as data. */
export function refuse(request: IncomingMessage, reply: ServerResponse, error: unknown, log: Log): void {
	const fault = toFault(error)
	if (fault.status >= 500) log.error(fault.message, { path: request.url, error: fault.cause ?? fault })
	if (reply.headersSent) return void reply.destroy()
	const isPage = request.headers['sec-fetch-mode'] === 'navigate'
	const body = isPage ? notePage(fault.message, fault.hint ?? '') : JSON.stringify(faultBody(fault))
	void send(request, reply, {
		status: fault.status,
		headers: { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8', 'content-security-policy': noteRules, 'cache-control': 'no-store' },
		body,
	})
}

/** For pages of our own on a content name: nothing but text and its style. */
export const noteRules = "default-src 'none'; style-src 'unsafe-inline'"

/** A page that says one thing, in the colours of the system. */
export function notePage(title: string, text: string, { retryAfter }: { retryAfter?: number } = {}): string {
	const refresh = retryAfter === undefined ? '' : `<meta http-equiv="refresh" content="${retryAfter}">`
	return `<!doctype html><html lang="en"><meta charset="utf-8">${refresh}<title>${escaped(title)}</title><style>:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center;margin:1rem}h1{font-size:15px;margin:0}p{margin:.5rem 0;opacity:.75}</style><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></html>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
