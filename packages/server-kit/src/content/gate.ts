import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { Clock } from '../clock.ts'
import { limitBody } from '../http/slow-bodies.ts'
import type { Content } from './index.ts'

// Importing it would build its fetch as well, which costs every start.
const { createServer } = process.getBuiltinModule('node:http')

export interface Gate {
	server: Server
	/** Only upgrades for the API arrive here. It never listens itself. */
	apiUpgrades: Server
}

/** A page that is looked at asks again within a minute; a new connection each time would cost more than an idle one. */
const keepAliveMs = 72_000

/** One port, two worlds: requests for a content name never reach the API's router. */
export function createGate({ content, clock }: { content: Content; clock: Clock }, api: RequestListener, options: ServerOptions): Gate {
	const server = createServer(options, (request, reply) => {
		limitBody(request, clock)
		if (content.serves(request)) void content.answer(request, reply)
		else api(request, reply)
	})
	server.keepAliveTimeout = keepAliveMs
	const apiUpgrades = createServer()
	server.on('upgrade', (request, socket, head) => (content.serves(request) ? content.connect(request, socket, head) : apiUpgrades.emit('upgrade', request, socket, head)))
	return { server, apiUpgrades }
}
