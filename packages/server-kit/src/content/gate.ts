import http, { type RequestListener, type ServerOptions } from 'node:http'
import type { Content } from './index.ts'

export interface Gate {
	server: http.Server
	/** Only upgrades for the API arrive here. It never listens itself. */
	apiUpgrades: http.Server
}

/** A page that is looked at asks again within a minute; a new connection each time would cost more than an idle one. */
const keepAliveMs = 72_000

/** One port, two worlds: requests for a content name never reach the API's router. */
export function createGate(content: Content, api: RequestListener, options: ServerOptions): Gate {
	const server = http.createServer(options, (request, reply) => (content.serves(request) ? void content.answer(request, reply) : api(request, reply)))
	server.keepAliveTimeout = keepAliveMs
	const apiUpgrades = http.createServer()
	server.on('upgrade', (request, socket, head) => (content.serves(request) ? content.connect(request, socket, head) : apiUpgrades.emit('upgrade', request, socket, head)))
	return { server, apiUpgrades }
}
