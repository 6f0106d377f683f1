import { lookup } from 'node:dns/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { DrydockError } from '@drydock/contract'
import { isLinkLocal, isPublicAddress } from '../models/addresses.ts'
import { allowsHost, readAuthority, readHostRule, type HostRule } from './host-rules.ts'

// See guarded-fetch.ts: importing node:http as a module loads all of it at the start.
const { createServer, request } = process.getBuiltinModule('node:http')

/** What one command tried to reach, each once. */
export interface Contacts {
	reached: string[]
	refused: string[]
}

export interface HostProxy {
	contacts: Contacts
	/** Where it listens on a port. */
	port?: number
	close(): void
}

type Resolve = (host: string) => Promise<readonly { address: string }[]>

/** Connections at a time: a package manager opens some dozens. */
const mostConnections = 256
/** Names kept of what a command tried. */
const mostContacts = 50
const connectMs = 30_000
const defaultPort = 80
const perHop = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host'])

/**
 * The only way out of a sandbox: a proxy that connects to listed hosts and to nothing else. A name is resolved once, every address it
 * has must be one of the open internet, and that address is connected to. It listens on a unix socket, or on a port of this machine.
 */
export async function startHostProxy(at: string | 'port', hosts: readonly string[], resolve: Resolve = (host) => lookup(host, { all: true, order: 'ipv4first' })): Promise<HostProxy> {
	const rules = hosts.map(readHostRule)
	const contacts: Contacts = { reached: [], refused: [] }
	const open = new Set<Duplex>()
	const server = createServer()
	server.maxConnections = mostConnections

	async function reach(authority: string | undefined, fallbackPort?: number): Promise<Socket> {
		const target = readAuthority((authority ?? '').toLowerCase())
		const port = target?.port ?? fallbackPort
		if (!target || port === undefined) throw refused('That is no host and port')
		const shown = `${target.host}:${port}`
		try {
			const socket = await connectTo(await addressFor(rules, { ...target, port }, resolve), port)
			remember(contacts.reached, shown)
			open.add(socket)
			socket.once('close', () => open.delete(socket)).on('error', () => {})
			return socket
		} catch (error) {
			if (error instanceof DrydockError) remember(contacts.refused, shown)
			throw error
		}
	}

	server.on('connection', (socket: Socket) => {
		open.add(socket)
		socket.once('close', () => open.delete(socket)).on('error', () => {})
	})
	server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
		client.on('error', () => {})
		reach(incoming.url).then(
			(socket) => {
				client.write('HTTP/1.1 200 Connection established\r\n\r\n')
				socket.write(head)
				client.pipe(socket).pipe(client)
				client.once('close', () => socket.destroy())
				socket.once('close', () => client.destroy())
			},
			(error: unknown) => client.end(`HTTP/1.1 ${statusLine(error)}\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${sentence(error)}\n`),
		)
	})
	server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const [, authority, rest = ''] = /^http:\/\/([^/?#\\]*)([/?][^\\#\s]*)?$/.exec(incoming.url ?? '') ?? []
		reach(authority, defaultPort).then(
			(socket) => forward(socket, authority ?? '', rest === '' ? '/' : rest.replace(/^\?/, '/?'), incoming, outgoing),
			(error: unknown) => void outgoing.writeHead(Number(statusLine(error).slice(0, 3)), { 'content-type': 'text/plain', connection: 'close' }).end(`${sentence(error)}\n`),
		)
	})
	await new Promise<void>((done, fail) => {
		server.once('error', fail)
		if (at === 'port') server.listen(0, '127.0.0.1', done)
		else server.listen(at, done)
	})
	const address = server.address()
	return {
		contacts,
		...(typeof address === 'object' && address && { port: address.port }),
		close() {
			server.close()
			for (const socket of open) socket.destroy()
		},
	}
}

async function addressFor(rules: readonly HostRule[], { host, port }: Required<HostRule>, resolve: Resolve): Promise<string> {
	if (!allowsHost(rules, host, port)) throw refused(`${host}:${port} is not on the list of hosts of this project`)
	// A person wrote this very address and port.
	if (isIP(host)) return host
	const addresses = await resolve(host)
	const wrong = addresses.find(({ address }) => isLinkLocal(address) || !isPublicAddress(address))
	if (wrong) throw refused(`${host} leads to ${wrong.address}, which is not an address of the open internet`)
	const [first] = addresses
	if (!first) throw new Error(`${host} has no address`)
	return first.address
}

function connectTo(host: string, port: number): Promise<Socket> {
	return new Promise((done, fail) => {
		const socket = connect({ host, port })
		socket.setTimeout(connectMs, () => socket.destroy(new Error(`${host}:${port} did not answer`)))
		socket.once('error', fail)
		socket.once('connect', () => {
			socket.setTimeout(0)
			done(socket)
		})
	})
}

/** Passes one plain request on; the host it names is the one that was judged, whatever its headers say. */
function forward(socket: Socket, authority: string, path: string, incoming: IncomingMessage, outgoing: ServerResponse) {
	const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !perHop.has(name)))
	const onward = request({ createConnection: () => socket, method: incoming.method, path, headers: { ...headers, host: authority, connection: 'close' } }, (answer) => {
		outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !perHop.has(name))))
		answer.pipe(outgoing)
	})
	onward.on('error', () => outgoing.destroy())
	outgoing.once('close', () => onward.destroy())
	incoming.pipe(onward)
}

function remember(list: string[], shown: string) {
	if (!list.includes(shown) && list.length < mostContacts) list.push(shown)
}

const refused = (reason: string) => new DrydockError(403, 'sandbox.host_refused', `Drydock did not connect: ${reason}.`, { hint: 'A person can add the host in the Sandbox pane.' })

const statusLine = (error: unknown) => (error instanceof DrydockError ? '403 Forbidden' : '502 Bad Gateway')

function sentence(error: unknown): string {
	if (error instanceof DrydockError) return [error.message, error.hint].filter(Boolean).join(' ')
	return `Drydock could not connect: ${error instanceof Error ? error.message : String(error)}`
}
