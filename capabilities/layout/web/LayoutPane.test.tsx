// @vitest-environment happy-dom
import { layoutRecord } from '@drydock/web-kit/dock/layout-store.ts'
import { fireEvent, renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import LayoutPane from './LayoutPane.tsx'

test('sizes take effect with Apply, within their ranges, and Reset defaults brings the first ones back', async () => {
	renderPane(<LayoutPane />, { fetch: () => Promise.reject(new Error('no server')) })
	const left = screen.getByLabelText('Default left width')
	fireEvent.change(left, { target: { value: '9999' } })
	fireEvent.blur(left)
	expect(layoutRecord().layout.defaults.left).toBe(280)
	await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
	expect(layoutRecord().layout.defaults.left).toBe(800)
	await userEvent.click(screen.getByRole('button', { name: 'Reset defaults' }))
	expect(layoutRecord().layout).toEqual({ minSize: { width: 240, height: 160 }, maxGrid: { columns: 4, rows: 4 }, defaults: { left: 280, right: 360, bottom: 240 } })
})
