import type { Socket } from 'node:net'
import { bytesHead, frameReader, messageFrame } from '@drydock/server-kit/pty/frames.ts'
import type { Followed, HostReply, HostRequest } from '@drydock/server-kit/pty/protocol.ts'
import { Session } from './session.ts'
import { startShell } from './shell.ts'
import { fingerprint } from './fingerprint.ts'
import type { Watcher } from './view.ts'

/** SECURITY P7: a server that was killed is started again, or it is not. */
const successorMs = 60_000
/** More terminals than anyone looks at; each may hold 2 MiB. */
const maxSessions = 64
/** Terminals whose program has ended and that nobody closed: their last screen is kept for this many. */
const maxEnded = 16
/** RE-056: a terminal that nobody has looked at for this long is ended. */
const abandonedMs = 24 * 60 * 60 * 1000
const sweepMs = 60_000
/** Shells that are started before they are asked for: one for each page that is open. */
const maxAhead = 4

class Refusal extends Error {
	readonly status: number
	readonly code: string
	constructor(status: number, code: string, message: string) {
		super(message)
		this.status = status
		this.code = code
	}
}

/** All terminals of a data folder, whichever server asks. */
export class Host {
	readonly #sessions = new Map<string, Session>()
	readonly #servers = new Set<Socket>()
	readonly #folder: string
	readonly #onEnd: () => void
	#lonely: NodeJS.Timeout | undefined
	#isEnding = false

