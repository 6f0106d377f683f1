import { call, file, is, stream } from '@drydock/contract'

/** spec: tree listing limit */
export const treeLimit = 500
/** So many files of a folder stand in the tree at once. spec: tree files per folder */
export const filesPerFolder = 50
/** More than a folder that people look at; the answer says what was left out. */
export const listLimit = 50_000

const cwd = is.withDefault(is.text({ maxLength: 4096 }), '/sandbox')
const path = is.withDefault(is.text({ maxLength: 8192 }), '')
const onePath = is.text({ minLength: 1, maxLength: 8192 })

/** spec/1 §3, file entry; `type` and `link` say the same in other words. */
export const FileEntry = is.object({
	name: is.text(),
	path: is.text(),
	is_dir: is.flag(),
	type: is.oneOf('dir', 'file'),
	link: is.flag(),
	size: is.nullable(is.number()),
	/** Epoch milliseconds. */
	mtime: is.nullable(is.number()),
})

const Folder = is.object({ ok: is.flag(), entries: is.list(FileEntry), total: is.integer(), truncated: is.flag() })

export const children = call({
	method: 'GET',
	path: '/filetree/children',
	summary: 'What is in a folder: folders first, at most `limit` entries.',
	query: { cwd, path, limit: is.withDefault(is.integer({ minimum: 1, maximum: listLimit }), treeLimit) },
	reply: Folder,
})

export const listFolder = call({ method: 'GET', path: '/fs/list', summary: 'What is in a folder.', query: { cwd, path }, reply: Folder })

/** What one entry of `listNames` is. */
export const nameKinds = { file: 0, folder: 1, linkedFile: 2, linkedFolder: 3 } as const

export const listNames = call({
	method: 'GET',
	path: '/fs/names',
	summary: 'Names and kinds only: small and quick for the largest folders.',
	query: { cwd, path, limit: is.withDefault(is.integer({ minimum: 1, maximum: listLimit }), listLimit) },
	reply: is.object({
		names: is.list(is.text()),
		/** One digit of `nameKinds` for each name. */
		kinds: is.text(),
		total: is.integer(),
	}),
})

export const details = call({
	method: 'POST',
	path: '/fs/details',
	summary: 'Size and time of some entries of a folder; null for what is gone.',
	body: { cwd, path, names: is.list(is.text({ maxLength: 1024 }), { maxItems: treeLimit }) },
	reply: is.object({ details: is.list(is.nullable(is.object({ size: is.number(), mtime: is.number() }))) }),
})

/** Enough for a list that is read by eye. */
export const searchLimit = 100

export const searchFiles = call({
	method: 'GET',
	path: '/filetree/search',
	summary: 'Files and folders of the whole project by letters of their path, best first; what git ignores is left out.',
	query: {
		cwd,
		query: is.withDefault(is.text({ maxLength: 500 }), ''),
		/** The specification's name of `query`. */
		q: is.maybe(is.text({ maxLength: 500 })),
		limit: is.withDefault(is.integer({ minimum: 1, maximum: searchLimit }), 50),
	},
	reply: is.object({
		ok: is.flag(),
		results: is.list(
			is.object({
				...FileEntry.properties,
				score: is.integer(),
				/** Begin and end of the parts of `path` that matched. */
				ranges: is.list(is.list(is.integer())),
			}),
		),
		/** How many match. */
		total: is.integer(),
		/** The project has more paths than are searched. */
		truncated: is.flag(),
	}),
})

export const node = call({
	method: 'GET',
	path: '/filetree/node',
	summary: 'Whether something exists, and what it is.',
	query: { cwd, path: is.text({ maxLength: 8192 }) },
	reply: is.object({ ok: is.flag(), exists: is.flag(), name: is.text(), path: is.text(), is_dir: is.flag(), type: is.oneOf('dir', 'file'), size: is.nullable(is.number()), mtime: is.nullable(is.number()) }),
})

