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
	preferences: [testOptions],
})
