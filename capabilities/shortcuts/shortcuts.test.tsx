// @vitest-environment happy-dom
import { contribute, listenForShortcuts, readPreference, reboundKeys, shortcutScope, writePreference } from '@drydock/web-kit'
import { fireEvent, renderPane, screen, userEvent, within } from '@drydock/web-kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keysFrom } from './web/bindings.ts'
import ShortcutsOverlay from './web/ShortcutsOverlay.tsx'

const ran: string[] = []
const half = contribute({
	panes: [{ id: 'files', title: 'Files', category: 'Workspace', description: 'Files.', shortcut: 'Alt+3', load: async () => ({ default: () => undefined }) }],
	commands: [
		{ id: 'palette', title: 'Open Palette', category: 'Workspace', shortcut: 'Mod+Shift+P or Mod+K', hidden: true, run: () => void ran.push('palette') },
		{ id: 'bell', title: 'Ring the bell', category: 'Workspace', run: () => void ran.push('bell') },
		{ id: 'inner', title: 'Needs arguments', hidden: true, run: () => {} },
	],
	shortcuts: [
		{ id: 'terminal.focus', title: 'Focus the terminal', scope: 'Terminal', keys: 'Mod+K' },
		{ id: 'engine.find', title: 'Find', scope: 'Editor', keys: 'Mod+F', isFixed: true },
	],
})

let stop = () => {}
beforeEach(() => {
	ran.length = 0
	stop = listenForShortcuts(window)
	renderPane(
		<>
			<div ref={shortcutScope({ 'terminal.focus': () => ran.push('terminal') })}>
				<input aria-label="in the terminal" />
			</div>
			<ShortcutsOverlay />
		</>,
		{ fetch: () => Promise.reject(new Error('no server')) },
		{ halves: [half] },
	)
})
afterEach(() => stop())

const row = (title: string) => within(screen.getByRole('group', { name: title }))

async function record(title: string, key: string, more: KeyboardEventInit = {}) {
	await userEvent.click(row(title).getByRole('button', { name: `Change the keys of ${title}` }))
	fireEvent.keyDown(screen.getByRole('button', { name: `New keys of ${title}` }), { key, ...more })
}

test('all are listed with their keys, and found by name, place or keys', async () => {
	expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Files', 'Open Palette', 'Ring the bell', 'Focus the terminal', 'Find'])
	const box = screen.getByLabelText('Search shortcuts')
	await userEvent.type(box, 'ctrl+k')
	expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Open Palette', 'Focus the terminal'])
	await userEvent.clear(box)
	await userEvent.type(box, 'nothing such')
	expect(screen.getByText('No shortcut is called “nothing such”')).toBeTruthy()
})

test('a command gets other keys at once, without running meanwhile, and its own ones again', async () => {
	await record('Files', 'f', { ctrlKey: true, shiftKey: true })
	expect(readPreference(reboundKeys)).toEqual({ 'pane.open.files': 'Mod+Shift+F' })
	expect(row('Files').getByText('Ctrl+Shift+F')).toBeTruthy()
	await userEvent.click(row('Files').getByRole('button', { name: 'Reset the keys of Files' }))
	expect(readPreference(reboundKeys)).toEqual({})
})

test('keys that belong to another in the same place are taken from it only when one says so', async () => {
	await record('Ring the bell', 'k', { ctrlKey: true })
	expect(ran).toEqual([])
	expect(row('Ring the bell').getByText(/Ctrl\+K already belongs to “Open Palette”/)).toBeTruthy()
	await userEvent.click(row('Ring the bell').getByRole('button', { name: 'Cancel' }))
	expect(readPreference(reboundKeys)).toEqual({})
	await record('Ring the bell', 'k', { ctrlKey: true })
	await userEvent.click(row('Ring the bell').getByRole('button', { name: 'Use it here' }))
	expect(readPreference(reboundKeys)).toEqual({ palette: 'Mod+Shift+P', bell: 'Mod+K' })
	fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
	fireEvent.keyDown(document.body, { key: 'P', ctrlKey: true, shiftKey: true })
	expect(ran).toEqual(['bell', 'palette'])
	// In the terminal they still are the terminal's own, and that is said.
	expect(row('Ring the bell').getByText(/“Focus the terminal” \(Terminal\)/)).toBeTruthy()
	fireEvent.keyDown(screen.getByLabelText('in the terminal'), { key: 'k', ctrlKey: true })
	expect(ran).toEqual(['bell', 'palette', 'terminal'])
})

test('the keys of one part of the page are changed too, and those of an engine are only shown', async () => {
	await record('Focus the terminal', 'j', { ctrlKey: true })
	fireEvent.keyDown(screen.getByLabelText('in the terminal'), { key: 'j', ctrlKey: true })
	expect(ran).toEqual(['terminal'])
	expect(row('Find').queryByRole('button')).toBeNull()
	expect(row('Find').getByText('Ctrl+F')).toBeTruthy()
})

test('Backspace takes the keys away, Escape keeps them, and letters alone are no shortcut', async () => {
	await record('Files', 'x')
	expect(screen.getByRole('button', { name: 'New keys of Files' })).toBeTruthy()
	fireEvent.keyDown(screen.getByRole('button', { name: 'New keys of Files' }), { key: 'Escape' })
	expect(readPreference(reboundKeys)).toEqual({})
	await record('Files', 'Backspace')
	expect(row('Files').getByText('no keys')).toBeTruthy()
	fireEvent.keyDown(document.body, { key: '3', code: 'Digit3', altKey: true })
	expect(ran).toEqual([])
})

test('Reset all asks first', async () => {
	writePreference(reboundKeys, { palette: '', bell: 'F9' })
	await userEvent.click(await screen.findByRole('button', { name: 'Reset all', hidden: true }))
	const question = within(await screen.findByRole('dialog', { name: 'Reset all shortcuts?', hidden: true }))
	await userEvent.click(question.getByRole('button', { name: 'Reset all', hidden: true }))
	expect(readPreference(reboundKeys)).toEqual({})
})

test('keys that the browser keeps are told', async () => {
	await record('Ring the bell', 't', { ctrlKey: true })
	expect(row('Ring the bell').getByText(/Browsers keep these keys/)).toBeTruthy()
})

test.each<[Partial<KeyboardEvent>, string | undefined]>([
	[{ key: 'k', ctrlKey: true }, 'Mod+K'],
	[{ key: 'K', ctrlKey: true, shiftKey: true }, 'Mod+Shift+K'],
	[{ key: '˚', code: 'KeyK', altKey: true }, 'Alt+K'],
	[{ key: '|', code: 'Backslash', altKey: true, shiftKey: true }, 'Alt+Shift+\\'],
	[{ key: 'ArrowUp', altKey: true }, 'Alt+ArrowUp'],
	[{ key: 'F9' }, 'F9'],
	[{ key: ' ', ctrlKey: true }, 'Mod+Space'],
	[{ key: 'a' }, undefined],
	[{ key: 'A', shiftKey: true }, undefined],
	[{ key: 'Enter' }, undefined],
	[{ key: 'Shift', shiftKey: true, ctrlKey: true }, undefined],
	[{ key: 'Dead', altKey: true }, undefined],
])('the press %j is written %s', (press, expected) => {
	expect(keysFrom({ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...press })).toBe(expected)
})
