import { contribute } from '@drydock/web-kit'
import { autoRefreshPreference, intervalPreference, statusPreference } from './preferences.ts'

export default contribute({
	panes: [
		{
			id: 'approvals-queue',
			title: 'Approvals',
			category: 'Agents',
			description: 'Everything that waits for a person: see exactly what would happen, approve or reject it.',
			tags: ['approve', 'reject', 'permission', 'queue', 'agent'],
			order: 4,
			defaultDock: 'bottom',
			load: () => import('./ApprovalsPane.tsx'),
		},
	],
	status: [{ id: 'approvals-pending', side: 'header', load: () => import('./PendingStatus.tsx') }],
	preferences: [autoRefreshPreference, intervalPreference, statusPreference],
})
