import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Places } from '../auth/places.ts'
import { checkFetch } from './policy.ts'
import { refuse } from './replies.ts'

/** Where a request came in. */
export interface Here {
	origin: string
	/** The product's page, the only one that may show this in a frame. */
	product: string
	url: URL
}

/** What is served under one name: files of a folder, or a server of the user's own. It never sees a credential, and nothing of the API lies there. */
export interface Site {
	/** How pages of another name may use it: values of `Sec-Fetch-Dest`, e.g. `image` or `iframe`. */
	embeds: readonly string[]
	/** Default: GET and HEAD only. */
	anyMethod?: boolean
	answer(request: IncomingMessage, reply: ServerResponse, here: Here): void | Promise<void>
	/** Takes over a connection that is to become a socket; without it there are none. */
	connect?(request: IncomingMessage, socket: Duplex, head: Buffer, here: Here): void
}

export interface Opened {
	origin: string
	expires_in: number
	/** It was open before. */
	renewed: boolean
}

/** Serves other people's content under names of its own, one for each folder or port: origins that share nothing with the product or each other. */
export interface Content {
	/** Opens a name for a session, or renews it. The same key always has the same name, so that a page finds its own storage again. */
	open(what: { kind: string; key: string; session: string }, site: Site): Opened
	close(origin: string, session: string): void
	/** A session ended: what only it had opened closes. */
	forget(session: string): void
	/** Whether a request is for a content name. */
	serves(request: IncomingMessage): boolean
	answer(request: IncomingMessage, reply: ServerResponse): Promise<void>
	connect(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Without a request for so long a name closes; the page renews what it shows. */
const idleMs = 60 * 60 * 1000
/** More folders and ports than a person looks at. */
const mostSites = 200

interface Open {
	site: Site
	sessions: Set<string>
	until: number
}

export function createContent({ secret, clock, log, places }: { secret: string; clock: Clock; log: Log; places: () => Places }): Content {
	const sites = new Map<string, Open>()

	const labelOf = (kind: string, key: string) => `${kind}-${createHmac('sha256', secret).update(JSON.stringify([kind, key])).digest('hex').slice(0, 32)}`
	const hostOf = (request: IncomingMessage) => request.headers.host ?? ''

	/** The site of a request and where it came in; throws what is not allowed. */
	function find(request: IncomingMessage, { isSocket = false } = {}): { site: Site; here: Here } {
		const label = places().contentLabel(hostOf(request))
		const open = label === undefined ? undefined : sites.get(label)
		if (label === undefined || !open || open.until < clock.now()) throw new DrydockError(403, 'host_not_allowed', 'Nothing is shown under this name now', { hint: 'Open it again in Drydock.' })
		open.until = clock.now() + idleMs
		const origin = `http://${places().contentHost(label)}`
		checkFetch({ method: request.method ?? '', headers: request.headers, origin, isSocket }, open.site)
		return { site: open.site, here: { origin, product: `http://${places().product}`, url: new URL(`http://content${request.url?.startsWith('/') ? request.url : '/'}`) } }
	}

	function trim() {
		for (const [label, { until }] of sites) if (until < clock.now()) sites.delete(label)
		for (const label of sites.keys()) if (sites.size > mostSites) sites.delete(label)
	}

	return {
		open({ kind, key, session }, site) {
			const label = labelOf(kind, key)
			const before = sites.get(label)
			const sessions = before?.sessions ?? new Set()
			const renewed = before !== undefined && before.until >= clock.now()
			sites.delete(label)
			sites.set(label, { site, sessions: sessions.add(session), until: clock.now() + idleMs })
			trim()
			return { origin: `http://${places().contentHost(label)}`, expires_in: idleMs / 1000, renewed }
		},
		close(origin, session) {
			const label = places().contentLabel(origin.replace(/^http:\/\//, ''))
			const open = label === undefined ? undefined : sites.get(label)
			open?.sessions.delete(session)
			if (label !== undefined && open?.sessions.size === 0) sites.delete(label)
		},
		forget(session) {
			for (const [label, { sessions }] of sites) if (sessions.delete(session) && sessions.size === 0) sites.delete(label)
		},
		serves(request) {
			const hosts = request.rawHeaders.filter((value, index) => index % 2 === 0 && value.toLowerCase() === 'host')
			return hosts.length === 1 && places().contentLabel(hostOf(request)) !== undefined
		},
		async answer(request, reply) {
			try {
				const { site, here } = find(request)
				await site.answer(request, reply, here)
			} catch (error) {
				refuse(request, reply, error, log)
			}
		},
		connect(request, socket, head) {
			socket.on('error', () => socket.destroy())
			try {
				const { site, here } = find(request, { isSocket: true })
				if (!site.connect) throw new DrydockError(426, 'no_sockets', 'There are no sockets here')
				site.connect(request, socket, head, here)
			} catch (error) {
				const status = error instanceof DrydockError ? error.status : 500
				socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
			}
		},
	}
}
