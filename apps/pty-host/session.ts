import type { Program, PtySession, Size } from '@drydock/server-kit/pty/protocol.ts'
import { fingerprint } from './fingerprint.ts'
import { Ring } from './ring.ts'
import type { Shell } from './shell.ts'
import { View, type Watcher } from './view.ts'

/** DESIGN, rulings: what a terminal keeps for those who come back. */
const ringBytes = 2 * 1024 * 1024

/** Two messages of one terminal are this far apart: a quarter of a frame, so that nobody sees it. */
const floodGapMs = 4

/** A program that prints nothing for so long waits for somebody, or is over: Ctrl-C is answered in one step. */
const quietMs = 2

/** What a prompt says grows old: a branch, a time. */
const freshMs = 10 * 60 * 1000

interface Opening {
	sid: string
	owner: string
	runner: string
	program: Program
	size: Size
	/** Started ahead: what its first prompt depends on. */
	promise: string | undefined
}

/** One terminal: its program, what it printed, and who looks. */
export class Session {
	readonly #shell: Shell
	readonly #ring: Ring
	readonly #views = new Map<Watcher, View>()
	readonly #followers = new Set<Watcher>()
	readonly #opening: Opening
	#isAhead: boolean
	#started = Date.now()
	#lastActive = Date.now()
	#flushedAt = 0
	#isWaiting = false
	#isPaused = false
	/** Of those who have gone. */
	#skipped = 0
	#code: number | undefined

	constructor(opening: Opening, shell: Shell) {
		this.#opening = opening
		this.#isAhead = opening.promise !== undefined
		this.#shell = shell
		this.#ring = new Ring(opening.size, ringBytes, (text) => this.#hear(text))
		// With `encoding: null` node-pty hands over buffers, which its types do not say.
		shell.pty.onData((data: unknown) => Buffer.isBuffer(data) && this.#collect(data))
		shell.pty.onExit(({ exitCode, signal }) => this.#exit(signal ? 128 + signal : exitCode))
	}

	get sid(): string {
		return this.#opening.sid
	}

	get owner(): string {
		return this.#opening.owner
	}

	get isOver(): boolean {
		return this.#code !== undefined
	}

	get isWatched(): boolean {
		return this.#views.size > 0
	}

	get lastActive(): number {
		return this.#lastActive
	}

	/** Nobody has asked for it yet. */
	get isAhead(): boolean {
		return this.#isAhead
	}

	/** What was started ahead becomes a person's terminal; false if it would begin otherwise now. */
	take(): boolean {
		if (!this.#isAhead) return true
		if (this.isOver || Date.now() - this.#started > freshMs || fingerprint(this.#opening.program) !== this.#opening.promise) return false
		this.#isAhead = false
		this.#started = Date.now()
		return true
	}

	describe(): PtySession {
		const { sid, runner, program } = this.#opening
		const views = [...this.#views.values()]
		return {
			sid,
			runner,
			cwd: program.cwd,
			pid: this.#shell.pty.pid,
			started: this.#started,
			status: this.isOver ? 'exited' : 'running',
			code: this.#code,
			last_active: this.#lastActive,
			viewers: views.length,
			buffered: this.#ring.end - this.#ring.begin,
			printed: this.#ring.end,
			unseen: Math.max(0, ...views.map(({ unseen }) => unseen)),
			skipped: views.reduce((sum, { skipped }) => sum + skipped, this.#skipped),
			paused: this.#isPaused,
		}
	}

	attach(watcher: Watcher) {
		const view = new View(watcher, this.#ring)
		view.replay(this.#shell.key)
		this.#views.set(watcher, view)
		watcher.event({ type: 'live', session: this.describe() })
		this.#flow()
	}

	/** A shell in use that says where its commands begin and end. */
	get hasMarks(): boolean {
		return this.#shell.key !== undefined && !this.isOver && !this.isAhead
	}

	/** Tells what the shell will say about its commands; gives what it has said since its last one ended. */
	follow(watcher: Watcher): string[] {
		this.#followers.add(watcher)
		return this.#ring.marks.flatMap((text) => this.#readMark(text) ?? [])
	}

	#hear(text: string) {
		if (this.#followers.size === 0) return
		const mark = this.#readMark(text)
		if (mark !== undefined) for (const follower of this.#followers) follower.event({ type: 'mark', mark })
	}

	/** Without the key it was not the shell. */
	#readMark(text: string): string | undefined {
		const own = `633;${this.#shell.key};`
		return text.startsWith(own) ? Buffer.from(text.slice(own.length), 'latin1').toString('utf8') : undefined
	}

	detach(watcher: Watcher) {
		if (this.#followers.delete(watcher)) return
		this.#skipped += this.#views.get(watcher)?.skipped ?? 0
		this.#views.delete(watcher)
		this.#lastActive = Date.now()
		this.#flow()
	}

	acknowledge(watcher: Watcher, bytes: number) {
		const view = this.#views.get(watcher)
		view?.acknowledge(bytes)
		view?.pump()
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
		this.#shell.pty.resize(size.cols, size.rows)
		this.#ring.resize(size)
		this.#views.get(by)?.knowsSize()
		this.#flush()
	}

	end() {
		if (!this.isOver) this.#shell.end()
	}

	/** An echo goes out in the same turn of the event loop; in a flood, which comes in pieces of 4 KiB, many pieces become one message. */
	#collect(bytes: Buffer) {
		this.#ring.add(bytes)
		if (this.#isWaiting) return
		this.#isWaiting = true
		const sinceLast = performance.now() - this.#flushedAt
		if (sinceLast >= floodGapMs) setImmediate(() => this.#flush())
		else setTimeout(() => this.#flush(), floodGapMs - sinceLast)
	}

	#flush() {
		this.#isWaiting = false
		this.#flushedAt = performance.now()
		this.#lastActive = Date.now()
		for (const view of this.#views.values()) view.pump()
		this.#flow()
		setTimeout(() => this.#isWaiting || this.#isPaused || this.#sendRest(), quietMs)
	}

	#sendRest() {
		for (const view of this.#views.values()) view.sendRest()
	}

	/** Where nothing can be left out the slowest viewer sets the pace; with none the program runs on into the ring. */
	#flow() {
		if (this.isOver) return
		const views = [...this.#views.values()]
		if (!this.#isPaused && views.some(({ isTooFar }) => isTooFar)) {
			this.#isPaused = true
			this.#shell.pty.pause()
		} else if (this.#isPaused && views.every(({ isNear }) => isNear)) {
			this.#isPaused = false
			this.#shell.pty.resume()
		}
	}

	#exit(code: number) {
		this.#code = code
		for (const view of this.#views.values()) view.end(code)
		for (const follower of this.#followers) follower.event({ type: 'exit', code })
	}
}
