import { contribute } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'sandbox',
			title: 'Sandbox',
			category: 'Developer Tools',
			description: 'A scratch pad: runs a snippet in the sandbox, shows what it can touch and what it would change.',
			tags: ['snippet', 'run', 'isolate', 'shadow', 'copy', 'network'],
			load: () => import('./SandboxPane.tsx'),
		},
	],
})
