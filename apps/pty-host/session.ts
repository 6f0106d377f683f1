import { maxBatchBytes, pauseAtBytes, resumeAtBytes, type PtySession, type Size, type ViewerEvent } from '@drydock/server-kit/pty/protocol.ts'
import { Ring } from './ring.ts'
import type { Shell } from './shell.ts'

/** DESIGN, rulings: what a terminal keeps for those who come back. */
const ringBytes = 2 * 1024 * 1024

/** Two messages of one terminal are this far apart: a quarter of a frame, so that nobody sees it. */
const floodGapMs = 4

export interface Watcher {
	/** Sent and not yet shown. */
	unseen: number
	bytes(bytes: Buffer): void
	event(event: ViewerEvent): void
}

/** One terminal: its program, what it printed, and who looks. */
export class Session {
	readonly sid: string
	readonly owner: string
	readonly #shell: Shell
	readonly #about: { runner: string; cwd: string; started: number }
	readonly #ring: Ring
	readonly #watchers = new Set<Watcher>()
	#batch: Buffer[] = []
	#batchBytes = 0
	#flushedAt = 0
	#isPaused = false
	#lastActive = Date.now()
	#code: number | undefined

	constructor(about: { sid: string; owner: string; runner: string; cwd: string; size: Size }, shell: Shell) {
		this.sid = about.sid
		this.owner = about.owner
		this.#about = { runner: about.runner, cwd: about.cwd, started: Date.now() }
		this.#shell = shell
		this.#ring = new Ring(about.size, ringBytes)
		// With `encoding: null` node-pty hands over buffers, which its types do not say.
		shell.pty.onData((data) => this.#collect(Buffer.from(data)))
		shell.pty.onExit(({ exitCode, signal }) => this.#exit(signal ? 128 + signal : exitCode))
	}

	get isOver(): boolean {
		return this.#code !== undefined
	}

	get isWatched(): boolean {
		return this.#watchers.size > 0
	}

	get lastActive(): number {
		return this.#lastActive
	}

	describe(): PtySession {
		return { sid: this.sid, pid: this.#shell.pty.pid, ...this.#about, status: this.isOver ? 'exited' : 'running', code: this.#code, last_active: this.#lastActive }
	}

	attach(watcher: Watcher) {
		this.#flush()
		watcher.event({ type: 'replay' })
		for (const item of this.#ring.replay()) {
			if ('size' in item) watcher.event({ type: 'resize', ...item.size })
			else this.#sendTo(watcher, item.bytes)
		}
		watcher.event({ type: 'live', session: this.describe() })
		this.#watchers.add(watcher)
		this.#flow()
	}

	detach(watcher: Watcher) {
		this.#watchers.delete(watcher)
		this.#lastActive = Date.now()
		this.#flow()
	}

	acknowledge(watcher: Watcher, bytes: number) {
		watcher.unseen = Math.max(0, watcher.unseen - bytes)
		this.#flow()
	}

	write(bytes: Buffer) {
		this.#lastActive = Date.now()
		if (!this.isOver) this.#shell.pty.write(bytes.toString('utf8'))
	}

	/** The last who changes it decides the size for all. */
	resize(size: Size, by: Watcher) {
		// Changing the size of a program that has ended is an error in node-pty.
		if (this.isOver || (this.#shell.pty.cols === size.cols && this.#shell.pty.rows === size.rows)) return
		this.#flush()
		this.#shell.pty.resize(size.cols, size.rows)
		this.#ring.resize(size)
		for (const watcher of this.#watchers) if (watcher !== by) watcher.event({ type: 'resize', ...size })
	}

	end() {
		if (!this.isOver) this.#shell.end()
	}

	/** An echo goes out in the same turn of the event loop; in a flood, which comes in pieces of 4 KiB, many pieces become one message. */
	#collect(bytes: Buffer) {
		if (this.#batch.length === 0) {
			const sinceLast = performance.now() - this.#flushedAt
			if (sinceLast >= floodGapMs) setImmediate(() => this.#flush())
			else setTimeout(() => this.#flush(), floodGapMs - sinceLast)
		}
		this.#batch.push(bytes)
		this.#batchBytes += bytes.length
		if (this.#batchBytes >= maxBatchBytes) this.#flush()
	}

	#flush() {
		if (this.#batchBytes === 0) return
		this.#flushedAt = performance.now()
		const [only] = this.#batch
		const bytes = this.#batch.length === 1 && only ? only : Buffer.concat(this.#batch)
		this.#batch = []
		this.#batchBytes = 0
		this.#lastActive = Date.now()
		this.#ring.add(bytes)
		for (const watcher of this.#watchers) this.#sendTo(watcher, bytes)
		this.#flow()
	}

	#sendTo(watcher: Watcher, bytes: Buffer) {
		watcher.unseen += bytes.length
		watcher.bytes(bytes)
	}

	/** The slowest watcher sets the pace; with none the program runs on into the ring. */
	#flow() {
		if (this.isOver) return
		const most = Math.max(0, ...[...this.#watchers].map(({ unseen }) => unseen))
		if (!this.#isPaused && most > pauseAtBytes) {
			this.#isPaused = true
			this.#shell.pty.pause()
		} else if (this.#isPaused && most <= resumeAtBytes) {
			this.#isPaused = false
			this.#shell.pty.resume()
		}
	}

	#exit(code: number) {
		this.#flush()
		this.#code = code
		for (const watcher of this.#watchers) watcher.event({ type: 'exit', code })
	}
}
