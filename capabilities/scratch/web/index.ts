import { contribute, isOverlayOpen, openPane } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'memory',
			title: 'Memory',
			category: 'Productivity',
			description: 'What agents should remember: yours, or of this project. Plain Markdown files.',
			tags: ['agent', 'remember', 'instructions', 'rules'],
			load: () => import('./MemoryPane.tsx'),
		},
		{
			id: 'plans',
			title: 'Plans',
			category: 'Productivity',
			description: 'A board of plans: todo, in progress, done.',
			tags: ['board', 'kanban', 'cards'],
			load: () => import('./PlansPane.tsx'),
		},
		{
			id: 'todo',
			title: 'Todo',
			category: 'Productivity',
			description: 'A list of things to do, with priorities.',
			tags: ['task', 'list', 'priority'],
			load: () => import('./TodoPane.tsx'),
		},
		{
			id: 'snippets',
			title: 'Snippets',
			category: 'Productivity',
			description: 'Pieces of text with places to fill in, typed from the command palette.',
			tags: ['text', 'template', 'insert'],
			load: () => import('./SnippetsPane.tsx'),
		},
	],
	commands: [{ id: 'snippets.new', title: 'New snippet', category: 'Productivity', run: () => openPane('snippets', { config: { isNew: true } }) }],
	finders: [{ id: 'snippets', title: 'Snippets', load: () => import('./snippets/finder.ts') }],
	overlays: [{ id: 'snippet-fill', when: () => isOverlayOpen('snippet-fill'), load: () => import('./SnippetFillOverlay.tsx') }],
})
