export interface Size {
	cols: number
	rows: number
}

export interface Program {
	file: string
	args: readonly string[]
	cwd: string
	env: Readonly<Record<string, string>>
	/** A person's own shell: it marks its commands if it can. */
	isInteractive?: boolean
}

/** A terminal as others see it (spec/2 §3, PTY session). */
export interface PtySession {
	sid: string
	pid: number
	runner: string
	cwd: string
	status: 'running' | 'exited'
	/** Exit code, once exited. */
	code?: number
	/** Epoch milliseconds. */
	started: number
	last_active: number
	viewers: number
	/** Bytes: kept for those who come, printed in all, */
	buffered: number
	printed: number
	/** sent to the slowest viewer and not drawn yet, and left out for viewers because nobody could have seen them. */
	unseen: number
	skipped: number
	/** The program waits for a viewer. */
	paused: boolean
}

/** What a server asks of the host. Requests with a number are answered. Keystrokes come as bytes. */
export type HostRequest =
	| { op: 'open'; request: number; sid: string; owner: string; runner: string; program: Program; size: Size; isAhead: boolean }
	| { op: 'attach'; request: number; viewer: number; sid: string; owner: string }
	/** Like `attach`, but for the shell's marks alone; answered with `Followed`. */
	| { op: 'follow'; request: number; viewer: number; sid: string; owner: string }
	| { op: 'take'; request: number; sid: string; owner: string }
	| { op: 'list'; request: number; owner: string }
	| { op: 'kill'; request: number; sid: string; owner: string }
	| { op: 'detach'; viewer: number }
	| { op: 'resize'; viewer: number; size: Size }
	| { op: 'ack'; viewer: number; bytes: number }
	| { op: 'end' }

/** A shell that is followed, and what it has said since its last command ended: in one piece, so that nobody takes one that runs for one that waits. */
export interface Followed {
	session: PtySession
	marks: readonly string[]
}

/** What a viewer is told between the bytes. Between `replay` and `live` comes what was printed before. */
export type ViewerEvent = { type: 'replay'; /** What the marks of the shell carry: others are forged. */ key?: string } | ({ type: 'resize' } & Size) | { type: 'live'; session: PtySession } | { type: 'exit'; code: number } | { type: 'mark'; /** What the shell said, without its key. */ mark: string }

export type HostReply = { request: number; result: unknown } | { request: number; fault: { status: number; code: string; message: string } } | { viewer: number; event: ViewerEvent }
