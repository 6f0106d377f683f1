import { serve, type Kept } from '@drydock/server-kit'
import * as contract from '../contract.ts'
import { searchNotes } from './search.ts'

interface Stored {
	title: string
	content: string
}

export default serve(contract, (kernel) => {
	const notes = kernel.records.of<Stored>('note', 'note')
	return {
		async listNotes({ q, brief }) {
			const all = (await notes.list()).map(shown).toSorted((a, b) => b.updated_at - a.updated_at)
			const found = q?.trim() ? searchNotes(all, q) : all
			return { notes: brief ? found.map((note) => ({ ...note, content: '' })) : found }
		},
		readNote: async ({ id }) => shown(await notes.get(id)),
		async createNote({ title, content, id }) {
			const made = await notes.add({ title, content }, id)
			return { id: made.id, etag: made.etag }
		},
		async saveNote({ id, title, content, expected }) {
			const { etag } = await notes.change(id, { title, content }, expected)
			return { id, etag }
		},
		async deleteNote({ id }) {
			await notes.remove(id)
			return { ok: true }
		},
	}
})

function shown({ id, value, etag, created_at, updated_at }: Kept<Stored>): contract.Note {
	return { id, ...value, etag, created_at, updated_at }
}
