// @vitest-environment happy-dom
import { contribute, readPreference, recentPanes, sidebarWidth, writePreference, type Found } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { expect, test } from 'vitest'
import Sidebar from './Sidebar.tsx'

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

const nowhere = { fetch: () => Promise.reject(new Error('no server')) }
const opened: unknown[] = []
const fileOf = (name: string): Found => ({ id: name, title: name, note: 'src', run: () => void opened.push(name) })
const half = contribute({
	panes: [
		{ id: 'files', title: 'Files', category: 'Workspace', description: 'Folders and files.', shortcut: 'Alt+3', load: async () => ({ default: () => undefined }) },
		{ id: 'matrix', title: 'Matrix', category: 'Fun', description: 'Falling letters.', load: async () => ({ default: () => undefined }) },
	],
	commands: [{ id: 'editor.open', title: 'Open', hidden: true, run: (input) => void opened.push(input) }],
	finders: [{ id: 'files', title: 'Files', load: async () => ({ find: async (query) => ['total.js', 'total.test.js'].filter((name) => name.includes(query)).map(fileOf) }) }],
})

test('Quick Open finds files while one types; the arrows choose, Enter opens, and a path that is no name opens as it is', async () => {
	opened.length = 0
	renderPane(<Sidebar />, nowhere, { halves: [half] })
	const box = screen.getByRole('combobox', { name: 'Quick Open File' })
	// Empty input is ignored.
	await userEvent.type(box, '{Enter}')
	await userEvent.type(box, 'total')
	expect((await screen.findByRole('option', { name: /^total ?\.js/ })).getAttribute('aria-selected')).toBe('true')
	await userEvent.type(box, '{ArrowDown}{Enter}')
	await userEvent.type(box, 'docs/new.md')
	await screen.findByText('No file is called so. Enter opens it as a path.')
	await userEvent.type(box, '{Enter}')
	expect(opened).toEqual(['total.test.js', { cwd: '/sandbox', path: 'docs/new.md' }])
})

test('recent panes and the main ones open with a click', async () => {
	writePreference(recentPanes, ['matrix'])
	const { opened: panes } = renderPane(<Sidebar />, nowhere, { halves: [half] })
	await userEvent.click(screen.getByRole('button', { name: 'Matrix' }))
	await userEvent.click(screen.getByRole('button', { name: 'Files Alt+3' }))
	expect(panes.map(({ id }) => id)).toEqual(['matrix', 'files'])
})
