import { contribute } from '@drydock/web-kit'
import { snapshot } from './snapshot.ts'

export default contribute({
	panes: [
		{
			id: 'providerDiagnostics',
			title: 'Provider diagnostics',
			category: 'System',
			description: 'Model providers: whether they answer, accept the key, and how fast.',
			tags: ['model', 'key', 'latency', 'offline'],
			load: () => import('./ProvidersPane.tsx'),
		},
	],
	preferences: [snapshot],
})
