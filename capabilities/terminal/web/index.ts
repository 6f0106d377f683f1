import { contribute, openPane } from '@drydock/web-kit'
import { loadEngine } from './engine.ts'
import { openTab, terminalProfiles, terminalTabs } from './tabs.ts'

export default contribute({
	panes: [
		{
			id: 'terminal',
			title: 'Terminal',
			category: 'Developer Tools',
			description: 'Shells that live on through reloads and restarts.',
			tags: ['shell', 'bash', 'console', 'command line', 'pty'],
			order: 1,
			defaultDock: 'bottom',
			featured: true,
			load() {
				// On its way while the rest of the page starts; the terminal says so if it does not come.
				loadEngine().catch(() => {})
				return import('./TerminalPane.tsx')
			},
		},
	],
	commands: [
		{
			id: 'terminal.open',
			title: 'New terminal',
			category: 'Terminal',
			description: 'Opens a shell; with a folder, there.',
			run({ cwd }) {
				openTab(typeof cwd === 'string' ? { cwd } : {})
				openPane('terminal')
			},
		},
	],
	preferences: [terminalTabs, terminalProfiles],
})
