import { contribute, readPreference } from '@drydock/web-kit'
import { isSuperDockWanted, superDockOpen } from './open-state.ts'

export default contribute({
	commands: [
		{
			id: 'super-dock.toggle',
			title: 'Super Dock',
			category: 'Workspace',
			description: 'Floating panels with panes and files of your choice.',
			shortcut: 'Alt+Shift+S',
			run: async () => (await import('./requests.ts')).toggle(),
		},
		{
			id: 'super-dock.focus',
			title: 'Focus the Super Dock',
			category: 'Workspace',
			when: () => readPreference(superDockOpen) || 'The Super Dock is not open',
			run: async () => (await import('./requests.ts')).focusTop(),
		},
		{ id: 'super-dock.add', title: 'Add to the Super Dock', hidden: true, run: async (input) => (await import('./requests.ts')).requestItem(input) },
	],
	overlays: [{ id: 'super-dock', when: isSuperDockWanted, load: () => import('./SuperDockOverlay.tsx') }],
	preferences: [superDockOpen],
})
