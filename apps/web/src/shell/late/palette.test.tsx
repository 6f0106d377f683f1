// @vitest-environment happy-dom
import { contribute, createRegistry, install, isOverlayOpen, listenForShortcuts, writePreference, watchOverlays, type Found } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Header } from '../Header.tsx'
import Palette from './Palette.tsx'
import { closePalette, palette, recentCommands } from '../palette-state.ts'
import { shellHalf } from '../shell-half.ts'
import { useSyncExternalStore } from 'react'

const nowhere = { fetch: () => Promise.reject(new Error('no server')) }
const ran: string[] = []
const half = contribute({
	panes: [{ id: 'files', title: 'Files', category: 'Workspace', description: 'Folders and files.', shortcut: 'Alt+3', load: async () => ({ default: () => undefined }) }],
	commands: [
		{ id: 'format', title: 'Format Document', category: 'Editor', run: () => void ran.push('format') },
		{ id: 'save', title: 'Save', category: 'Editor', when: () => 'No file is open', run: () => void ran.push('save') },
		{ id: 'paint', title: 'Toggle paint', category: 'Fun', description: 'Draws over the dock.', run: () => void ran.push('paint') },
	],
	finders: [{ id: 'files', title: 'Files', load: async () => ({ find: async (query) => names.filter((name) => name.includes(query)).map(fileOf) }) }],
})
const names = ['total.js', 'total.test.js', 'README.md']
const fileOf = (name: string): Found => ({ id: name, title: name, note: 'src', run: () => void ran.push(name) })

function Shell() {
	const isOpen = useSyncExternalStore(watchOverlays, () => isOverlayOpen(palette))
	return (
		<>
			<Header />
			{isOpen && <Palette />}
		</>
	)
}

let stop = () => {}
beforeEach(() => {
	ran.length = 0
	stop = listenForShortcuts(window)
})
afterEach(() => {
	stop()
	closePalette()
})

function show() {
	const rendered = renderPane(<Shell />, nowhere, { halves: [shellHalf, half] })
	install(createRegistry([shellHalf, half]))
	return rendered
}

test('the palette opens by both shortcuts, and Escape closes it', async () => {
	show()
	// spec: Ctrl/Cmd+Shift+P
	fireEvent.keyDown(document.body, { key: 'P', ctrlKey: true, shiftKey: true })
	await userEvent.type(await screen.findByPlaceholderText('Open a pane or run a command'), '{Escape}')
	expect(isOverlayOpen(palette)).toBe(false)
	// spec: Ctrl/Cmd+K
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	expect(isOverlayOpen(palette)).toBe(true)
})

test('Enter runs the first match', async () => {
	show()
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	await userEvent.type(await screen.findByPlaceholderText('Open a pane or run a command'), 'format{Enter}')
	expect(ran).toEqual(['format'])
	expect(isOverlayOpen(palette)).toBe(false)
})

const box = () => screen.findByPlaceholderText('Open a pane or run a command')
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('what matches stands best first with its letters marked; words of the description count after every title', async () => {
	show()
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	await userEvent.type(await box(), 'do')
	expect(options()).toEqual(['Format Document', 'Toggle paintDraws over the dock.'])
	expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Do'])
})

test('what is called exactly so comes first', async () => {
	const titled = (title: string) => ({ id: `x.${title}`, title, category: 'Appearance', run: () => void ran.push(title) })
	renderPane(<Palette />, nowhere, { halves: [shellHalf, contribute({ commands: [titled('Appearance settings'), { ...titled('Settings'), category: 'System' }, titled('Layout settings')] })] })
	await userEvent.type(await box(), 'settings{Enter}')
	expect(ran).toEqual(['Settings'])
})

test('files are found by the same box, and only commands after >', async () => {
	show()
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	await userEvent.type(await box(), 'total')
	await screen.findByRole('option', { name: /total ?\.test\.js/ })
	await userEvent.keyboard('{Enter}')
	expect(ran).toEqual(['total.js'])
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	await userEvent.type(await box(), '>')
	expect(screen.queryByRole('option', { name: /Alt\+3/ })).toBeNull()
	await userEvent.type(await box(), 'total')
	expect(await screen.findByText('Nothing is called “total”.')).toBeTruthy()
})

test('what was run lately stands first', async () => {
	show()
	writePreference(recentCommands, ['paint', 'gone'])
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	await box()
	expect(options()[0]).toContain('Toggle paint')
	await userEvent.type(await box(), 'format{Enter}')
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	await box()
	expect(options()[0]).toContain('Format Document')
})

test('panes are offered with their shortcut, and a command that cannot run says why', async () => {
	const { opened } = show()
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	expect(await screen.findByText('Alt+3')).toBeTruthy()
	expect(screen.getByText('No file is open')).toBeTruthy()
	await userEvent.click(screen.getByText('Save'))
	expect(ran).toEqual([])
	await userEvent.click(screen.getByText('Files'))
	expect(opened).toEqual([{ id: 'files', options: { focus: true } }])
})

test('the header points at the palette until it has been used once', async () => {
	show()
	await userEvent.click(screen.getByRole('button', { name: /Open Palette/ }))
	expect(screen.queryByRole('button', { name: /Open Palette/ })).toBeNull()
})