/** The bytes of a file. Text comes whole with its etag (for `writeFile`); anything can be asked for in parts with `Range`. */
export const readFile = file({
	method: 'GET',
	path: '/fs/file',
	summary: 'The content of a file, whole or a range.',
	query: { cwd, path: onePath, download: is.maybe(is.flag()) },
})

/** Header of `readFile`: the path after links were resolved, percent-encoded; what a save must name. */
export const realPathHeader = 'x-file-path'

export const writeFile = call({
	method: 'POST',
	path: '/fs/write',
	summary: 'Save a whole file: all of it or nothing, and never over a change that was not seen.',
	maxBody: 24 * 1024 * 1024,
	query: { cwd },
	body: {
		path: onePath,
		content: is.text(),
		/** The etag that was read, or `absent` for a new file; 409 `conflict` when something else stands there. */
		expected: is.maybe(is.text({ maxLength: 200 })),
		/** The word of a 403 `confirmation_required`, for files that can run code or hold secrets. */
		confirm: is.maybe(is.text({ maxLength: 100 })),
	},
	reply: is.object({ ok: is.flag(), etag: is.text(), entry: is.nullable(is.text()) }),
})

export const renameFile = call({
	method: 'POST',
	path: '/fs/rename',
	summary: 'Move or rename; never over something else.',
	body: { cwd, path: onePath, to: onePath, confirm: is.maybe(is.text({ maxLength: 100 })) },
	reply: is.object({ ok: is.flag(), entry: is.nullable(is.text()) }),
})

const paths = is.list(onePath, { minItems: 1, maxItems: 5000 })
const confirm = is.maybe(is.text({ maxLength: 100 }))
const Moved = is.object({
	ok: is.flag(),
	/** Taking this entry of the history back undoes all of it. */
	entry: is.nullable(is.text()),
	/** Where they are now; after a deletion where they were. */
	done: is.list(is.text()),
	failed: is.list(is.object({ path: is.text(), message: is.text() })),
})

export const moveFiles = call({
	method: 'POST',
	path: '/fs/move',
	summary: 'Move several things into a folder; never over something else.',
	body: { cwd, paths, folder: path, confirm },
	reply: Moved,
})

export const copyFiles = call({
	method: 'POST',
	path: '/fs/copy',
	summary: 'Copy several things into a folder; a name that is taken gets a number.',
	body: { cwd, paths, folder: path, confirm },
	reply: Moved,
})

export const discardFiles = call({
	method: 'POST',
	path: '/fs/discard',
	summary: 'Move several things, folders with all that is in them, to the trash.',
	body: { cwd, paths, confirm },
	reply: Moved,
})

export const TrashItem = is.object({
	id: is.text(),
	root: is.text(),
	/** From the root. */
	path: is.text(),
	/** Epoch milliseconds. */
	at: is.number(),
	size: is.number(),
	is_dir: is.flag(),
})

export const listTrash = call({ method: 'GET', path: '/fs/trash', summary: 'What was deleted and can come back, newest first.', reply: is.object({ items: is.list(TrashItem) }) })

export const restoreTrash = call({
	method: 'POST',
	path: '/fs/trash/restore',
	summary: 'Back to where it was; never over something else.',
	body: { id: is.text({ maxLength: 100 }) },
	reply: is.object({ ok: is.flag(), root: is.text(), path: is.text(), entry: is.nullable(is.text()) }),
})

export const emptyTrash = call({
	method: 'POST',
	path: '/fs/trash/empty',
	summary: 'Remove these items of the trash, or all, for good.',
	body: { ids: is.maybe(is.list(is.text({ maxLength: 100 }), { maxItems: 1000 })) },
	reply: is.object({ ok: is.flag() }),
})

/** spec: upload limit */
export const uploadLimit = 25 * 2 ** 20

export const uploadFile = call({
	method: 'POST',
	path: '/fs/upload',
	summary: 'Put a file of at most 25 MB into a folder, which is made if it is not there.',
	isForm: true,
	// The form around the file is a few hundred bytes.
	maxBody: uploadLimit + 64 * 1024,
	body: {
		cwd,
		dest_dir: is.withDefault(is.text({ maxLength: 8192 }), 'uploads/chat/'),
		overwrite: is.withDefault(is.flag(), false),
		confirm,
		file: is.anything(),
	},
	reply: is.object({ ok: is.flag(), path: is.text(), size: is.integer(), etag: is.text(), entry: is.nullable(is.text()) }),
})

