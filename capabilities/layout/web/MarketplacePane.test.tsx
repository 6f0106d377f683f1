// @vitest-environment happy-dom
import { contribute, createRegistry, install, pinnedPanes, readPreference, type PaneEntry } from '@drydock/web-kit'
import { act, renderPane, screen, userEvent, within } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import layoutHalf from './index.ts'
import { paneGroups } from './marketplace-groups.ts'
import MarketplacePane from './MarketplacePane.tsx'

const pane = (id: string, category: string, more: Partial<PaneEntry> = {}) => ({ id, title: id, category, description: `About ${id}`, load: async () => ({ default: () => undefined }), ...more }) as PaneEntry
const offline = { fetch: () => Promise.reject(new Error('no server')) }

test('groups stand in the order of the specification, unknown ones after by name, each sorted by title', () => {
	const panes = [pane('b', 'Productivity'), pane('a', 'Productivity'), pane('m', 'Media'), pane('f', 'Fun'), pane('x', 'Workspace'), pane('s', 'System'), pane('ai', 'Agents'), pane('star', 'System', { featured: true }), pane('marketplace', 'System')]
	expect(paneGroups(panes, '').map(({ heading, panes: members }) => `${heading}: ${members.map(({ id }) => id).join(' ')}`)).toEqual(['Featured: star', 'AI: ai', 'Productivity: a b', 'Games: f', 'System: s', 'Media: m', 'Workspace: x'])
	expect(paneGroups(panes, 'about F')).toMatchObject([{ heading: 'Games' }])
	expect(paneGroups(panes, 'nothing like it')).toEqual([])
})

test('opens a pane, tells what is running, and pins to the palette', async () => {
	const view = renderPane(<MarketplacePane />, offline, { halves: [layoutHalf, contribute({ panes: [pane('files', 'Workspace'), pane('notes', 'Productivity')] })] })
	expect(screen.queryByRole('listitem', { name: 'Marketplace' })).toBeNull()
	// The default layout shows Files.
	expect(within(screen.getByRole('listitem', { name: 'files' })).getByText('Running')).toBeTruthy()
	const notes = within(screen.getByRole('listitem', { name: 'notes' }))
	expect(notes.queryByText('Running')).toBeNull()
	await userEvent.click(notes.getByRole('button', { name: 'Open notes' }))
	expect(view.opened).toEqual([{ id: 'notes', options: {} }])
	await userEvent.click(notes.getByRole('button', { name: 'Pin notes to the palette' }))
	expect(readPreference(pinnedPanes)).toEqual(['notes'])
	await userEvent.click(notes.getByRole('button', { name: 'Unpin notes from the palette' }))
	expect(readPreference(pinnedPanes)).toEqual([])
})

test('the search narrows, and Enter opens the first', async () => {
	const view = renderPane(<MarketplacePane />, offline, { halves: [contribute({ panes: [pane('files', 'Workspace'), pane('notes', 'Productivity')] })] })
	await userEvent.type(screen.getByLabelText('Search panes'), 'note')
	expect(screen.getAllByRole('listitem').map((card) => card.getAttribute('aria-label'))).toEqual(['notes'])
	await userEvent.keyboard('{Enter}')
	expect(view.opened).toEqual([{ id: 'notes', options: {} }])
	await userEvent.type(screen.getByLabelText('Search panes'), ' zzz')
	expect(screen.getByText('No pane matches')).toBeTruthy()
})

test('shows what is registered later', () => {
	renderPane(<MarketplacePane />, offline)
	expect(screen.queryByRole('listitem', { name: 'late' })).toBeNull()
	act(() => install(createRegistry([contribute({ panes: [pane('late', 'Other')] })])))
	expect(screen.getByRole('listitem', { name: 'late' })).toBeTruthy()
})
