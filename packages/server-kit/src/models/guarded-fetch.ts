import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import { isLinkLocal, isPublicAddress } from './addresses.ts'

// Importing node:http as a module reads all its exports, one of which loads Node's own fetch: a quarter of the server's start.
const { request: httpRequest } = process.getBuiltinModule('node:http')
const { request: httpsRequest } = process.getBuiltinModule('node:https')

/** No byte of the answer's head for this long: the server is not coming. Streams have their own stall limit. */
const connectMs = 60_000

const publicName = /[^.]\.[a-z][a-z0-9-]*$/i
/** Names that never belong to the open internet (RFC 6761, 6762, 8375, 9476, and what clouds and routers use). */
const privateName = /\.(localhost|local|internal|intranet|lan|home|corp|alt|test|invalid|home\.arpa)$/i

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * A fetch that reaches the open internet and the one origin a person confirmed, and nothing else: addresses are checked
 * where they are connected to (a name that resolves differently the second time gains nothing), redirects are refused.
 */
export function guardedFetch(pinnedOrigin: string | undefined): Fetch {
	return async (input, init = {}) => {
		const url = new URL(input instanceof Request ? input.url : input)
		const isPinned = url.origin === pinnedOrigin
		checkUrl(url, isPinned)
		const response = await send(url, init, isPinned)
		const status = response.statusCode ?? 0
		if (status >= 300 && status < 400 && status !== 304) {
			response.destroy()
			throw blocked(`${url.origin} answered with a redirect, which is not followed`)
		}
		if (status === 200 && /^text\/html\b/i.test(response.headers['content-type'] ?? '')) {
			response.destroy()
			throw new DrydockError(502, 'models.web_page', `${url.origin} answered with a web page instead of a model`, { hint: 'Check the base URL in Settings; on a guest network, sign in to the network first.' })
		}
		const hasBody = status !== 204 && status !== 304
		// Node's web streams and the global ones are the same objects with two type declarations.
		const body = hasBody ? (Readable.toWeb(response) as unknown as ReadableStream<Uint8Array>) : response.resume() && null
		return new Response(body, { status, headers: headersOf(response) })
	}
}

/** Refuses what is wrong before any look-up. */
export function checkUrl(url: URL, isPinned: boolean): void {
	if (url.protocol !== 'https:' && url.protocol !== 'http:') throw blocked(`${url.protocol} addresses are not supported`)
	if (url.username !== '' || url.password !== '') throw blocked('A name or password may not be part of an address')
	const host = url.hostname.replace(/^\[|\]$/g, '')
	if (isIP(host)) checkAddress(host, isPinned)
	else if (!isPinned && (!publicName.test(host) || privateName.test(host))) throw blocked(`${host} is a name of a private network`)
}

function checkAddress(address: string, isPinned: boolean) {
	if (isLinkLocal(address) || (!isPinned && !isPublicAddress(address))) throw blocked(`${address} is not an address of the open internet`)
}

function blocked(what: string) {
	return new DrydockError(403, 'models.address_refused', `Drydock did not connect: ${what}`, {
		hint: 'Only public addresses and the base URL that you confirmed in Settings are reachable.',
	})
}

function send(url: URL, init: RequestInit, isPinned: boolean): Promise<IncomingMessage> {
	const options: RequestOptions = {
		method: init.method ?? 'GET',
		headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(init.headers)) },
		signal: init.signal ?? undefined,
		lookup: (host, lookupOptions, done) => checkedLookup(host, lookupOptions, isPinned, done),
	}
	return new Promise((answer, reject) => {
		const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
			request.setTimeout(0)
			answer(response)
		})
		request.setTimeout(connectMs, () => request.destroy(new Error(`no answer within ${connectMs / 1000} seconds`)))
		request.on('error', reject)
		if (init.body instanceof ReadableStream || init.body instanceof FormData) return reject(new TypeError('Only text and bytes can be sent'))
		request.end(init.body ?? undefined)
	})
}

type Done = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

function checkedLookup(host: string, options: LookupOptions, isPinned: boolean, done: Done) {
	resolve(host, { ...options, all: true }, (error, addresses) => {
		if (error) return done(error, [])
		try {
			for (const { address } of addresses) checkAddress(address, isPinned)
		} catch (refused) {
			return done(refused instanceof Error ? refused : new Error(String(refused)), [])
		}
		const [first] = addresses
		if (options.all || !first) return done(null, addresses)
		done(null, first.address, first.family)
	})
}

function headersOf(response: IncomingMessage): Headers {
	const headers = new Headers()
	for (const [name, value] of Object.entries(response.headers)) if (value !== undefined) headers.set(name, String(value))
	return headers
}
