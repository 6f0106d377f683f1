// @vitest-environment happy-dom
import { contribute, firstRunDone, listenForEvents, listenForShortcuts, readPreference, runCommand, wantedOverlays, watchOverlays, writePreference } from '@drydock/web-kit'
import { act, fireEvent, renderPane, screen, userEvent, waitFor } from '@drydock/web-kit/testing'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import half from './web/index.ts'
import { superDockOpen } from './web/open-state.ts'
import { mendPanels } from './web/panels.ts'
import { panels, resetPanels, saveEveryMs, superDockPanels } from './web/store.ts'
import SuperDockOverlay from './web/SuperDockOverlay.tsx'

const nowhere = { fetch: () => Promise.reject(new Error('no server')) }
const pane = (id: string, title: string, more = {}) => ({ id, title, category: 'Fun' as const, description: title, load: async () => ({ default: () => <button type="button">{title} works</button> }), ...more })
const panes = contribute({ panes: [pane('clock', 'Clock'), pane('notes', 'Notes')] })

function Shell() {
	return useSyncExternalStore(watchOverlays, wantedOverlays) === '' ? undefined : <SuperDockOverlay />
}

let stops: (() => void)[] = []
beforeEach(() => {
	stops = [listenForShortcuts(window), listenForEvents()]
})
afterEach(() => {
	stops.forEach((stop) => stop())
	resetPanels()
})

const dock = () => screen.findByRole('dialog', { name: 'Super Dock' })
const items = () => panels().panels.map((panel) => panel.items.map(({ title }) => title))

test('Alt+Shift+S opens it with the keyboard in it, and closes it again', async () => {
	renderPane(
		<>
			<input aria-label="elsewhere" />
			<Shell />
		</>,
		nowhere,
		{ halves: [half, panes] },
	)
	const elsewhere = screen.getByLabelText('elsewhere')
	elsewhere.focus()
	// spec: Alt+Shift+S
	fireEvent.keyDown(elsewhere, { key: 'S', code: 'KeyS', altKey: true, shiftKey: true })
	const panel = await dock()
	await waitFor(() => expect(document.activeElement).toBe(panel))
	fireEvent.keyDown(panel, { key: 'S', code: 'KeyS', altKey: true, shiftKey: true })
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(document.activeElement).toBe(elsewhere)
})

test('panes and files are added, opened in the main dock and removed; the same request within a moment is one', async () => {
	const { opened } = renderPane(<Shell />, nowhere, { halves: [half, panes] })
	// spec: super dock dedupe
	await act(async () => {
		await Promise.all([runCommand('super-dock.add', { component: 'clock' }), runCommand('super-dock.add', { component: 'clock' })])
	})
	const panel = await dock()
	expect(await screen.findByRole('button', { name: 'Clock works' })).toBeTruthy()
	fireEvent.change(screen.getByLabelText('Add a pane'), { target: { value: 'notes' } })
	fireEvent.drop(panel, { dataTransfer: { types: ['text/plain'], getData: (type: string) => (type === 'text/plain' ? 'src/main.ts' : '') } })
	expect(items()).toEqual([['Clock', 'Notes', 'main.ts']])
	await userEvent.click(screen.getByRole('button', { name: 'Open Clock in the main dock' }))
	expect(opened).toMatchObject([{ id: 'clock' }])
	await userEvent.click(screen.getByRole('button', { name: 'Remove Notes' }))
	expect(items()).toEqual([['Clock', 'main.ts']])
	await userEvent.click(screen.getByRole('button', { name: 'Duplicate' }))
	expect(items()).toEqual([['Clock', 'main.ts'], ['Clock', 'main.ts']])
	await userEvent.click(screen.getAllByRole('button', { name: 'Clear' })[0]!)
	expect(items()).toEqual([[], ['Clock', 'main.ts']])
	await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[1]!)
	await userEvent.click(screen.getByRole('button', { name: 'Close' }))
	expect(readPreference(superDockOpen)).toBe(false)
})

