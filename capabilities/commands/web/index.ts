import { contribute } from '@drydock/web-kit'
import { streamForm } from './preferences.ts'

export default contribute({
	panes: [
		{
			id: 'terminal-stream',
			title: 'Terminal Stream',
			category: 'Developer Tools',
			description: 'Runs one command in the sandbox and follows it: both outputs, time and exit code.',
			tags: ['shell', 'command', 'run', 'output', 'log'],
			order: 2,
			load: () => import('./TerminalStreamPane.tsx'),
		},
		{
			id: 'terminal-preflight',
			title: 'Terminal Preflight',
			category: 'Developer Tools',
			description: 'Which tools commands find here, with versions, and how to get those that are missing.',
			tags: ['tools', 'versions', 'capabilities', 'sandbox', 'pty'],
			order: 3,
			load: () => import('./TerminalPreflightPane.tsx'),
		},
	],
	preferences: [streamForm],
})
