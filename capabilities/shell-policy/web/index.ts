import { contribute, isOverlayOpen, openOverlay, openPane } from '@drydock/web-kit'
import { ruleOverlay } from './overlay.ts'

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
		{ id: 'shell-policy.rule', title: 'Make a rule of a command that waits', hidden: true, run: (input) => openOverlay(ruleOverlay, input) },
	],
	overlays: [{ id: ruleOverlay, when: () => isOverlayOpen(ruleOverlay), load: () => import('./RuleOverlay.tsx') }],
})