test('it moves and grows by keyboard in steps of ten, fifty with Shift, and keeps to a side', async () => {
	writePreference(superDockOpen, true)
	renderPane(<Shell />, nowhere, { halves: [half, panes] })
	const grip = await screen.findByRole('button', { name: 'Move the Super Dock' })
	const at = () => panels().panels[0]?.rect
	// spec: super dock step
	fireEvent.keyDown(grip, { key: 'ArrowRight' })
	expect(at()).toMatchObject({ x: 130, y: 96 })
	fireEvent.keyDown(grip, { key: 'ArrowDown', shiftKey: true })
	expect(at()).toMatchObject({ x: 130, y: 146 })
	const corner = screen.getByRole('button', { name: 'Resize the Super Dock' })
	fireEvent.keyDown(corner, { key: 'ArrowRight', shiftKey: true })
	expect(at()).toMatchObject({ width: 770, height: 520 })
	fireEvent.change(screen.getByLabelText('Dock position'), { target: { value: 'left' } })
	expect((await dock()).style.left).toBe('0px')
	expect(panels().panels[0]?.position).toBe('left')
})

test('moving saves once in a while, and the next visit finds it there', async () => {
	writePreference(superDockOpen, true)
	renderPane(<Shell />, nowhere, { halves: [half, panes] })
	const grip = await screen.findByRole('button', { name: 'Move the Super Dock' })
	let saves = 0
	addEventListener('vt:prefs:update', ({ detail }: CustomEventInit<{ key: string }>) => void (detail?.key === 'super_dock' && saves++), { once: false })
	for (let times = 0; times < 30; times++) fireEvent.keyDown(grip, { key: 'ArrowRight' })
	expect(saves).toBe(0)
	// spec: super dock save
	expect(saveEveryMs).toBe(120)
	await waitFor(() => expect(readPreference(superDockPanels)[0]?.rect.x).toBe(120 + 300))
	expect(saves).toBe(1)
	fireEvent.keyDown(grip, { key: 'ArrowLeft' })
	dispatchEvent(new Event('pagehide'))
	expect(readPreference(superDockPanels)[0]?.rect.x).toBe(120 + 290)
})

test('the first visit shows what a pane has for it, once; without such a pane nothing floats', async () => {
	const first = renderPane(<Shell />, nowhere, { halves: [half, panes] })
	expect(screen.queryByRole('dialog')).toBeNull()
	first.unmount()
	renderPane(<Shell />, nowhere, { halves: [half, panes, contribute({ panes: [pane('welcome', 'Begin here', { isFirstRun: true })] })] })
	expect(await screen.findByRole('button', { name: 'Begin here works' })).toBeTruthy()
	expect(readPreference(firstRunDone)).toBe(true)
	// After a reset of the layout it stands there again.
	act(() => {
		writePreference(superDockOpen, false)
		resetPanels()
		writePreference(firstRunDone, false)
	})
	expect(await screen.findByRole('button', { name: 'Begin here works' })).toBeTruthy()
})

test.each([
	['nothing', undefined],
	['a word', 'panels'],
	['a hole', [null, 7, []]],
	['two of one name', [{ id: 'a' }, { id: 'a' }]],
	['items of no kind', [{ id: 'a', items: [{ kind: 'virus' }, { kind: 'pane' }, { kind: 'file' }, null] }]],
	['far too many', Array.from({ length: 500 }, (_, id) => ({ id: String(id), items: Array.from({ length: 500 }, () => ({ kind: 'pane', component: 'clock' })) }))],
])('what was stored is mended: %s', (_, stored) => {
	const { panels: mended, order } = mendPanels(stored)
	expect(mended.length).toBeGreaterThan(0)
	expect(mended.length).toBeLessThanOrEqual(4)
	expect(new Set(order).size).toBe(mended.length)
	for (const { items: each, rect } of mended) {
		expect(each.length).toBeLessThanOrEqual(12)
		expect(rect).toMatchObject({ width: 720, height: 520 })
	}
})
