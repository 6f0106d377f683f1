import { contribute } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'layout',
			title: 'Layout settings',
			category: 'Workspace',
			description: 'Sizes, grid limits and where panes open.',
			tags: ['dock', 'grid', 'split', 'settings'],
			shortcut: 'Alt+1',
			order: 1,
			load: () => import('./LayoutPane.tsx'),
		},
	],
	overlays: [{ id: 'layout-sync', load: () => import('./LayoutSync.tsx') }],
})
