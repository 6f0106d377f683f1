import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DrydockError } from '@drydock/contract'
import { childEnvironment, toolFolders } from '../process/environment.ts'
import { bytesHead, frameReader, messageFrame } from './frames.ts'
import type { Followed, HostReply, HostRequest, Program, PtySession, Size, ViewerEvent } from './protocol.ts'
import { hostSocket } from './socket-path.ts'
import { connectHost, startHost } from './start-host.ts'

export type { Program, PtySession, Size, ViewerEvent } from './protocol.ts'

/** A person's terminals are theirs in every browser they sign in with; agents have none. */
export const person = 'person'

/** Looks at one terminal: first what was printed before, then what comes. */
export interface Viewer {
	/** The memory of `bytes` is used again after `release`. */
	bytes(bytes: Buffer, release: () => void): void
	event(event: ViewerEvent): void
	/** The host is gone, and the terminal with it. */
	lost(): void
}

export interface Attachment {
	input(text: string): void
	resize(size: Size): void
	/** How many bytes the viewer has shown since the last time; without this the program is paused after 1 MiB. */
	ack(bytes: number): void
	detach(): void
}

/** The terminals of this data folder. They live in a process of their own, so that they outlive a server that was killed. */
export interface Ptys {
	/** `isAhead`: nobody has asked for it yet; it is not listed, and ends with its viewer unless it is taken. */
	open(request: { owner: string; runner: string; program: Omit<Program, 'env'>; size: Size; env?: Readonly<Record<string, string>>; isAhead?: boolean }): Promise<PtySession>
	/** Makes a terminal that was started ahead an ordinary one; throws 404 if its first prompt is out of date. */
	take(sid: string, owner: string): Promise<void>
	/** Throws 404 `not_found` for a terminal of another owner. */
	attach(sid: string, owner: string, viewer: Viewer): Promise<Attachment>
	/** Hears what the shell says about its commands (OSC 633 with its key); `onEnd` when nothing more can come. */
	follow(sid: string, owner: string, ear: { mark(text: string): void; onEnd(): void }): Promise<Followed & { leave(): void }>
	list(owner: string): Promise<PtySession[]>
	kill(sid: string, owner: string): Promise<void>
	/** Whether a host is connected. */
	isUp(): boolean
	/** Lets go of the host, which then waits for a successor. */
	close(): void
	/** Ends every terminal and the host: Drydock stops. */
	end(): Promise<void>
}

export interface PtysOptions {
	dataDir: string
	/** The host's program. */
	hostMain?: string
	env?: NodeJS.ProcessEnv
}

type Asking = Exclude<HostRequest, { op: 'detach' | 'resize' | 'ack' | 'end' }>
type WithoutNumber<T> = T extends unknown ? Omit<T, 'request'> : never

