// @vitest-environment happy-dom
import { renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import MatrixPane from './web/MatrixPane.tsx'
import { clampSettings, initialSettings, styleOf, type MatrixSettings } from './web/matrix-settings.ts'
import { dropCount } from './web/rain.ts'

// spec: matrix speed, spec: matrix text size, spec: matrix fade, spec: matrix density
test.each([
	[undefined, initialSettings],
	['nonsense', initialSettings],
	[
		{ speed: 9, size: 0, fade: -1, density: 'x' },
		{ speed: 5, size: 0.5, fade: 0.02, density: 1 },
	],
	[
		{ speed: Number.NaN, size: 99, fade: 0.9, density: 0.1 },
		{ speed: 1, size: 3, fade: 0.5, density: 0.5 },
	],
	[
		{ speed: 0, size: 1, fade: 0.1, density: 9 },
		{ speed: 0.25, size: 1, fade: 0.1, density: 2 },
	],
])('stored settings %j are mended', (stored, mended) => {
	expect(clampSettings(stored)).toEqual(mended)
})

test('more density means more drops, a larger text fewer', () => {
	const drops = (settings: Partial<MatrixSettings>, width = 800) => dropCount(width, styleOf({ ...initialSettings, ...settings }))
	expect(drops({ density: 2 })).toBeGreaterThan(drops({}))
	expect(drops({ size: 3 })).toBeLessThan(drops({}))
	expect(drops({}, 0)).toBe(1)
})

test('the controls open, change and reset', async () => {
	renderPane(<MatrixPane />, { fetch: () => Promise.reject(new Error('nothing is asked')) })
	expect(screen.queryByRole('group', { name: 'Controls' })).toBeNull()
	await userEvent.click(screen.getByRole('button', { name: 'Controls' }))
	for (const name of ['Speed', 'Text size', 'Fade', 'Density']) expect(screen.getByLabelText(name)).toBeDefined()
	await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
	expect(screen.getByLabelText('Speed')).toHaveProperty('value', '1')
})
