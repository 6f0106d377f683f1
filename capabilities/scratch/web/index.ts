import { contribute } from '@drydock/web-kit'

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
	],
})