	/** `folder` is for files that only a shell reads. */
	constructor(folder: string, onEnd: () => void) {
		this.#folder = folder
		this.#onEnd = onEnd
		this.#waitForServer()
		setInterval(() => this.#sweep(), sweepMs).unref()
	}

	serve(socket: Socket) {
		const viewers = new Map<number, { watcher: Watcher; session: Session }>()
		const reply = (message: HostReply) => void socket.write(messageFrame(message))
		const reader = frameReader({
			// The socket is ours alone (0600), so its messages are what our own types say.
			message: (message) => void this.#handle(message as HostRequest, { socket, viewers, reply }),
			bytes(viewer, piece, release) {
				viewers.get(viewer)?.session.write(piece)
				release()
			},
		})
		this.#servers.add(socket)
		clearTimeout(this.#lonely)
		socket.on('data', (chunk) => reader.push(chunk))
		socket.on('error', () => socket.destroy())
		socket.on('close', () => {
			this.#servers.delete(socket)
			for (const viewer of viewers.values()) this.#detach(viewer)
			if (this.#servers.size === 0) this.#waitForServer()
		})
	}

	/** A terminal that was started ahead is for whoever waits for it. */
	#detach({ watcher, session }: { watcher: Watcher; session: Session }) {
		session.detach(watcher)
		if (!session.isAhead) return
		session.end()
		this.#sessions.delete(session.sid)
	}

	#waitForServer() {
		this.#lonely = setTimeout(() => this.end(), successorMs)
	}

	async #handle(message: HostRequest, { socket, viewers, reply }: { socket: Socket; viewers: Map<number, { watcher: Watcher; session: Session }>; reply(message: HostReply): void }) {
		switch (message.op) {
			case 'detach': {
				const viewer = viewers.get(message.viewer)
				viewers.delete(message.viewer)
				return viewer && this.#detach(viewer)
			}
			case 'resize': {
				const viewer = viewers.get(message.viewer)
				return viewer?.session.resize(message.size, viewer.watcher)
			}
			case 'ack': {
				const viewer = viewers.get(message.viewer)
				return viewer?.session.acknowledge(viewer.watcher, message.bytes)
			}
			case 'end':
				return this.end()
			default:
				return this.#answer(message, reply, (session, viewer) => {
					const watcher = watcherOn(socket, viewer)
					viewers.set(viewer, { watcher, session })
					return watcher
				})
		}
	}

	async #answer(message: Exclude<HostRequest, { op: 'detach' | 'resize' | 'ack' | 'end' }>, reply: (message: HostReply) => void, watch: (session: Session, viewer: number) => Watcher) {
		const { request } = message
		try {
			switch (message.op) {
				case 'open':
					return reply({ request, result: (await this.#open(message)).describe() })
				case 'list':
					return reply({ request, result: [...this.#sessions.values()].filter(({ owner, isAhead }) => owner === message.owner && !isAhead).map((session) => session.describe()) })
				case 'take': {
					const session = this.#find(message.sid, message.owner)
					if (!session.take()) throw new Refusal(404, 'not_found', 'What this shell began with has changed since')
					return reply({ request, result: true })
				}
				case 'kill': {
					const session = this.#find(message.sid, message.owner)
					this.#sessions.delete(session.sid)
					session.end()
					return reply({ request, result: true })
				}
				case 'attach': {
					const session = this.#find(message.sid, message.owner)
					// The answer goes first, so that the asker knows its viewer before the bytes come.
					reply({ request, result: true })
					return session.attach(watch(session, message.viewer))
				}
				case 'follow': {
					const session = this.#find(message.sid, message.owner)
					if (!session.hasMarks) throw new Refusal(409, 'terminal.no-marks', 'This shell does not say where its commands begin and end')
					const followed: Followed = { session: session.describe(), marks: session.follow(watch(session, message.viewer)) }
					return reply({ request, result: followed })
				}
			}
		} catch (error) {
			if (error instanceof Refusal) return reply({ request, fault: { status: error.status, code: error.code, message: error.message } })
			reply({ request, fault: { status: 500, code: 'terminal.start', message: `The terminal could not be started: ${String(error)}` } })
		}
	}

	async #open({ sid, owner, runner, program, size, isAhead }: Extract<HostRequest, { op: 'open' }>): Promise<Session> {
		if (this.#isEnding) throw new Refusal(503, 'terminal.host', 'Terminals are being ended')
		if (this.#sessions.size >= maxSessions) throw new Refusal(429, 'terminal.too-many', `There are already ${maxSessions} terminals: close one first`)
		if (isAhead && [...this.#sessions.values()].filter((each) => each.isAhead).length >= maxAhead) throw new Refusal(429, 'terminal.too-many', 'Enough terminals were started ahead')
		const shell = await startShell(program, size, this.#folder)
		const session = new Session({ sid, owner, runner, program, size, promise: isAhead ? fingerprint(program) : undefined }, shell)
		this.#sessions.set(sid, session)
		return session
	}

	#find(sid: string, owner: string): Session {
		const session = this.#sessions.get(sid)
		// Another owner's terminal looks exactly like one that does not exist.
		if (!session || session.owner !== owner) throw new Refusal(404, 'not_found', 'There is no such terminal')
		return session
	}

	#sweep() {
		const old = Date.now() - abandonedMs
		for (const session of this.#sessions.values()) {
			if (session.isWatched || (session.lastActive > old && !session.isAhead)) continue
			session.end()
			this.#sessions.delete(session.sid)
		}
		const ended = [...this.#sessions.values()].filter((session) => session.isOver && !session.isWatched)
		for (const session of ended.slice(0, Math.max(0, ended.length - maxEnded))) this.#sessions.delete(session.sid)
	}

	/** Ends every terminal, then the host. */
	end() {
		if (this.#isEnding) return
		this.#isEnding = true
		const all = [...this.#sessions.values()]
		for (const session of all) session.end()
		const waitForLast = () => (all.every(({ isOver }) => isOver) ? this.#onEnd() : setTimeout(waitForLast, 20))
		waitForLast()
	}
}

function watcherOn(socket: Socket, viewer: number): Watcher {
	return {
		bytes({ bytes, release }) {
			socket.cork()
			socket.write(bytesHead(viewer, bytes.length))
			socket.write(bytes, release)
			socket.uncork()
		},
		event: (event) => void socket.write(messageFrame({ viewer, event } satisfies HostReply)),
	}
}
