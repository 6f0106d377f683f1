import { call, is, runnerNames, stream, type Static } from '@drydock/contract'

const runner = is.oneOf(...runnerNames)
const cwd = is.text({ maxLength: 4096 })
const testId = is.text({ maxLength: 4000 })

/** Tools whose results are read test by test. */
export const frameworkNames = ['pytest', 'vitest', 'jest', 'node', 'go', 'cargo'] as const
const framework = is.oneOf(...frameworkNames)
export type FrameworkName = (typeof frameworkNames)[number]

export const detectTools = call({
	method: 'POST',
	path: '/tests/tools',
	summary: 'Which test tools there are, and the command that this project suggests. Nothing of the project is run for it.',
	body: { tools: is.maybe(is.list(is.text({ maxLength: 100 }), { maxItems: 50 })), runner: is.maybe(runner), cwd: is.maybe(cwd) },
	reply: is.object({
		results: is.record(is.object({ available: is.flag(), path: is.nullable(is.text()) })),
		/** Empty when nothing here looks like tests. */
		command: is.text(),
		/** The file that suggested it. */
		because: is.nullable(is.text()),
		/** The project's `.venv`, if it has one. */
		venv: is.nullable(is.text()),
		runner,
		runners: is.list(is.object({ name: runner, title: is.text(), available: is.flag(), reason: is.maybe(is.text()) })),
		/** Why nothing can run, if so. */
		sandbox_error: is.nullable(is.text()),
	}),
})

export const testStatuses = ['passed', 'failed', 'skipped'] as const

export const TestResult = is.object({
	id: is.text(),
	/** From the folder of the run, if the tool says it. */
	file: is.nullable(is.text()),
	line: is.nullable(is.integer()),
	suites: is.list(is.text()),
	name: is.text(),
	status: is.oneOf(...testStatuses),
	ms: is.nullable(is.number()),
	message: is.nullable(is.text()),
})
export type TestResult = Static<typeof TestResult>

/** A command with exit code, duration and the hash of the tree it ran on. */
export const Receipt = is.object({
	id: is.text(),
	command: is.text(),
	framework: is.nullable(framework),
	code: is.integer(),
	duration_ms: is.integer(),
	/** Epoch milliseconds. */
	finished_at: is.number(),
	tree: is.text(),
	/** How many tests were asked for, when not all of them. */
	only: is.nullable(is.integer()),
	stopped: is.flag(),
	timed_out: is.flag(),
	/** Files that changed while it ran: then it says nothing about any tree. */
	changed: is.list(is.text()),
	/** More files than one look covers: the others do not count. */
	truncated: is.flag(),
})
export type Receipt = Static<typeof Receipt>

/** Lines that ran, of those that could have. */
export const Coverage = is.object({
	/** Most lines left out first. */
	files: is.list(is.object({ file: is.text(), lines: is.integer(), covered: is.integer() })),
	/** Why there is none. */
	problem: is.maybe(is.text()),
})
export type Coverage = Static<typeof Coverage>

export const runTests = call({
	method: 'POST',
	path: '/tests/runs',
	summary: 'Run a test command in the sandbox as a task. Whoever sends this decided on exactly this command; what the policy denies stays denied.',
	body: {
		/** Starting twice with the same one gives the first run. */
		id: is.maybe(is.text({ minLength: 1, maxLength: 100 })),
		cmd: is.text({ minLength: 1, pattern: '\\S' }),
		cwd: is.maybe(cwd),
		runner: is.maybe(runner),
		venv: is.withDefault(is.flag(), true),
		/** With how much of the code ran, where the tool can tell; of a run of all tests only. */
		coverage: is.withDefault(is.flag(), false),
		/** Only these tests of the last results. */
		only: is.maybe(is.list(testId, { minItems: 1, maxItems: 1000 })),
	},
	reply: is.object({ task_id: is.text() }),
})

export const watchRun = stream({
	method: 'GET',
	path: '/tests/runs/:id/events',
	summary: 'The output of a run, replayed and then live. It outlives the connection.',
	params: { id: is.text({ maxLength: 100 }) },
	events: {
		start: is.object({ cmd: is.text(), cwd: is.text() }),
		output: is.object({ stream: is.oneOf('stdout', 'stderr'), text: is.text() }),
		skipped: is.object({ bytes: is.integer() }),
		exit: is.object({ code: is.integer(), duration_ms: is.integer(), timed_out: is.flag(), stopped: is.flag() }),
		error: is.object({ message: is.text() }),
	},
})

export const watchTests = stream({
	method: 'GET',
	path: '/tests/watch',
	summary: 'Which run is going on in a folder, and whether the last receipt still stands; told again whenever that changes.',
	query: { cwd },
	events: {
		state: is.object({
			running: is.nullable(is.object({ id: is.text(), cmd: is.text() })),
			/** The newest run, for attaching to its output. */
			receipt: is.nullable(Receipt),
			fresh: is.flag(),
			/** The files as they are now, to be compared with the receipt's. */
			tree: is.text(),
		}),
	},
})

/** spec/2 leaves the number to us: enough to see a trend in one line. */
export const historyLength = 20

export const testReport = call({
	method: 'GET',
	path: '/tests/report',
	summary: 'The latest result of every test in a folder, with its history.',
	query: {
		cwd,
		/** The newest receipt that the page knows of: an answer belongs to it. */
		receipt: is.maybe(is.text({ maxLength: 100 })),
	},
	reply: is.object({
		tests: is.list(
			is.object({
				...TestResult.properties,
				/** One letter a run, newest last: p, f, s. */
				history: is.text(),
				/** It both passed and failed on the same tree. */
				flaky: is.flag(),
				/** Its result is of the last run. */
				latest: is.flag(),
			}),
		),
		/** Of the newest run that was asked for it. */
		coverage: is.maybe(Coverage),
	}),
})
export type ReportedTest = Static<typeof testReport.reply>['tests'][number]
