import { contribute, openPane } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'notes',
			title: 'Notes',
			category: 'Productivity',
			description: 'Markdown notes that save themselves, with full-text search.',
			tags: ['markdown', 'write', 'text'],
			load: () => import('./NotesPane.tsx'),
		},
	],
	commands: [{ id: 'notes.new', title: 'New note', category: 'Productivity', run: () => openPane('notes', { config: { isNew: true } }) }],
})
