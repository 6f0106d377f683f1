import { contribute, openPane } from '@drydock/web-kit'
import { configFrom } from './target.ts'

export default contribute({
	panes: [
		{
			id: 'browser-preview',
			title: 'Browser Preview',
			category: 'Developer Tools',
			description: 'See a page of the project, or what your own server shows, apart from everything else.',
			tags: ['web', 'html', 'localhost', 'port', 'dev server', 'responsive'],
			load: () => import('./BrowserPreviewPane.tsx'),
		},
	],
	commands: [
		{
			id: 'preview.open',
			title: 'Preview a page',
			category: 'Developer Tools',
			description: 'Opens the preview; with a path, a port or an address on this machine, there.',
			run: (input) => openPane('browser-preview', { config: configFrom(input) }),
		},
	],
})
