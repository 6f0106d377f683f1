import { contribute, openPane } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'shellPolicy',
			title: 'Shell Policy',
			category: 'System',
			description: 'Which commands run without asking, why, and for whom.',
			tags: ['allowlist', 'whitelist', 'permissions', 'rules', 'prefix'],
			load: () => import('./ShellPolicyPane.tsx'),
		},
	],
	commands: [
		{
			id: 'shell-policy.open',
			title: 'Open Shell Policy',
			category: 'Terminal',
			description: 'What runs without asking; with a command, why it does or does not.',
			run: ({ cmd }) => openPane('shellPolicy', { focus: true, config: typeof cmd === 'string' ? { cmd } : {} }),
		},
	],
})
