// @vitest-environment happy-dom
import { readPreference, sidebarWidth } from '@drydock/web-kit'
import { fireEvent, renderPane, screen } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import { Sidebar } from './Sidebar.tsx'

test('the side bar is resized by keyboard and stays within its range', () => {
	renderPane(<Sidebar />, { fetch: () => Promise.reject(new Error('no server')) })
	const handle = screen.getByRole('separator', { name: 'Resize sidebar' })
	// spec: sidebar keyboard step
	fireEvent.keyDown(handle, { key: 'ArrowRight' })
	expect(readPreference(sidebarWidth)).toBe(280 + 16)
	fireEvent.keyDown(handle, { key: 'ArrowLeft', shiftKey: true })
	expect(readPreference(sidebarWidth)).toBe(280 + 16 - 40)
	for (let times = 0; times < 10; times++) fireEvent.keyDown(handle, { key: 'ArrowRight', shiftKey: true })
	expect(readPreference(sidebarWidth)).toBe(520)
})
