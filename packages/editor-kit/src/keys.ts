// The engine's own actions, the keys that it gives them, and other keys for them; keys are written as people write them: `Mod+Shift+P`.
import { EditorExtensionsRegistry } from 'monaco-editor/editor/browser/editorExtensions'
import { KeybindingsRegistry, type Chord } from 'monaco-editor/platform/keybinding/common/keybindingsRegistry'
import { chordOf, writtenKey } from './key-names.ts'
import { monaco } from './monaco.ts'

export interface EngineAction {
	id: string
	title: string
	/** Several stand with `or` between them, two that are pressed one after the other with a blank. */
	keys: string | undefined
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** What the engine can be told to do by keys; `named` are those that it knows by an id alone. */
export function engineActions(named: readonly { id: string; title: string }[]): EngineAction[] {
	const titles = new Map([...EditorExtensionsRegistry.getEditorActions()].map(({ id, label }) => [id, label]))
	for (const { id, title } of named) titles.set(id, title)
	const keys = Map.groupBy(KeybindingsRegistry.getDefaultKeybindings(), ({ command }) => command ?? '')
	return [...titles].filter(([, title]) => title !== '').map(([id, title]) => ({ id, title, keys: written(keys.get(id) ?? []) }))
}

function written(rules: readonly { keybinding: { chords: readonly Chord[] } | null }[]): string | undefined {
	const all = rules.flatMap(({ keybinding }) => (keybinding ? keybinding.chords.map((chord) => writtenChord(chord)).join(' ') : []))
	return [...new Set(all)].join(' or ') || undefined
}

function writtenChord({ ctrlKey, shiftKey, altKey, metaKey, keyCode }: Chord): string {
	const names = [(isMac ? metaKey : ctrlKey) && 'Mod', (isMac ? ctrlKey : metaKey) && (isMac ? 'Ctrl' : 'Meta'), altKey && 'Alt', shiftKey && 'Shift'].filter((name) => name !== false)
	return [...names, writtenKey(monaco.KeyCode[keyCode] ?? '')].join('+')
}

/** The number by which the engine knows keys; undefined for those that it cannot tell. */
function numberOf(keys: string): number | undefined {
	const { modifiers, code } = chordOf(keys)
	const key = Object.entries(monaco.KeyCode).find(([name]) => name === code)?.[1]
	if (typeof key !== 'number') return undefined
	const { CtrlCmd, WinCtrl, Alt, Shift } = monaco.KeyMod
	const bits: Record<string, number> = { Mod: CtrlCmd, Ctrl: isMac ? WinCtrl : CtrlCmd, Meta: isMac ? CtrlCmd : WinCtrl, Alt, Shift }
	return modifiers.reduce((sum, modifier) => sum | (bits[modifier] ?? 0), key)
}

/** Whether the engine can be given these keys. */
export function canBeBound(keys: string): boolean {
	return numberOf(keys) !== undefined
}

let bound: { dispose(): void } | undefined

/** Gives actions other keys, by their ids, in every view; those that are not named have the engine's own. */
export function rebind(changed: Readonly<Record<string, string>>): void {
	bound?.dispose()
	const known = new Map(engineActions([]).map(({ id }) => [id, 'editorTextFocus']))
	for (const { command, when } of KeybindingsRegistry.getDefaultKeybindings()) if (command) known.set(command, when?.serialize() ?? 'editorTextFocus')
	const rules = Object.entries(changed).flatMap(([id, keys]) => {
		const when = known.get(id)
		if (when === undefined) return []
		const own = keys.split(' or ').flatMap((each) => numberOf(each) ?? [])
		// A minus takes away all that it had.
		return [{ keybinding: 0, command: `-${id}` }, ...own.map((keybinding) => ({ keybinding, command: id, when }))]
	})
	bound = rules.length > 0 ? monaco.editor.addKeybindingRules(rules) : undefined
}
