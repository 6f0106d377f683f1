// @vitest-environment happy-dom
import { contribute, createRegistry, install, listenForShortcuts } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Header } from './Header.tsx'
import Palette from './Palette.tsx'
import { closePalette, usePalette } from './palette-state.ts'
import { shellHalf } from './shell-half.ts'

const nowhere = { fetch: () => Promise.reject(new Error('no server')) }
const ran: string[] = []
const half = contribute({
	panes: [{ id: 'files', title: 'Files', category: 'Workspace', description: 'Folders and files.', shortcut: 'Alt+3', load: async () => ({ default: () => undefined }) }],
	commands: [
		{ id: 'format', title: 'Format Document', category: 'Editor', run: () => void ran.push('format') },
		{ id: 'save', title: 'Save', category: 'Editor', when: () => 'No file is open', run: () => void ran.push('save') },
	],
})

function Shell() {
	const { isOpen } = usePalette()
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
	expect(usePalette.getState().isOpen).toBe(false)
	// spec: Ctrl/Cmd+K
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	expect(usePalette.getState().isOpen).toBe(true)
})

test('what is called exactly so comes first', async () => {
	const titled = (title: string) => ({ id: `x.${title}`, title, category: 'Appearance', run: () => void ran.push(title) })
	renderPane(<Palette />, nowhere, { halves: [shellHalf, contribute({ commands: [titled('Appearance settings'), { ...titled('Settings'), category: 'System' }, titled('Layout settings')] })] })
	await userEvent.type(await screen.findByPlaceholderText('Open a pane or run a command'), 'settings{Enter}')
	expect(ran).toEqual(['Settings'])
})

test('Enter runs the first match', async () => {
	show()
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	await userEvent.type(await screen.findByPlaceholderText('Open a pane or run a command'), 'format{Enter}')
	expect(ran).toEqual(['format'])
	expect(usePalette.getState().isOpen).toBe(false)
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
