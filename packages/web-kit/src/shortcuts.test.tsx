// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { createRegistry, install } from './contribute.ts'
import { writePreference } from './preferences.ts'
import { listenForShortcuts, reboundKeys, shortcutLabel, shortcutScope, toBinding } from './shortcuts.ts'
import { fireEvent, renderPane, screen } from './testing.tsx'

const nowhere = { fetch: () => Promise.reject(new Error('no server')) }
let stop = () => {}
afterEach(() => stop())

function press(element: Element, key: string, more: KeyboardEventInit & { code?: string } = {}) {
	return fireEvent.keyDown(element, { key, ...more })
}

test('the innermost focused element that knows a key gets it', () => {
	const heard: string[] = []
	renderPane(
		<>
			<div ref={shortcutScope({ 'Mod+K': () => heard.push('pane') })}>
				<div ref={shortcutScope({ 'Alt+T': () => heard.push('tab') })}>
					<button>inside</button>
				</div>
			</div>
			<button>outside</button>
		</>,
		nowhere,
	)
	install(createRegistry([{ commands: [{ id: 'palette', title: 'Palette', shortcut: 'Mod+Shift+P or Mod+K', run: () => void heard.push('palette') }, { id: 'tests', title: 'Tests', shortcut: 'Alt+T', run: () => void heard.push('tests') }] }]))
	stop = listenForShortcuts(window)

	press(screen.getByText('inside'), 'k', { ctrlKey: true })
	press(screen.getByText('outside'), 'k', { ctrlKey: true })
	press(screen.getByText('inside'), 't', { altKey: true, code: 'KeyT' })
	press(screen.getByText('outside'), 't', { altKey: true, code: 'KeyT' })
	expect(heard).toEqual(['pane', 'palette', 'tab', 'tests'])
})

test('a key that nobody knows is left to the browser and to typing', () => {
	renderPane(<input aria-label="field" />, nowhere)
	stop = listenForShortcuts(window)
	expect(press(screen.getByLabelText('field'), 'k')).toBe(true)
	expect(press(screen.getByLabelText('field'), 'k', { ctrlKey: true })).toBe(true)
})

test('a shortcut that the user changed replaces the one that was built in', () => {
	const heard: string[] = []
	renderPane(<button>x</button>, nowhere)
	install(createRegistry([{ commands: [{ id: 'a', title: 'A', shortcut: 'Alt+1', run: () => void heard.push('a') }] }]))
	stop = listenForShortcuts(window)
	writePreference(reboundKeys, { a: 'Mod+J' })
	press(screen.getByText('x'), '1', { altKey: true, code: 'Digit1' })
	press(screen.getByText('x'), 'j', { ctrlKey: true })
	writePreference(reboundKeys, { a: '' })
	press(screen.getByText('x'), '1', { altKey: true, code: 'Digit1' })
	expect(heard).toEqual(['a'])
})

test('Alt with a letter goes by the place of the key, since Alt makes other letters on some layouts', () => {
	expect(['Alt+T', 'Alt+1', 'Alt+\\', 'Mod+Shift+P', 'F2'].map(toBinding)).toEqual(['Alt+KeyT', 'Alt+Digit1', 'Alt+Backslash', '$mod+Shift+P', 'F2'])
})

test('shortcuts are shown as the keys are labelled', () => {
	expect(shortcutLabel('Mod+Shift+P or Mod+K')).toBe('Ctrl+Shift+P')
})
