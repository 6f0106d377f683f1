// One listener for each document; the innermost focused element that knows a key gets it, then the workspace.
import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import { isElement } from './closest.ts'
import { allCommands, runCommand } from './commands.ts'
import { registry, type CommandEntry } from './contribute.ts'
import { preference, readPreference } from './preferences.ts'

export type KeyHandler = (event: KeyboardEvent) => void
/** Handlers by the id of a declared shortcut, or by keys as people write them: `Mod+K`, `Alt+Shift+S`, `F2`. */
export type KeyMap = Readonly<Record<string, KeyHandler>>

/** Shortcuts that the user changed, by command id; an empty text takes one away. */
export const reboundKeys = preference<Readonly<Record<string, string>>>('shortcuts', 'Keyboard shortcuts', {}, (stored, initial) =>
	typeof stored === 'object' && stored !== null ? Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : initial,
)

/** The shortcut of a command: the user's, else its own. */
export function shortcutOf({ id, shortcut }: Pick<CommandEntry, 'id' | 'shortcut'>): string | undefined {
	return (readPreference(reboundKeys)[id] ?? shortcut) || undefined
}

/** The keys of a declared shortcut, the user's or its own; undefined when they were taken away. What is not declared is keys itself. */
export function keysOf(name: string): string | undefined {
	const declared = registry().shortcuts.get(name)
	return declared ? shortcutOf({ id: name, shortcut: declared.keys }) : name
}

const scopes = new WeakMap<Element, KeyMap>()

/** A ref for an element within which these keys are taken first. */
export function shortcutScope(keys: KeyMap) {
	return (element: Element | null) => {
		if (!element) return
		scopes.set(element, keys)
		return () => void scopes.delete(element)
	}
}

/** Keys by letter would miss on layouts where Alt makes another letter, so Alt+letter goes by the key's place. */
export function toBinding(shortcut: string): string {
	const parts = shortcut.split('+').map((part) => part.trim())
	const key = parts.pop() || '+'
	const modifiers = parts.map((part) => (part === 'Mod' ? '$mod' : part === 'Ctrl' ? 'Control' : part))
	const byPlace = modifiers.includes('Alt') ? placeOf(key) : key
	return [...modifiers, byPlace].join('+')
}

function placeOf(key: string): string {
	if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
	if (/^\d$/.test(key)) return `Digit${key}`
	return key === '\\' ? 'Backslash' : key
}

/** Whether a key press is that shortcut. */
export function isShortcut(event: KeyboardEvent, shortcut: string): boolean {
	const [press] = parseKeybinding(toBinding(shortcut))
	return press !== undefined && matchKeybindingPress(event, press)
}

function isOneOf(event: KeyboardEvent, shortcut: string | undefined): boolean {
	return shortcut !== undefined && shortcut.split(' or ').some((each) => isShortcut(event, each))
}

let pauses = 0

/** No shortcut works until the answer is called: the next keys are being recorded. */
export function pauseShortcuts(): () => void {
	pauses++
	return () => void pauses--
}

function handlerFor(event: KeyboardEvent, extra: KeyMap): KeyHandler | undefined {
	for (const target of event.composedPath()) {
		const keys = isElement(target) ? scopes.get(target) : undefined
		const found = keys && Object.entries(keys).find(([name]) => isOneOf(event, keysOf(name)))
		if (found) return found[1]
	}
	const own = Object.entries(extra).find(([shortcut]) => isShortcut(event, shortcut))
	if (own) return own[1]
	const command = allCommands().find((entry) => isOneOf(event, shortcutOf(entry)))
	return command && (() => void runCommand(command.id))
}

/** Listens in a window, main or popout; `keys` are the shell's own. */
export function listenForShortcuts(target: Window, keys: KeyMap = {}): () => void {
	const hear = (event: KeyboardEvent) => {
		if (pauses > 0 || event.isComposing || isTyping(event) || isModifier(event.key)) return
		const handler = handlerFor(event, keys)
		if (!handler) return
		event.preventDefault()
		event.stopPropagation()
		handler(event)
	}
	target.addEventListener('keydown', hear, { capture: true })
	return () => target.removeEventListener('keydown', hear, { capture: true })
}

/** AltGr makes letters: it reports neither Ctrl nor Alt on Linux and both on Windows; the Mac's Option key reports Alt alone. */
function isTyping(event: KeyboardEvent): boolean {
	return event.getModifierState('AltGraph') && event.key.length === 1 && event.ctrlKey === event.altKey
}

function isModifier(key: string): boolean {
	return key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta'
}

/** A shortcut as this machine's keys are labelled. */
export function shortcutLabel(shortcut: string): string {
	const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
	const names: Record<string, string> = isMac ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Ctrl: '⌃' } : { Mod: 'Ctrl' }
	return shortcut
		.split(' or ')[0]!
		.split(' ')
		.map((press) => press.split('+').map((part) => names[part] ?? part).join(isMac ? '' : '+'))
		.join(' ')
}
