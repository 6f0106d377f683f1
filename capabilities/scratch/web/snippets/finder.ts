import type { Find } from '@drydock/web-kit'
import { listSnippets } from '../../contract.ts'
import { insertSnippet } from './insert.ts'

/** As many as are read by eye. */
const mostFound = 10

/** Snippets by words of their title, for the palette: running one types it where the keyboard was. */
export const find: Find = async (query, { api, signal }) => {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean)
	const { snippets } = await api.send(listSnippets, {}, { signal })
	return snippets
		.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
		.slice(0, mostFound)
		.map((snippet) => ({ id: snippet.id, title: snippet.title, note: snippet.body.split('\n', 1)[0], run: () => insertSnippet(snippet) }))
}
