import { Button, Checkbox } from '@drydock/ui'
import { closeOverlay, readPreference, writePreference } from '@drydock/web-kit'
import { useState } from 'react'
import { skipTelemetry, telemetryOptIn, telemetrySeen } from './preferences.ts'
import './TelemetryOverlay.css'

/** spec/3 §4, telemetry dialog: off by default, beside the work and not in its way. */
export default function TelemetryOverlay() {
	const [isOn, setOn] = useState(() => readPreference(telemetryOptIn))
	function save() {
		writePreference(telemetryOptIn, isOn)
		writePreference(telemetrySeen, true)
		closeOverlay('telemetry')
		dispatchEvent(new CustomEvent('vt:telemetry:changed', { detail: { optIn: isOn } }))
	}
	function skip() {
		skipTelemetry()
		closeOverlay('telemetry')
	}
	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape anywhere in it skips, as in any dialog
		<div className="Telemetry" role="dialog" aria-labelledby="telemetry-title" onKeyDown={(event) => event.key === 'Escape' && skip()}>
			<h2 id="telemetry-title">Telemetry preferences</h2>
			<p>Drydock counts nothing unless you agree, and what it counts stays on this server, for its admin.</p>
			<Checkbox label="Count when I open the app" isChecked={isOn} onChange={setOn} />
			<details>
				<summary>Exactly what is sent</summary>
				<pre>{JSON.stringify({ event: 'app.load', props: { user_agent: navigator.userAgent, language: navigator.language } }, undefined, 2)}</pre>
			</details>
			<div className="Telemetry-buttons">
				<Button onClick={skip}>Skip</Button>
				<Button variant="primary" onClick={save}>
					Save
				</Button>
			</div>
		</div>
	)
}
