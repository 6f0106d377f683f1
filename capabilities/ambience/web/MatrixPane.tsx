import { Button, Field, IconButton, Slider } from '@drydock/ui'
import { SlidersHorizontal } from '@drydock/ui/icons'
import { useDocumentHost, usePaneTab, usePreference } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { initialSettings, matrixSettings, ranges, styleOf, type MatrixSettings } from './matrix-settings.ts'
import { createRainHost, type RainHost } from './rain-host.ts'
import './MatrixPane.css'

/** spec/1 §2: falling glyphs with a collapsible Controls menu; nothing moves while hidden or when motion is reduced. */
export default function MatrixPane() {
	const { isVisible } = usePaneTab()
	const [settings, setSettings] = usePreference(matrixSettings)
	const [hasControls, setControls] = useState(false)
	const rain = useRef<RainHost>(undefined)
	const latest = useRef({ settings, isVisible })

	const host = useDocumentHost((element, window) => {
		const made = createRainHost(element, window, styleOf(latest.current.settings))
		made.show(latest.current.isVisible)
		rain.current = made
		return () => {
			made.dispose()
			rain.current = undefined
		}
	})

	useEffect(() => {
		latest.current = { settings, isVisible }
		rain.current?.change(styleOf(settings))
		rain.current?.show(isVisible)
	}, [settings, isVisible])

	return (
		<section className="MatrixPane" aria-label="Matrix">
			<div ref={host} className="MatrixPane-canvas" />
			<div className="MatrixPane-corner">
				<IconButton label="Controls" icon={<SlidersHorizontal />} aria-expanded={hasControls} onClick={() => setControls(!hasControls)} />
				{hasControls && (
					<div className="MatrixPane-controls" role="group" aria-label="Controls">
						{(Object.keys(ranges) as (keyof MatrixSettings)[]).map((name) => {
							const { label, min, max, step } = ranges[name]
							return (
								<Field key={name} label={label}>
									<Slider min={min} max={max} step={step} value={settings[name]} onChange={(value) => setSettings({ ...settings, [name]: value })} />
								</Field>
							)
						})}
						<Button isSmall onClick={() => setSettings(initialSettings)}>
							Reset
						</Button>
					</div>
				)}
			</div>
		</section>
	)
}
