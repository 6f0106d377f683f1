import { contribute } from '@drydock/web-kit'
import { grokPreferences } from './grok-preferences.ts'

export default contribute({
	panes: [
		{
			id: 'grokChat',
			title: 'Grok Chat',
			category: 'Agents',
			description: 'Chat with Grok, or with the model that is set up; live search and citations.',
			tags: ['chat', 'grok', 'xai', 'ai', 'assistant'],
			shortcut: 'Alt+Shift+G',
			order: 2,
			defaultDock: 'center',
			load: () => import('./GrokChatPane.tsx'),
		},
	],
	preferences: Object.values(grokPreferences),
})
