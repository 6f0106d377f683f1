import { backgroundFps, backgroundIntensity, useDocumentHost, usePreference } from '@drydock/web-kit'
import { useEffect, useRef } from 'react'
import type { RainStyle } from './rain.ts'
import { createRainHost, type RainHost } from './rain-host.ts'
import './BackgroundOverlay.css'

/** spec: background cell */
const cell = 12

const styleAt = (picturesPerSecond: number): RainStyle => ({ cell, rowsPerSecond: 6, picturesPerSecond, fade: 0.08, density: 0.8, isClear: true })

/** Rain behind the workspace: it shows through its frame, never through what is read. */
export default function BackgroundOverlay() {
	const [intensity] = usePreference(backgroundIntensity)
	const [fps] = usePreference(backgroundFps)
	const rain = useRef<RainHost>(undefined)
	const latest = useRef(fps)
	const host = useDocumentHost((element, window) => {
		const made = createRainHost(element, window, styleAt(latest.current))
		rain.current = made
		return () => {
			made.dispose()
			rain.current = undefined
		}
	})
	useEffect(() => {
		latest.current = fps
		rain.current?.change(styleAt(fps))
	}, [fps])
	return <div ref={host} className="BackgroundOverlay" style={{ opacity: intensity * mostOpaque }} />
}

/** Names of panes stand before it: they stay readable at full intensity. */
const mostOpaque = 0.35
