import { call, is } from '@drydock/contract'

const taskId = is.text({ maxLength: 100 })
const paths = is.maybe(is.list(is.text({ maxLength: 8192 }), { maxItems: 10_000 }))
const hunkIds = is.maybe(is.list(is.text({ maxLength: 100 }), { maxItems: 10_000 }))

/** Lines start with a space, `-` or `+`, and keep their line end. */
export const ReviewedHunk = is.object({
	id: is.text(),
	oldStart: is.integer(),
	oldLines: is.integer(),
	newStart: is.integer(),
	newLines: is.integer(),
	lines: is.list(is.text()),
	status: is.oneOf('open', 'accepted', 'rejected'),
})

export const FileReview = is.object({
	root: is.text(),
	/** From the root. */
	path: is.text(),
	kind: is.oneOf('added', 'changed', 'deleted', 'folder'),
	/** Empty for what is no text: accepted or taken back whole. */
	hunks: is.list(ReviewedHunk),
	status: is.oneOf('open', 'accepted', 'rejected'),
	/** Why it cannot be taken back whole. */
	conflict: is.maybe(is.text()),
})

export const ChangeConflict = is.object({ root: is.text(), path: is.text(), reason: is.text(), yours: is.maybe(is.text()), theirs: is.maybe(is.text()) })

export const LedgerEntry = is.object({
	id: is.text(),
	/** Epoch milliseconds. */
	at: is.number(),
	by: is.text(),
	kind: is.oneOf('user', 'agent', 'command', 'scaffold', 'restore'),
	task: is.maybe(is.text()),
	call: is.maybe(is.text()),
	/** Names of the files, at most a hundred. */
	paths: is.list(is.text()),
	files: is.integer(),
	/** What the record does not cover. */
	note: is.maybe(is.text()),
	/** The entry or task that this one took back. */
	undoes: is.maybe(is.text()),
})

export const changes = call({
	method: 'GET',
	path: '/changes',
	summary: 'What a task changed and is still there, file by file and hunk by hunk.',
	query: { task: taskId },
	reply: is.object({ files: is.list(FileReview) }),
})

export const takeBack = call({
	method: 'POST',
	path: '/changes/take-back',
	summary: 'Undo what a task or an entry changed, all of it or some files or hunks; what was edited since is never touched.',
	body: { task: is.maybe(taskId), entry: is.maybe(taskId), files: paths, hunks: hunkIds },
	reply: is.object({
		/** Taking this entry back is the redo; null when nothing was changed. */
		entry: is.nullable(is.text()),
		restored: is.list(is.text()),
		conflicts: is.list(ChangeConflict),
	}),
})

export const accept = call({
	method: 'POST',
	path: '/changes/accept',
	summary: 'Mark changes of a task as reviewed and kept.',
	body: { task: taskId, files: paths, hunks: hunkIds },
	reply: is.object({ ok: is.flag() }),
})

export const history = call({
	method: 'GET',
	path: '/changes/history',
	summary: 'Who changed what, newest first.',
	query: { task: is.maybe(taskId), limit: is.withDefault(is.integer({ minimum: 1, maximum: 1000 }), 100) },
	reply: is.object({ entries: is.list(LedgerEntry) }),
})
