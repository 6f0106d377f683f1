import { call, is, runnerNames, socket } from '@drydock/contract'

const runner = is.oneOf(...runnerNames)
const cwd = is.text({ maxLength: 4096 })
/** Wider than any screen; a terminal reserves memory for its cells. */
const side = is.integer({ minimum: 1, maximum: 1000 })

/** spec/2 §3, PTY session; what follows `started` is ours. */
export const TerminalSession = is.object({
	sid: is.text(),
	pid: is.integer(),
	idle_sec: is.number(),
	age_sec: is.number(),
	/** Epoch seconds. */
	last_active: is.number(),
	started: is.number(),
	runner: is.text(),
	cwd: is.text(),
	status: is.oneOf('running', 'exited'),
	code: is.maybe(is.integer()),
	/** How many pages look at it. */
	viewers: is.integer(),
	/** Bytes: kept for those who come, printed in all, */
	buffered: is.integer(),
	printed: is.integer(),
	/** sent to the slowest page and not drawn yet, and left out because nobody could have seen them. */
	unseen: is.integer(),
	skipped: is.integer(),
	/** The program waits for a page. */
	paused: is.flag(),
})

export const Runner = is.object({
	name: runner,
	title: is.text(),
	available: is.flag(),
	/** Why not. */
	reason: is.maybe(is.text()),
})

/**
 * A terminal. Without `sid` a new one is opened. The server sends output as binary frames and control as JSON text (`ServerMessage`);
 * the page sends JSON text (`ClientMessage`).
 */
export const shellPty = socket({
	path: '/shell/pty',
	summary: 'An interactive terminal.',
	query: {
		runner: is.maybe(runner),
		cwd: is.maybe(cwd),
		sid: is.maybe(is.text({ maxLength: 100 })),
		cols: is.maybe(side),
		rows: is.maybe(side),
		/** Nobody has asked for it yet: it ends with this socket unless it is taken. */
		ahead: is.maybe(is.flag()),
	},
})

export type ClientMessage =
	| { type: 'input'; data: string }
	| { type: 'resize'; cols: number; rows: number }
	/** Bytes shown since the last one; without it the program is paused after 1 MiB. */
	| { type: 'ack'; bytes: number }
	/** A terminal that was opened ahead is wanted now. */
	| { type: 'take' }
	/** Whether what its commands do to files is to be recorded. */
	| { type: 'record'; isOn: boolean }
	/** Answered with the same at once. */
	| { type: 'probe' }

export type ServerMessage =
	/** What comes until `live` was printed before; nothing in it may be answered. */
	| { type: 'replay'; /** Marks of the shell without it are forged. */ key?: string }
	| { type: 'live' }
	| { type: 'resize'; cols: number; rows: number }
	| { type: 'status'; status: 'connected'; sid: string; pid: number; runner: string; cwd: string }
	| { type: 'status'; status: 'exited'; code: number }
	/** Whether changes of files are recorded; `problem` says why they can't be. */
	| { type: 'recording'; isOn: boolean; problem?: string }
	/** What is known of commands that have ended. */
	| { type: 'changes'; blocks: readonly BlockChanges[] }
	| { type: 'error'; code: string; message: string }
	/** Says that the line still stands; a page cannot see the pings of the protocol. */
	| { type: 'ping' }
	| { type: 'probe' }

/** What a command did to files; `started` is the time that its mark gave. */
export type BlockChanges =
	| { started: number; outcome: 'recorded'; /** Names them in the history. */ task: string; files: number; note?: string }
	| { started: number; outcome: 'nothing' }
	| { started: number; outcome: 'missed'; reason: string }

export const shellPs = call({ method: 'GET', path: '/shell/ps', summary: 'The terminals of this person, whichever browser opened them.', reply: is.object({ sessions: is.list(TerminalSession) }) })

export const endTerminal = call({
	method: 'DELETE',
	path: '/shell/ps/:sid',
	summary: 'End a terminal with everything that runs in it.',
	params: { sid: is.text({ maxLength: 100 }) },
	reply: is.object({ ok: is.flag() }),
})

export const ptyDiag = call({
	method: 'GET',
	path: '/shell/pty/diag',
	summary: 'Whether terminals and commands can run here, and with what.',
	reply: is.object({
		enablePtyWebsocket: is.flag(),
		hasToken: is.flag(),
		origin: is.text(),
		error: is.nullable(is.text()),
		/** Why commands of agents and panes cannot run, if so. */
		sandbox_error: is.nullable(is.text()),
		runners: is.list(Runner),
		default_runner: runner,
	}),
})
