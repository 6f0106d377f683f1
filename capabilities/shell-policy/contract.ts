import { call, is, runnerNames } from '@drydock/contract'

/** spec: shell prefix length */
export const longestPrefix = 200
export const invalidPrefix = 'Invalid prefix (no operators, must start with a word)'
export const invalidSuggestion = 'Suggested prefix is invalid. Operators are not allowed and it must start with a word.'
const operators = /&&|[;|><`\n]/
const firstWord = /^[A-Za-z0-9][\w-]*(\s.*)?$/s

/** Whether a text may be a prefix (spec/3 §5); whether it is a good rule, the policy says. */
export function isPrefix(text: string): boolean {
	const prefix = text.trim()
	return prefix !== '' && prefix.length <= longestPrefix && !operators.test(prefix) && firstWord.test(prefix)
}

/** The first up to two words of a command before any operator, else its first word (spec/3 §5). */
export function suggestPrefix(cmd: string): string {
	const [before = ''] = cmd.trim().split(operators)
	const words = before.trim().split(/\s+/).filter((word) => word !== '')
	return words.length > 0 ? words.slice(0, 2).join(' ') : (cmd.trim().split(/\s+/)[0] ?? '')
}

/** Whom a rule holds for: one run, one project, or everything this person does. */
export const scopeNames = ['run', 'project', 'me'] as const
const scope = is.oneOf(...scopeNames)
const kind = is.oneOf('prefix', 'exact')
const cwd = is.text({ maxLength: 4096 })
const texts = is.list(is.text({ maxLength: 4096 }), { maxItems: 100 })
const task = is.text({ maxLength: 100 })

export const Rule = is.object({
	id: is.text(),
	/** As a person writes it; an exact one says so at its end. */
	text: is.text(),
	kind,
	scope,
	/** The project folder or the run. */
	target: is.maybe(is.text()),
	/** Epoch seconds. */
	created_at: is.number(),
})

/** A command that was allowed so often that a rule would save the question. */
export const Suggestion = is.object({ text: is.text(), kind, times: is.integer(), cwd: is.text() })

const Whitelist = is.object({
	ok: is.flag(),
	error: is.maybe(is.text()),
	/** What people added. */
	dynamic: is.list(is.text()),
	/** What counts in this folder, the built-in list included. */
	effective: is.list(is.text()),
	rules: is.list(Rule),
	/** What was not run unasked lately, newest first. */
	rejects: is.list(is.object({ cmd: is.text(), at: is.number(), reason: is.text() })),
	suggestions: is.list(Suggestion),
})

export const getWhitelist = call({
	method: 'GET',
	path: '/settings/shell_whitelist',
	summary: 'The commands that run without asking.',
	query: { cwd: is.maybe(cwd), task: is.maybe(task) },
	reply: Whitelist,
})

/** Loosening needs the token of the first answer, for exactly this change. */
export const changeWhitelist = call({
	method: 'POST',
	path: '/settings/shell_whitelist',
	summary: 'Add or remove commands that run without asking.',
	body: {
		/** First words; only for programs whose options are known. */
		add: is.maybe(texts),
		/** Whole commands, which then run in this spelling and no other. */
		exact: is.maybe(texts),
		/** Texts or ids of rules. */
		remove: is.maybe(texts),
		scope: is.maybe(scope),
		/** Which project. */
		cwd: is.maybe(cwd),
		/** Which run. */
		task: is.maybe(task),
		confirm: is.maybe(is.text({ maxLength: 100 })),
	},
	reply: Whitelist,
})

export const resetWhitelist = call({ method: 'DELETE', path: '/settings/shell_whitelist', summary: 'Take back every rule that people added.', reply: Whitelist })

export const explainCommand = call({
	method: 'POST',
	path: '/settings/shell_whitelist/explain',
	summary: 'What the policy makes of a command; nothing is run.',
	body: { cmd: is.text({ maxLength: 20_000 }), cwd: is.maybe(cwd), runner: is.maybe(is.oneOf(...runnerNames)), task: is.maybe(task) },
	reply: is.object({
		ok: is.flag(),
		decision: is.oneOf('allow', 'ask', 'deny'),
		/** A clause, to be read after "because". */
		reason: is.text(),
		/** The line with everything that hides made visible. */
		text: is.text(),
		parts: is.list(
			is.object({
				words: is.list(is.text()),
				/** What joins it to the one before. */
				operator: is.maybe(is.text()),
				rule: is.maybe(is.object({ text: is.text(), scope: is.text() })),
				problem: is.maybe(is.text()),
			}),
		),
		/** Only with `allow`: the project cannot be written. */
		read_only: is.flag(),
	}),
})

/** spec/3 §7: the same answer under every name that clients try. */
export const capabilityPaths = ['/capabilities.details', '/capabilities/details', '/settings/shell_capabilities', '/capabilities'] as const

export const shellCapabilities = call({
	method: 'GET',
	path: '/settings/shell_capabilities',
	aliases: ['/capabilities.details', '/capabilities/details', '/capabilities'],
	summary: 'What commands can run here, and under which policy.',
	query: { cwd: is.maybe(cwd) },
	reply: is.object({
		ok: is.flag(),
		indexParallelThreads: is.integer(),
		allowlistSize: is.integer(),
		allowlist: is.list(is.text()),
		allowlistSample: is.list(is.text()),
		sandbox: is.flag(),
		/** Why commands cannot run, if so. */
		sandbox_error: is.nullable(is.text()),
	}),
})
