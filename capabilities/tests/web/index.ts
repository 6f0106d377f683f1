import { contribute } from '@drydock/web-kit'
import { testOptions } from './options.ts'

export default contribute({
	panes: [
		{
			id: 'tests',
			title: 'Tests',
			category: 'Developer Tools',
			description: 'Runs the tests of the project, shows each result, and keeps a receipt that says whether it still stands.',
			tags: ['test', 'pytest', 'vitest', 'jest', 'go test', 'cargo test', 'receipt'],
			shortcut: 'Alt+T',
			load: () => import('./TestsPane.tsx'),
		},
	],
	commands: [{ id: 'tests.use', title: 'Save as test command', hidden: true, run: async (input) => (await import('./take-command.ts')).takeCommand(input) }],
	preferences: [testOptions],
})
