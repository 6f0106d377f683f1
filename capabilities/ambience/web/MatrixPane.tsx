import { Button, Field, IconButton, Slider } from '@drydock/ui'
import { SlidersHorizontal } from '@drydock/ui/icons'
import { useDocumentHost, usePaneTab, usePreference } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { initialSettings, matrixSettings, ranges, type MatrixSettings } from './matrix-settings.ts'
import { createRain, type Rain } from './rain.ts'
import './MatrixPane.css'

/** spec/1 §2: falling glyphs with a collapsible Controls menu; nothing moves while hidden or when motion is reduced. */
export default function MatrixPane() {
	const { isVisible } = usePaneTab()
	const [settings, setSettings] = usePreference(matrixSettings)
	const [hasControls, setControls] = useState(false)
	const rain = useRef<{ rain: Rain; update(): void }>(undefined)
	const latest = useRef({ settings, isVisible })

	const host = useDocumentHost((element, window) => {
		const canvas = element.ownerDocument.createElement('canvas')
		canvas.setAttribute('aria-hidden', 'true')
		element.append(canvas)
		const made = createRain(canvas, window, latest.current.settings)
		const still = window.matchMedia('(prefers-reduced-motion: reduce)')
		const update = () => {
			const isStill = still.matches || element.ownerDocument.documentElement.hasAttribute('data-reduce-motion')
			if (latest.current.isVisible && !isStill && element.offsetParent) made.start()
			else made.stop()
			// In the colours of now.
			if (isStill) made.paint()
		}
		const sizes = new window.ResizeObserver(() => {
			made.resize(element.clientWidth, element.clientHeight)
			update()
		})
		// Theme and motion are attributes of the document.
		const looks = new window.MutationObserver(update)
		sizes.observe(element)
		looks.observe(element.ownerDocument.documentElement, { attributes: true })
		still.addEventListener('change', update)
		rain.current = { rain: made, update }
		return () => {
			made.stop()
			sizes.disconnect()
			looks.disconnect()
			still.removeEventListener('change', update)
			rain.current = undefined
		}
	})

	useEffect(() => {
		latest.current = { settings, isVisible }
		rain.current?.rain.change(settings)
		rain.current?.update()
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
