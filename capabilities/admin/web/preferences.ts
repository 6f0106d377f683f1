import { flag, preference, readPreference } from '@drydock/web-kit'

export const telemetrySeen = preference('telemetry_seen', 'Telemetry choice seen', false, flag)
/** Nothing is counted before someone agrees. */
export const telemetryOptIn = preference('telemetry_optin', 'Telemetry', false, flag)
/** The shell's own: the two questions of a first visit come one after the other. */
const welcomeDismissed = preference('welcome_dismissed', 'Welcome card dismissed', false, flag)

let isSkipped = false

/** Skipping stores nothing, so it holds for this visit alone. */
export function skipTelemetry(): void {
	isSkipped = true
}

/** Asked once, unless it was answered already (spec/3 §4). */
export function isTelemetryDue(): boolean {
	return !isSkipped && !readPreference(telemetrySeen) && !readPreference(telemetryOptIn) && readPreference(welcomeDismissed)
}
