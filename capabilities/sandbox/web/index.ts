import { contribute, openPane } from '@drydock/web-kit'

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
	commands: [{ id: 'sandbox.show', title: 'Show what a command would change', hidden: true, run: ({ effect }) => openPane('sandbox', { focus: true, config: { effect } }) }],
})