export function createPtys({ dataDir, hostMain = fileURLToPath(import.meta.resolve('@drydock/pty-host/main.ts')), env = process.env }: PtysOptions): Ptys {
	const socketPath = hostSocket(dataDir)
	const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
	const viewers = new Map<number, Viewer>()
	let socket: Socket | undefined
	let connecting: Promise<Socket> | undefined
	let count = 0

	// A host whose server was killed waits a minute for its successor: this process, if there is one.
	void find()

	async function find(): Promise<Socket | undefined> {
		const reader = frameReader({
			message: (message) => receive(message as HostReply),
			bytes(number, piece, release) {
				const viewer = viewers.get(number)
				if (viewer) viewer.bytes(piece, release)
				else release()
			},
		})
		const found = await connectHost(socketPath, reader.push)
		if (!found || socket) {
			found?.destroy()
			return socket
		}
		socket = found
		found.on('error', () => found.destroy())
		found.on('close', () => lose(found))
		// A terminal alone is no reason to keep a stopping server alive.
		found.unref()
		return found
	}

	function receive(reply: HostReply) {
		if ('viewer' in reply) return viewers.get(reply.viewer)?.event(reply.event)
		const asked = waiting.get(reply.request)
		waiting.delete(reply.request)
		if (waiting.size === 0) socket?.unref()
		if ('result' in reply) return asked?.resolve(reply.result)
		asked?.reject(new DrydockError(reply.fault.status, reply.fault.code, reply.fault.message))
	}

	function lose(old: Socket) {
		if (socket === old) socket = undefined
		for (const { reject } of waiting.values()) reject(new DrydockError(503, 'terminal.host', 'The process that owns the terminals has ended'))
		waiting.clear()
		const left = [...viewers.values()]
		viewers.clear()
		for (const viewer of left) viewer.lost()
	}

	async function reach(): Promise<Socket> {
		const found = await find()
		if (found) return found
		await startHost(hostMain, socketPath, userEnvironment(env))
		const started = await find()
		if (!started) throw new DrydockError(503, 'terminal.host', 'The process that owns the terminals started but does not answer')
		return started
	}

	function host(): Promise<Socket> {
		if (socket) return Promise.resolve(socket)
		return (connecting ??= reach().finally(() => (connecting = undefined)))
	}

	const send = (message: HostRequest) => socket?.write(messageFrame(message))

	async function ask(message: WithoutNumber<Asking>): Promise<unknown> {
		const open = await host()
		const request = ++count
		return new Promise((resolve, reject) => {
			waiting.set(request, { resolve, reject })
			open.ref()
			open.write(messageFrame({ ...message, request }))
		})
	}

	async function watch(op: 'attach' | 'follow', which: { sid: string; owner: string }, viewer: Viewer) {
		const number = ++count
		viewers.set(number, viewer)
		try {
			return { number, answer: await ask({ op, viewer: number, ...which }) }
		} catch (error) {
			viewers.delete(number)
			throw error
		}
	}

	function leave(number: number) {
		if (viewers.delete(number)) send({ op: 'detach', viewer: number })
	}

	return {
		async open({ owner, runner, program, size, env: extra, isAhead = false }) {
			return (await ask({ op: 'open', sid: randomUUID(), owner, runner, program: { ...program, env: { ...userEnvironment(env), ...extra } }, size, isAhead })) as PtySession
		},
		async attach(sid, owner, viewer) {
			const { number } = await watch('attach', { sid, owner }, viewer)
			return {
				input(text) {
					const bytes = Buffer.from(text)
					socket?.write(Buffer.concat([bytesHead(number, bytes.length), bytes]))
				},
				resize: (size) => void send({ op: 'resize', viewer: number, size }),
				ack: (bytes) => void send({ op: 'ack', viewer: number, bytes }),
				detach: () => leave(number),
			}
		},
		async follow(sid, owner, { mark, onEnd }) {
			const { number, answer } = await watch('follow', { sid, owner }, {
				bytes: (_, release) => release(),
				event(event) {
					if (event.type === 'mark') mark(event.mark)
					if (event.type === 'exit') onEnd()
				},
				lost: onEnd,
			})
			return { ...(answer as Followed), leave: () => leave(number) }
		},
		// No host, no terminals: asking must not start one.
		list: async (owner) => ((socket ?? (await find())) ? ((await ask({ op: 'list', owner })) as PtySession[]) : []),
		take: async (sid, owner) => void (await ask({ op: 'take', sid, owner })),
		kill: async (sid, owner) => void (await ask({ op: 'kill', sid, owner })),
		isUp: () => socket !== undefined,
		close: () => socket?.destroy(),
		async end() {
			const open = socket ?? (await find())
			if (!open) return
			const closed = new Promise<void>((resolve) => open.once('close', () => resolve()))
			open.ref()
			open.write(messageFrame({ op: 'end' } satisfies HostRequest))
			await closed
		},
	}
}

/** What a person's own shell starts with: who and where they are, and nothing of the server's. */
function userEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
	const { username, homedir, shell } = os.userInfo()
	return childEnvironment(own, {
		PATH: toolFolders(own).join(path.delimiter),
		HOME: own['HOME'] ?? homedir,
		USER: username,
		LOGNAME: username,
		...(shell && { SHELL: shell }),
		TERM: 'xterm-256color',
		COLORTERM: 'truecolor',
		TERM_PROGRAM: 'Drydock',
	})
}
