import { preference } from '@drydock/web-kit'
import type { RainStyle } from './rain.ts'

export interface MatrixSettings {
	speed: number
	size: number
	fade: number
	density: number
}

/** spec/1 §5. */
export const ranges: Record<keyof MatrixSettings, { label: string; min: number; max: number; step: number; initial: number }> = {
	/** spec: matrix speed */
	speed: { label: 'Speed', min: 0.25, max: 5, step: 0.25, initial: 1 },
	/** spec: matrix text size */
	size: { label: 'Text size', min: 0.5, max: 3, step: 0.1, initial: 1 },
	/** spec: matrix fade */
	fade: { label: 'Fade', min: 0.02, max: 0.5, step: 0.01, initial: 0.08 },
	/** spec: matrix density */
	density: { label: 'Density', min: 0.5, max: 2, step: 0.1, initial: 1 },
}

export const initialSettings: MatrixSettings = { speed: ranges.speed.initial, size: ranges.size.initial, fade: ranges.fade.initial, density: ranges.density.initial }

export const matrixSettings = preference<MatrixSettings>('matrix', 'Matrix', initialSettings, clampSettings)

/** Whatever was stored as numbers within their ranges. */
export function clampSettings(stored: unknown): MatrixSettings {
	const given = typeof stored === 'object' && stored !== null ? new Map(Object.entries(stored)) : new Map<string, unknown>()
	const take = (name: keyof MatrixSettings) => {
		const { min, max, initial } = ranges[name]
		const value: unknown = given.get(name)
		return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, min), max) : initial
	}
	return { speed: take('speed'), size: take('size'), fade: take('fade'), density: take('density') }
}

const cellPixels = 14
/** Glyphs move by whole rows, so a few pictures per second are enough. */
const rowsPerSecond = 6

export function styleOf({ speed, size, fade, density }: MatrixSettings): RainStyle {
	return { cell: cellPixels * size, rowsPerSecond: rowsPerSecond * speed, picturesPerSecond: rowsPerSecond * speed, fade, density, isClear: false }
}
