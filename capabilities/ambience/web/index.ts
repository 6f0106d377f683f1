import { backgroundAnimation, contribute, readPreference } from '@drydock/web-kit'
import { matrixSettings } from './matrix-settings.ts'

export default contribute({
	panes: [
		{
			id: 'matrix',
			title: 'Matrix',
			category: 'Fun',
			description: 'Falling glyphs. They stop when nobody looks.',
			tags: ['ambience', 'animation', 'glyphs'],
			defaultDock: 'bottom',
			load: () => import('./MatrixPane.tsx'),
		},
	],
	overlays: [{ id: 'background', when: () => readPreference(backgroundAnimation), load: () => import('./BackgroundOverlay.tsx') }],
	preferences: [matrixSettings],
})
