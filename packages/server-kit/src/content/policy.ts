import { DrydockError } from '@drydock/contract'
import type { IncomingHttpHeaders } from 'node:http'
import type { Site } from './index.ts'

interface Fetched {
	method: string
	headers: IncomingHttpHeaders
	/** The name's own origin. */
	origin: string
	isSocket: boolean
}

/**
 * Who may ask a content name for something: its own pages for anything that it offers, other pages only for what may be embedded, and no page
 * in the name of another origin. The name is a secret, but pages may give theirs away.
 */
export function checkFetch({ method, headers, origin, isSocket }: Fetched, { embeds, anyMethod }: Pick<Site, 'embeds' | 'anyMethod'>): void {
	const refused = new DrydockError(403, 'origin_not_allowed', 'Another page may not use this')
	if (headers.origin !== undefined && headers.origin !== origin) throw refused
	// Browsers tell the origin of every socket, and nothing else about it.
	if (isSocket) {
		if (headers.origin === undefined) throw refused
		return
	}
	const isRead = method === 'GET' || method === 'HEAD'
	if (!isRead && !anyMethod) throw new DrydockError(405, 'method_not_allowed', 'This can only be read')
	const site = headers['sec-fetch-site']
	if (site === undefined || site === 'same-origin' || site === 'none') return
	const use = headers['sec-fetch-dest']
	if (!isRead || typeof use !== 'string' || !embeds.includes(use)) throw refused
}