export const RescanIssue = is.object({ kind: is.text(), path: is.text(), message: is.text() })

export const rescan = call({
	method: 'POST',
	path: '/filetree/rescan',
	summary: 'Read the whole project again; says how much there is and what stands in the way.',
	body: { cwd },
	reply: is.object({ ok: is.flag(), files: is.integer(), dirs: is.integer(), errors: is.list(RescanIssue), truncated: is.flag() }),
})

/** spec/1 §5: the warm-up budget. */
export const warmupBudget = { least: 100, most: 3000, usual: 500 } as const

export const warmup = call({
	method: 'POST',
	path: '/fs/warmup',
	summary: 'Read folders and the index of the project ahead of use, within a budget.',
	body: {
		cwd,
		paths: is.withDefault(is.list(is.text({ maxLength: 8192 }), { maxItems: 200 }), []),
		budget_ms: is.withDefault(is.integer({ minimum: warmupBudget.least, maximum: warmupBudget.most }), warmupBudget.usual),
	},
	reply: is.object({ ok: is.flag(), warmed: is.integer(), indexed: is.flag(), duration_ms: is.integer() }),
})

export const cacheStatus = call({
	method: 'GET',
	path: '/fs/cache_status',
	summary: 'Which projects are kept in memory for searching, and how large the trash is.',
	reply: is.object({
		ok: is.flag(),
		indexes: is.list(is.object({ folder: is.text(), files: is.integer(), folders: is.integer(), truncated: is.flag(), looked_at: is.number(), build_ms: is.integer() })),
		limit: is.integer(),
		trash: is.object({ items: is.integer(), bytes: is.number() }),
	}),
})

export const gitStates = ['modified', 'added', 'deleted', 'renamed', 'untracked', 'conflict'] as const

export const gitStatus = call({
	method: 'GET',
	path: '/fs/git',
	summary: 'What git says about the files of a folder. Nothing that the repository asks for is run.',
	query: { cwd },
	reply: is.object({
		ok: is.flag(),
		is_repository: is.flag(),
		/** Why there is nothing to show. */
		reason: is.maybe(is.text()),
		branch: is.nullable(is.text()),
		ahead: is.integer(),
		behind: is.integer(),
		/** Paths from `cwd`; a folder that is new as a whole ends in a slash. */
		changed: is.list(is.object({ path: is.text(), state: is.oneOf(...gitStates) })),
		ignored: is.list(is.text()),
		truncated: is.flag(),
	}),
})

export const scaffold = call({
	method: 'POST',
	path: '/ai/scaffold',
	summary: 'Make folders and files; what exists is skipped, never overwritten.',
	maxBody: 24 * 1024 * 1024,
	body: {
		cwd: is.text({ maxLength: 4096 }),
		dirs: is.withDefault(is.list(is.text({ maxLength: 8192 }), { maxItems: 1000 }), []),
		files: is.withDefault(is.list(is.object({ path: onePath, content: is.text() }), { maxItems: 1000 }), []),
		overwrite_mode: is.withDefault(is.oneOf('skip'), 'skip'),
		git_commit: is.withDefault(is.literal(false), false),
		confirm: is.maybe(is.text({ maxLength: 100 })),
	},
	reply: is.object({ ok: is.flag(), created: is.list(is.text()), skipped: is.list(is.text()) }),
})

export const watchFiles = stream({
	method: 'GET',
	path: '/fs/watch',
	summary: 'What changes in these folders and files. Read them after `ready`, and nothing is missed.',
	query: { cwd, path: is.list(is.text({ maxLength: 8192 }), { maxItems: 200 }) },
	events: {
		ready: is.object({ polling: is.flag(), refused: is.list(is.text()) }),
		changed: is.object({ path: is.text(), names: is.list(is.text()), gone: is.flag() }),
	},
})
