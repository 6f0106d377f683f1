import { contribute } from '@drydock/web-kit'

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
})
