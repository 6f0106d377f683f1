import { call, is, stream, type Static } from '@drydock/contract'

// The Sandbox pane and shadow runs have no calls in the specification: these are ours.
const cwd = is.text({ maxLength: 4096 })
const paths = is.list(is.text({ maxLength: 8192 }), { maxItems: 20_000 })
/** As long as one word of a command may be. */
const longestCode = 100_000

export const languageIds = ['bash', 'node', 'python', 'ruby', 'perl'] as const
export type LanguageId = (typeof languageIds)[number]
/** `shadow`: on a copy of the project, merged or thrown away afterwards. */
export const sandboxModes = ['shadow', 'read-only', 'project'] as const
export type SandboxMode = (typeof sandboxModes)[number]

/** All that a command here can touch. */
export const SandboxProfile = is.object({
	root: is.text(),
	/** Readable apart from the system and the project. */
	toolchains: is.list(is.text()),
	/** In the project: never writable. */
	guarded: is.list(is.text()),
	/** Empty: no network at all. */
	hosts: is.list(is.text()),
	user: is.text(),
	/** Whether the kernel counts memory and processes together, or Drydock by looking; not there where nobody does. */
	counted: is.maybe(is.oneOf('kernel', 'watched')),
	/** What the sandbox of this system cannot do. */
	note: is.maybe(is.text()),
	limits: is.object({ memory_bytes: is.number(), processes: is.integer(), cpu_seconds: is.integer(), file_bytes: is.number(), scratch_bytes: is.number() }),
})
export type SandboxProfile = Static<typeof SandboxProfile>

const availability = { available: is.flag(), reason: is.maybe(is.text()) }

export const sandboxProfile = call({
	method: 'GET',
	path: '/sandbox/profile',
	summary: 'What a command in this project could touch, and which languages there are for it.',
	query: { cwd },
	reply: is.object({
		...availability,
		shadow: is.object(availability),
		profile: is.maybe(SandboxProfile),
		languages: is.list(is.object({ id: is.oneOf(...languageIds), version: is.text() })),
	}),
})

export const setSandboxHosts = call({
	method: 'PUT',
	path: '/sandbox/hosts',
	summary: 'The hosts that commands of this project may reach; an empty list is no network.',
	body: { cwd, hosts: is.list(is.text({ minLength: 1, maxLength: 300 }), { maxItems: 100 }) },
	reply: is.object({ hosts: is.list(is.text()) }),
})

/** Seconds a snippet may take. */
export const snippetSeconds = 300

/** Starts a snippet and follows it; `POST /tasks/:id/cancel` stops it with everything it started. */
export const runSnippet = stream({
	method: 'POST',
	path: '/sandbox/run',
	summary: 'Run a snippet in the sandbox and follow its output.',
	startsWork: true,
	body: { cwd, language: is.oneOf(...languageIds), code: is.text({ minLength: 1, maxLength: longestCode }), mode: is.oneOf(...sandboxModes), id: is.text({ minLength: 1, maxLength: 100 }) },
	events: {
		start: is.object({ task_id: is.text() }),
		output: is.object({ stream: is.oneOf('stdout', 'stderr'), text: is.text() }),
		exit: is.object({
			code: is.integer(),
			duration_ms: is.integer(),
			timed_out: is.flag(),
			/** Something was left out of the output. */
			truncated: is.flag(),
			/** The limit that ended it. */
			exceeded: is.maybe(is.oneOf('memory', 'processes', 'disk')),
			/** Hosts it asked for that are not on the list. */
			refused: is.list(is.text()),
			/** What it would change, waiting for a decision. */
			effect: is.maybe(is.text()),
			changed: is.integer(),
		}),
		error: is.object({ message: is.text() }),
	},
})

const byId = { id: is.text({ maxLength: 100 }) }

export const ShadowRun = is.object({ id: is.text(), at: is.number(), root: is.text(), title: is.text(), by: is.text(), changes: is.integer() })

const Hunk = is.object({ id: is.text(), oldStart: is.integer(), oldLines: is.integer(), newStart: is.integer(), newLines: is.integer(), lines: is.list(is.text()) })

export const EffectFile = is.object({
	path: is.text(),
	kind: is.oneOf('added', 'changed', 'deleted', 'folder', 'mode', 'link'),
	/** Empty for what is no text. */
	hunks: is.list(Hunk),
	modes: is.maybe(is.object({ before: is.integer(), after: is.integer() })),
	/** What to know before approving it. */
	warning: is.maybe(is.text()),
	/** Why it cannot be merged. */
	problem: is.maybe(is.text()),
})
export type EffectFile = Static<typeof EffectFile>

export const listShadowRuns = call({
	method: 'GET',
	path: '/shadow-runs',
	summary: 'Shadow runs whose changes wait for a decision, newest first.',
	reply: is.object({ runs: is.list(ShadowRun) }),
})

export const getShadowRun = call({
	method: 'GET',
	path: '/shadow-runs/:id',
	summary: 'What a shadow run would change, file by file; `more` counts files beyond those listed.',
	params: byId,
	reply: is.object({ run: ShadowRun, files: is.list(EffectFile), more: is.integer() }),
})

export const mergeShadowRun = call({
	method: 'POST',
	path: '/shadow-runs/:id/merge',
	summary: 'Do to the project what a shadow run would change, all of it or some files; what was edited meanwhile stays.',
	params: byId,
	body: { files: is.maybe(paths) },
	reply: is.object({
		/** The entry of the history, for taking it back. */
		entry: is.maybe(is.text()),
		merged: is.list(is.text()),
		conflicts: is.list(is.object({ path: is.text(), reason: is.text() })),
		left: is.integer(),
	}),
})

export const discardShadowRun = call({ method: 'DELETE', path: '/shadow-runs/:id', summary: 'Throw away what a shadow run would change.', params: byId, reply: is.object({ ok: is.flag() }) })
