import { call, is, type Static } from '@drydock/contract'

const longestTitle = 300
/** Below the limit of a request body, with room for what JSON escapes. */
const longestContent = 400_000

const title = is.text({ maxLength: longestTitle })
const content = is.text({ maxLength: longestContent })
const id = is.text({ maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })

export const Note = is.object({
	id,
	title,
	/** Empty when the list was asked for in brief. */
	content,
	etag: is.text(),
	/** Epoch milliseconds. */
	created_at: is.integer(),
	updated_at: is.integer(),
	/** The place that matches a search. */
	excerpt: is.maybe(is.text()),
})
export type Note = Static<typeof Note>

/** New notes (spec/2 §3). */
export const untitled = 'Untitled'

export const listNotes = call({
	method: 'GET',
	path: '/notes',
	summary: 'All notes, changed last first; with words to search for, those that have them all.',
	query: { q: is.maybe(is.text({ maxLength: 200 })), brief: is.withDefault(is.flag(), false) },
	reply: is.object({ notes: is.list(Note) }),
})

export const readNote = call({ method: 'GET', path: '/notes/:id', summary: 'One note.', params: { id }, reply: Note })

export const createNote = call({
	method: 'POST',
	path: '/notes',
	summary: 'A new note; with an id of the caller, repeating it makes no second one.',
	body: { title: is.withDefault(title, untitled), content: is.withDefault(content, ''), id: is.maybe(id) },
	reply: is.object({ id: is.text(), etag: is.text() }),
})

export const saveNote = call({
	method: 'PUT',
	path: '/notes/:id',
	summary: 'Change title or content; 409 `conflict` with the other version when `expected` is no longer the newest.',
	params: { id },
	body: { title: is.maybe(title), content: is.maybe(content), expected: is.maybe(is.text({ maxLength: 100 })) },
	reply: is.object({ id: is.text(), etag: is.text() }),
})

export const deleteNote = call({ method: 'DELETE', path: '/notes/:id', summary: 'Delete a note.', params: { id }, reply: is.object({ ok: is.flag() }) })
