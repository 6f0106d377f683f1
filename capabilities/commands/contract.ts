import { call, is, runnerNames, stream } from '@drydock/contract'

const runner = is.oneOf(...runnerNames)
const cwd = is.text({ maxLength: 4096 })
/** The word of a 403 `confirmation_required`, for commands that are not on the list. */
const confirm = is.maybe(is.text({ maxLength: 100 }))

/** On a copy of the project, at once and without network: what it would change waits for a decision, under `/shadow-runs/:id`. */
const on_copy = is.withDefault(is.flag(), false)
/** Paths that are named; the whole of it is under `/shadow-runs/:id`. */
export const mostPaths = 100
const effect = is.maybe(is.object({ id: is.text(), changes: is.integer(), paths: is.list(is.text()) }))

/** SECURITY LI-012, spec/2 §7. */
export const shellRunTimeoutMs = 60_000

export const shellRun = call({
	method: 'POST',
	path: '/shell/run',
	summary: 'Run one command in the sandbox; a command that is not on the list needs the token of the first answer, or `on_copy`.',
	body: { cmd: is.text(), cwd: is.maybe(cwd), runner: is.maybe(runner), on_copy, confirm },
	// The command is stopped first, and its output answered.
	timeout: shellRunTimeoutMs + 10_000,
	reply: is.object({ code: is.integer(), stdout: is.text(), stderr: is.text(), truncated: is.flag(), timed_out: is.flag(), duration_ms: is.integer(), effect }),
})

/** Seconds a streamed command may take. spec: shell stream timeout */
export const streamSeconds = { least: 1, most: 3600, usual: 300 } as const

/**
 * Starts a command and follows it; the same `id` attaches to the one that runs already, after `Last-Event-ID`. It outlives the
 * connection: `POST /tasks/:id/cancel` stops it with everything it started.
 */
export const shellStream = stream({
	method: 'POST',
	path: '/shell/stream',
	summary: 'Run a command in the sandbox and follow its output.',
	startsWork: true,
	body: {
		cmd: is.text(),
		cwd: is.maybe(cwd),
		runner: is.maybe(runner),
		/** Seconds. */
		timeout: is.maybe(is.integer({ minimum: streamSeconds.least, maximum: streamSeconds.most })),
		id: is.maybe(is.text({ minLength: 1, maxLength: 100 })),
		/** Only follows a command that was started before. */
		task: is.maybe(is.text({ maxLength: 100 })),
		on_copy,
		confirm,
	},
	events: {
		start: is.object({ task_id: is.text(), cmd: is.text(), cwd: is.text(), runner, /** A clause: why it may. */ reason: is.text(), /** Epoch seconds. */ at: is.number() }),
		output: is.object({ stream: is.oneOf('stdout', 'stderr'), text: is.text() }),
		/** Too much to keep: this much was left out before what follows. */
		skipped: is.object({ bytes: is.integer() }),
		/** Always, unless the server itself died: also for a command that was stopped or ran out of time. */
		exit: is.object({ code: is.integer(), duration_ms: is.integer(), timed_out: is.flag(), stopped: is.flag(), effect }),
		error: is.object({ message: is.text() }),
	},
})

export const shellWhich = call({
	method: 'POST',
	path: '/shell/which',
	summary: 'Where programs lie, without running any.',
	body: { cmd: is.maybe(is.text({ maxLength: 200 })), names: is.maybe(is.list(is.text({ maxLength: 200 }), { maxItems: 100 })), cwd: is.maybe(cwd) },
	reply: is.object({ ok: is.flag(), path: is.nullable(is.text()), results: is.record(is.object({ available: is.flag(), path: is.nullable(is.text()) })) }),
})

/** Seconds for all versions together. spec: shell capabilities timeout */
export const capsSeconds = { least: 1, most: 30, usual: 10 } as const

export const Tool = is.object({
	available: is.flag(),
	path: is.nullable(is.text()),
	version: is.nullable(is.text()),
	error: is.nullable(is.text()),
	/** A command that would install it here. */
	fix: is.maybe(is.text()),
})

export const shellCaps = call({
	method: 'GET',
	path: '/shell/caps',
	summary: 'Which tools commands find here, with their versions.',
	query: { runner: is.maybe(runner), timeout: is.withDefault(is.integer({ minimum: capsSeconds.least, maximum: capsSeconds.most }), capsSeconds.usual), cwd: is.maybe(cwd), fresh: is.withDefault(is.flag(), false) },
	reply: is.object({
		ok: is.flag(),
		runner,
		cwd: is.text(),
		/** Epoch seconds of the look; older than a moment means remembered. */
		at: is.number(),
		categories: is.record(is.record(Tool)),
		runners: is.list(is.object({ name: runner, title: is.text(), available: is.flag(), reason: is.maybe(is.text()) })),
		/** Of what commands are kept apart, in sentences. */
		hidden: is.list(is.text()),
		/** Why no command can run, if so. */
		sandbox_error: is.nullable(is.text()),
	}),
})

/** spec: log seconds */
export const logSeconds = { least: 5, most: 3600, usual: 60 } as const

export const shellLogs = stream({
	method: 'GET',
	path: '/shell/logs/stream',
	summary: 'The end of a log file of the project, and what is added to it.',
	query: { path: is.withDefault(is.text({ maxLength: 4096 }), 'logs/app.log'), seconds: is.withDefault(is.integer({ minimum: logSeconds.least, maximum: logSeconds.most }), logSeconds.usual), cwd: is.maybe(cwd) },
	events: { line: is.object({ text: is.text() }), end: is.object({}) },
})
