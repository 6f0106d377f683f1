import { loadedEngine } from '@drydock/editor-kit/load.ts'
import { allCommands, readPreference, reboundKeys, registry, writePreference } from '@drydock/web-kit'

/** One thing that keys can do. */
export interface Binding {
	id: string
	title: string
	/** Where it belongs: a category, or the part of the page in which it works. */
	group: string
	/** The part of the page in which it works; undefined everywhere. */
	scope: string | undefined
	initial: string | undefined
	keys: string | undefined
	isFixed: boolean
	/** An action of the editor's engine, which takes keys that it knows. */
	isEngine?: boolean
}

/** Everything that has keys or may be given some: what has some first, within its group. */
export function allBindings(): Binding[] {
	const changed = readPreference(reboundKeys)
	const keysOf = (id: string, initial: string | undefined) => (changed[id] ?? initial) || undefined
	const commands = allCommands()
		.filter(({ hidden, shortcut }) => !hidden || shortcut !== undefined)
		.map(({ id, title, category, shortcut }): Binding => ({ id, title, group: id.startsWith('pane.open.') ? 'Panes' : (category ?? 'Other'), scope: undefined, initial: shortcut, keys: keysOf(id, shortcut), isFixed: false }))
	const scoped = [...registry().shortcuts.values()].map(({ id, title, scope, keys, isFixed = false }): Binding => ({ id, title, group: scope, scope, initial: keys || undefined, keys: keysOf(id, keys), isFixed }))
	const ofEngine = engineBindings(scoped, keysOf)
	const own = scoped.filter(({ id }) => !ofEngine.some((each) => each.id === id))
	return [...commands, ...own, ...ofEngine].filter(({ isFixed, keys }) => !isFixed || keys !== undefined).toSorted((a, b) => Number(b.keys !== undefined) - Number(a.keys !== undefined))
}

/** The part of the page in which the engine hears keys. */
const engineScope = 'Editor'

/** The engine's own actions in place of the few that are known without it; none before it is loaded. */
function engineBindings(known: readonly Binding[], keysOf: (id: string, initial: string | undefined) => string | undefined): Binding[] {
	const fixed = known.filter(({ isFixed, scope }) => isFixed && scope === engineScope)
	return (loadedEngine()?.engineActions(fixed) ?? []).map(({ id, title, keys }) => {
		const initial = keys ?? fixed.find((each) => each.id === id)?.initial
		return { id, title, group: engineScope, scope: engineScope, initial, keys: keysOf(id, initial), isFixed: false, isEngine: true }
	})
}

/** Whether it can be given these keys. */
export function takes({ isEngine }: Binding, keys: string): boolean {
	return !isEngine || keys === '' || (loadedEngine()?.canBeBound(keys) ?? false)
}

/** Gives a command other keys; its own ones again with undefined, none with an empty text. */
export function bind(id: string, keys: string | undefined): void {
	const rest = Object.entries(readPreference(reboundKeys)).filter(([each]) => each !== id)
	writePreference(reboundKeys, Object.fromEntries(keys === undefined ? rest : [...rest, [id, keys]]))
}

export function bindAllAsBefore(): void {
	writePreference(reboundKeys, {})
}

/** What already has these keys in the same place; what works everywhere gets them before the engine does. */
export function conflictsOf(bindings: readonly Binding[], { id, scope, isEngine }: Binding, keys: string): Binding[] {
	return bindings.filter((other) => other.id !== id && (other.scope === scope || (isEngine && other.scope === undefined)) && hasKeys(other, keys))
}

/** What has these keys in another place: the innermost one gets them there. */
export function shadowsOf(bindings: readonly Binding[], { id, scope, isEngine }: Binding, keys: string): Binding[] {
	return bindings.filter((other) => other.id !== id && other.scope !== scope && !isEngine && (scope === undefined || other.scope === undefined) && hasKeys(other, keys))
}

function hasKeys({ keys }: Binding, wanted: string): boolean {
	return keys?.split(' or ').some((each) => canonical(each) === canonical(wanted)) ?? false
}

/** Takes one of its shortcuts from a command and leaves it the others. */
export function takeKeys({ id, keys = '' }: Binding, taken: string): void {
	const left = keys.split(' or ').filter((each) => canonical(each) !== canonical(taken))
	bind(id, left.join(' or '))
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

function canonical(keys: string): string {
	const parts = keys.split('+').map((part) => part.trim())
	const key = (parts.pop() || '+').toUpperCase()
	const names = parts.map((part) => (part === 'Mod' ? (isMac() ? 'Meta' : 'Ctrl') : part))
	return [...names.toSorted(), key].join('+')
}

/** A key press as people write it; undefined while only modifiers are down, or for keys that one types with. */
export function keysFrom({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string | undefined {
	if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'Unidentified'].includes(key)) return undefined
	const mod = isMac() ? metaKey : ctrlKey
	const names = [mod && 'Mod', isMac() && ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift'].filter((name) => name !== false)
	const name = nameOf(key, code, altKey)
	const isTyped = !ctrlKey && !metaKey && !altKey && !/^F\d+$/.test(name)
	return isTyped ? undefined : [...names, name].join('+')
}

/** With Alt the key counts by its place, since it may make another letter. */
function nameOf(key: string, code: string, isAlt: boolean): string {
	const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? (code === 'Backslash' ? '\\' : undefined)
	if (isAlt && place !== undefined) return place
	return key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
}

const browserKeys = ['Mod+W', 'Mod+T', 'Mod+N', 'Mod+Shift+W', 'Mod+Shift+T', 'Mod+Shift+N', 'Mod+Tab', 'Mod+Shift+Tab']

/** Keys that a browser tab never gets to see. */
export function isBrowsers(keys: string): boolean {
	return browserKeys.some((each) => canonical(each) === canonical(keys))
}
