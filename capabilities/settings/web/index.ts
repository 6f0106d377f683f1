import { contribute, openPane } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'settings',
			title: 'Settings',
			category: 'System',
			description: 'Mode, model provider, key and model.',
			tags: ['provider', 'key', 'model', 'openrouter', 'ollama'],
			order: 1,
			load: () => import('./SettingsPane.tsx'),
		},
	],
	commands: [{ id: 'settings.paste-key', title: 'Paste a provider key', category: 'System', description: 'Opens Settings at the key.', run: () => openPane('settings', { config: { focus: 'key' } }) }],
})
