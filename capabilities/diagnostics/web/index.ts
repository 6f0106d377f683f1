import { contribute } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'diagnostics',
			title: 'Diagnostics',
			category: 'System',
			description: 'How the server is doing, the file cache, and a support bundle without secrets.',
			tags: ['support', 'memory', 'health', 'cache'],
			load: () => import('./DiagnosticsPane.tsx'),
		},
	],
})
