import { contribute, isOverlayOpen, openOverlay, readPreference } from '@drydock/web-kit'
import { hasOutbox, outbox } from './outbox.ts'
import { isTelemetryDue, telemetryOptIn, telemetrySeen } from './preferences.ts'

export default contribute({
	commands: [
		{ id: 'feedback.open', title: 'Send Feedback', category: 'System', description: 'To whoever runs this server.', run: () => openOverlay('feedback') },
		{ id: 'telemetry.open', title: 'Telemetry preferences', category: 'System', description: 'What is counted, and whether.', run: () => openOverlay('telemetry') },
	],
	overlays: [
		{ id: 'feedback', when: () => isOverlayOpen('feedback'), load: () => import('./FeedbackOverlay.tsx') },
		{ id: 'telemetry', when: () => isOverlayOpen('telemetry') || isTelemetryDue(), load: () => import('./TelemetryOverlay.tsx') },
		// What was written without a connection is sent later; whoever has nothing waiting and did not agree to be counted loads nothing.
		{ id: 'outbox', when: () => hasOutbox() || readPreference(telemetryOptIn), load: () => import('./OutboxOverlay.tsx') },
	],
	preferences: [telemetrySeen, telemetryOptIn, outbox],
})
