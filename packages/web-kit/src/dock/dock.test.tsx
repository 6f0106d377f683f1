// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRegistry, install, type PaneEntry } from '../contribute.ts'
import { openPane, recentPanes } from '../panes.ts'
import { usePaneTab, useTabMark } from '../pane-tab.ts'
import { readPreference, writePreference } from '../preferences.ts'
import { act, renderPane, screen, userEvent, waitFor } from '../testing.tsx'
import { Dock } from './Dock.tsx'
import { layoutKey } from './layout-key.ts'
import { changeLayout, connectLayout, layoutRecord, reloadLayout, resetLayout, syncDelayMs } from './layout-store.ts'
import { mendRecord } from './record.ts'

const nowhere = { fetch: () => Promise.reject(new Error('no server')) }
let isBroken = true

function Editor() {
	const { config, setDirty } = usePaneTab()
	useTabMark({ title: `File ${config['path']}` })
	return <button onClick={() => setDirty(true)}>Edit {String(config['path'])}</button>
}
function Breaking() {
	if (isBroken) throw new Error('No luck')
	return <p>Lucky</p>
}

const pane = (id: string, Body: () => React.ReactNode): PaneEntry => ({ id, title: `The ${id}`, category: 'Workspace', description: id, load: async () => ({ default: Body }) })
const ids = ['files', 'maestro', 'grokChat', 'matrix', 'terminal']
const halves = [{ panes: [...ids.map((id) => pane(id, () => <p>{id} body</p>)), pane('code-editor', Editor), pane('breaking', Breaking)] }]

beforeEach(() => {
	// This DOM has no layout, and the engine shows nothing in no room.
	vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 900))
	isBroken = true
	localStorage.clear()
	reloadLayout()
})
afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
})

function show() {
	const rendered = renderPane(
		<div style={{ position: 'relative', width: 1440, height: 900 }}>
			<Dock />
		</div>,
		nowhere,
		{ halves },
	)
	install(createRegistry(halves))
	return rendered
}

const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

test('the default layout stands, with the terminal before the matrix', async () => {
	show()
	expect(await screen.findByText('terminal body')).toBeTruthy()
	expect(tabNames()).toEqual(['The files', 'The maestro', 'The grokChat', 'The matrix', 'The terminal'])
	expect(screen.queryByText('matrix body')).toBeNull()
})

test('a pane opens once, and is selected when asked for again', async () => {
	show()
	await screen.findByText('files body')
	act(() => openPane('matrix'))
	expect(await screen.findByText('matrix body')).toBeTruthy()
	expect(tabNames()).toHaveLength(5)
})

test('one pane can hold several tabs that differ by their key, and renames its own', async () => {
	show()
	await screen.findByText('files body')
	act(() => openPane('code-editor', { key: 'a.ts', config: { path: 'a.ts' } }))
	act(() => openPane('code-editor', { key: 'b.ts', config: { path: 'b.ts' } }))
	act(() => openPane('code-editor', { key: 'a.ts', config: { path: 'a.ts' } }))
	await screen.findByText('Edit a.ts')
	await waitFor(() => expect(tabNames().filter((name) => name?.startsWith('File'))).toEqual(['File a.ts', 'File b.ts']))
})

test('an unknown pane is ignored when opened and named when it stands in a layout', async () => {
	const warned = vi.spyOn(console, 'warn').mockReturnValue()
	localStorage.setItem(layoutKey, JSON.stringify({ version: 1, dock: { model: { layout: { type: 'row', children: [{ type: 'tabset', children: [{ type: 'tab', component: 'gone', name: 'Gone' }] }] } } } }))
	reloadLayout()
	show()
	expect(await screen.findByText('Unknown pane: gone')).toBeTruthy()
	act(() => openPane('nothing'))
	expect(tabNames()).toEqual(['Gone'])
	expect(warned).toHaveBeenCalledWith('There is no pane called nothing')
})

test('a pane that fails says so and can be tried again', async () => {
	vi.spyOn(console, 'error').mockReturnValue()
	show()
	await screen.findByText('files body')
	act(() => openPane('breaking'))
	expect(await screen.findByText('Error rendering component')).toBeTruthy()
	expect(screen.getByText('No luck')).toBeTruthy()
	isBroken = false
	await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
	expect(await screen.findByText('Lucky')).toBeTruthy()
})

test('the most recent twelve panes are remembered, each once', async () => {
	show()
	await screen.findByText('files body')
	writePreference(recentPanes, Array.from({ length: 12 }, (_, n) => `pane-${n}`))
	act(() => openPane('files'))
	act(() => openPane('matrix'))
	act(() => openPane('files'))
	expect(readPreference(recentPanes).slice(0, 3)).toEqual(['files', 'matrix', 'pane-0'])
	// spec: recent panes
	expect(readPreference(recentPanes)).toHaveLength(12)
})

test('a change is kept here at once and sent after the quiet period, once', async () => {
	const sent: unknown[] = []
	show()
	await screen.findByText('files body')
	await connectLayout({ read: async () => undefined, write: async (record) => void sent.push(record) })
	vi.useFakeTimers()
	act(() => openPane('matrix'))
	act(() => openPane('code-editor', { key: 'a', config: { path: 'a' } }))
	expect(localStorage.getItem(layoutKey)).toContain('code-editor')
	// spec: layout sync delay
	expect(syncDelayMs).toBe(600)
	act(() => void vi.advanceTimersByTime(syncDelayMs - 1))
	expect(sent).toHaveLength(0)
	act(() => void vi.advanceTimersByTime(1))
	expect(sent).toHaveLength(1)
})

test('the layout of the server replaces the local one, but not one that was changed meanwhile', async () => {
	const stored = { version: 1, dock: { model: { layout: { type: 'row', children: [{ type: 'tabset', children: [{ type: 'tab', component: 'matrix', name: 'From the server' }] }] } } } }
	show()
	await screen.findByText('files body')
	await act(() => connectLayout({ read: async () => stored, write: async () => {} }))
	expect(tabNames()).toEqual(['From the server'])

	act(() => void resetLayout())
	await act(() => connectLayout({ read: async () => stored, write: async () => {} }))
	expect(tabNames()).toHaveLength(5)
})

test.each([
	['fails', () => Promise.reject(new Error('offline'))],
	['is damaged', async () => ({ version: 1, dock: { model: { layout: 5 } } })],
	['is of another version', async () => ({ version: 9 })],
])('an answer of the server that %s changes nothing', async (_, read) => {
	show()
	await screen.findByText('files body')
	await act(() => connectLayout({ read, write: async () => {} }))
	expect(tabNames()).toHaveLength(5)
})

test('a reset of the layout can be undone', async () => {
	show()
	await screen.findByText('files body')
	act(() => openPane('code-editor', { key: 'a', config: { path: 'a' } }))
	await screen.findByText('Edit a')
	let undo = () => {}
	act(() => void (undo = resetLayout()))
	expect(tabNames()).toHaveLength(5)
	act(() => undo())
	expect(tabNames()).toHaveLength(6)
	expect(mendRecord(layoutRecord())).toEqual(layoutRecord())
})

test('a change that was not sent before a reload wins over the server’s older record, and is sent then', async () => {
	const older = structuredClone(layoutRecord())
	changeLayout((record) => ({ ...record, global: { prefs: { ...record.global.prefs, footerAlign: 'right' } } }))
	reloadLayout()
	const sent: unknown[] = []
	await connectLayout({ read: async () => older, write: async (record) => void sent.push(record) })
	expect(layoutRecord().global.prefs).toMatchObject({ footerAlign: 'right' })
	expect(sent).toEqual([layoutRecord()])
})
