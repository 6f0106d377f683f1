import { contribute } from '@drydock/web-kit'

export default contribute({
	panes: [
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
