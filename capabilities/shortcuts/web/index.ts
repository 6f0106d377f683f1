import { contribute, isOverlayOpen, openOverlay, reboundKeys } from '@drydock/web-kit'

export default contribute({
	commands: [
		{
			id: 'shortcuts.open',
			title: 'Keyboard Shortcuts',
			category: 'System',
			description: 'Every shortcut, searchable, each to be changed.',
			shortcut: 'Alt+K',
			run: (input) => openOverlay('shortcuts', input),
		},
	],
	overlays: [{ id: 'shortcuts', when: () => isOverlayOpen('shortcuts'), load: () => import('./ShortcutsOverlay.tsx') }],
	preferences: [reboundKeys],
})
