import { contribute } from '@drydock/web-kit'

export default contribute({
	panes: [
		{
			id: 'appearance',
			title: 'Appearance settings',
			category: 'Workspace',
			description: 'Theme, font, motion, header and footer.',
			tags: ['theme', 'dark', 'light', 'contrast', 'font'],
			shortcut: 'Alt+2',
			order: 2,
			load: () => import('./AppearancePane.tsx'),
		},
	],
})
