import { call, is, type Static } from '@drydock/contract'

// Plans, todos and snippets have no calls in the specification: these are ours. An id of the caller makes a repeated request harmless.
const id = is.text({ maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
const made = is.object({ id: is.text(), etag: is.text() })
const removed = is.object({ ok: is.flag() })
/** Places in a list are numbers with room in between, so that moving one changes only that one. */
const position = is.number()
const line = is.text({ minLength: 1, maxLength: 500 })

// Plans (spec/1 §2 and §3).

export const planStatuses = ['todo', 'in_progress', 'done'] as const
const planStatus = is.oneOf(...planStatuses)
export const Plan = is.object({ id: is.text(), etag: is.text(), title: is.text(), status: planStatus, position })
export type Plan = Static<typeof Plan>

export const listPlans = call({ method: 'GET', path: '/plans', summary: 'All plans, in their order.', reply: is.object({ plans: is.list(Plan) }) })
export const addPlan = call({ method: 'POST', path: '/plans', summary: 'A new plan, at the end of todo.', body: { id: is.maybe(id), title: line, status: is.withDefault(planStatus, 'todo'), position: is.maybe(position) }, reply: made })
export const changePlan = call({ method: 'PUT', path: '/plans/:id', summary: 'Rename or move a plan.', params: { id }, body: { title: is.maybe(line), status: is.maybe(planStatus), position: is.maybe(position) }, reply: made })
export const removePlan = call({ method: 'DELETE', path: '/plans/:id', summary: 'Remove a plan.', params: { id }, reply: removed })

// Todos (spec/1 §2 and §3).

export const priorities = ['low', 'medium', 'high'] as const
const priority = is.oneOf(...priorities)
export const Todo = is.object({ id: is.text(), etag: is.text(), text: is.text(), done: is.flag(), priority })
export type Todo = Static<typeof Todo>

export const listTodos = call({ method: 'GET', path: '/todos', summary: 'All todos, oldest first.', reply: is.object({ todos: is.list(Todo) }) })
export const addTodo = call({ method: 'POST', path: '/todos', summary: 'A new todo.', body: { id: is.maybe(id), text: line, done: is.withDefault(is.flag(), false), priority: is.withDefault(priority, 'medium') }, reply: made })
export const changeTodo = call({ method: 'PUT', path: '/todos/:id', summary: 'Change a todo.', params: { id }, body: { text: is.maybe(line), done: is.maybe(is.flag()), priority: is.maybe(priority) }, reply: made })
export const removeTodo = call({ method: 'DELETE', path: '/todos/:id', summary: 'Delete a todo.', params: { id }, reply: removed })

// Snippets (spec/3 §2 and §3).

const notBlank = { minLength: 1, pattern: '\\S' }
const snippetTitle = is.text({ ...notBlank, maxLength: 200 })
const snippetBody = is.text({ ...notBlank, maxLength: 100_000 })
export const Snippet = is.object({ id: is.text(), etag: is.text(), title: is.text(), body: is.text() })
export type Snippet = Static<typeof Snippet>

export const listSnippets = call({ method: 'GET', path: '/snippets', summary: 'All snippets by title.', reply: is.object({ snippets: is.list(Snippet) }) })
export const addSnippet = call({ method: 'POST', path: '/snippets', summary: 'A new snippet.', body: { id: is.maybe(id), title: snippetTitle, body: snippetBody }, reply: made })
export const changeSnippet = call({
	method: 'PUT',
	path: '/snippets/:id',
	summary: 'Change a snippet; 409 `conflict` when `expected` is no longer the newest.',
	params: { id },
	body: { title: is.maybe(snippetTitle), body: is.maybe(snippetBody), expected: is.maybe(is.text({ maxLength: 100 })) },
	reply: made,
})
export const removeSnippet = call({ method: 'DELETE', path: '/snippets/:id', summary: 'Delete a snippet.', params: { id }, reply: removed })

// Memory (spec/1 §2): plain Markdown files, of a person or of a project.

export const memoryScopes = ['user', 'project'] as const
const scope = is.oneOf(...memoryScopes)
const cwd = is.text({ maxLength: 4096 })
const noteId = is.text({ minLength: 1, maxLength: 100 })
const noteText = is.text({ ...notBlank, maxLength: 20_000 })
export const MemoryNote = is.object({
	/** The file's name without `.md`. */
	id: is.text(),
	scope,
	text: is.text(),
	etag: is.text(),
	updated_at: is.integer(),
	/** False when a project's file is not as a person here wrote or accepted it: then agents do not read it. */
	accepted: is.flag(),
})
export type MemoryNote = Static<typeof MemoryNote>

export const listMemory = call({
	method: 'GET',
	path: '/memory',
	summary: 'The notes of the person and of the project, and whether agents read them.',
	query: { cwd },
	reply: is.object({ notes: is.list(MemoryNote), agents_read: is.object({ user: is.flag(), project: is.flag() }) }),
})
export const addMemory = call({ method: 'POST', path: '/memory', summary: 'A new note to remember.', body: { scope, cwd, text: noteText }, reply: MemoryNote })
export const changeMemory = call({
	method: 'PUT',
	path: '/memory/:id',
	summary: 'Change a note; 409 `conflict` when `expected` is no longer the newest.',
	params: { id: noteId },
	body: { scope, cwd, text: noteText, expected: is.maybe(is.text({ maxLength: 200 })) },
	reply: MemoryNote,
})
export const removeMemory = call({ method: 'DELETE', path: '/memory/:id', summary: 'Delete a note.', params: { id: noteId }, query: { scope, cwd }, reply: removed })
export const acceptMemory = call({
	method: 'POST',
	path: '/memory/:id/accept',
	summary: 'Let agents read a file of the project, exactly as it was seen.',
	params: { id: noteId },
	body: { scope, cwd, etag: is.text({ maxLength: 200 }) },
	reply: MemoryNote,
})
export const switchMemory = call({ method: 'PUT', path: '/memory-switch', summary: 'Whether agents read the notes.', body: { scope, cwd, on: is.flag() }, reply: removed })
