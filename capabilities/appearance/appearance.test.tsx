// @vitest-environment happy-dom
import { readPreference, themeChoice } from '@drydock/web-kit'
import { renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import AppearancePane from './web/AppearancePane.tsx'

const show = () => renderPane(<AppearancePane />, { fetch: () => Promise.reject(new Error('no server')) })

test('a theme takes effect at once', async () => {
	show()
	const themes = ['system', 'light', 'dark', 'dim', 'high-contrast', 'solarized', 'dracula']
	for (const name of themes) expect(screen.getByRole('button', { name })).toBeTruthy()
	await userEvent.click(screen.getByRole('button', { name: 'dim' }))
	expect(readPreference(themeChoice)).toBe('dim')
})

test('the warm-up is off; its budget appears with it', async () => {
	show()
	expect(screen.queryByLabelText('Warmup budget')).toBeNull()
	await userEvent.click(screen.getByLabelText('Filesystem warmup'))
	const { value, min, max, step } = screen.getByLabelText<HTMLInputElement>('Warmup budget')
	// spec: warm-up budget
	expect({ value, min, max, step }).toEqual({ value: '500', min: '100', max: '3000', step: '50' })
})
