import type { ShortcutEntry } from '@drydock/web-kit'

/** Shortcuts of the pane by their ids. */
export const shortcuts = {
	save: 'editor.save',
	saveAs: 'editor.save-as',
	open: 'editor.open-file',
	close: 'editor.close',
	reopen: 'editor.reopen',
	wrap: 'editor.wrap',
	goToLine: 'editor.go-to-line',
	diff: 'editor.diff',
	larger: 'editor.larger',
	smaller: 'editor.smaller',
} as const

/** The engine's own actions with the keys that it knows. */
export const engineActions = [
	['Undo', 'undo', 'Mod+Z'],
	['Redo', 'redo', 'Mod+Shift+Z'],
	['Find', 'actions.find', 'Mod+F'],
	['Replace', 'editor.action.startFindReplaceAction', 'Mod+H'],
	['Toggle Line Comment', 'editor.action.commentLine', 'Mod+/'],
	['Duplicate Line', 'editor.action.copyLinesDownAction', 'Alt+Shift+ArrowDown'],
	['Move Line Up', 'editor.action.moveLinesUpAction', 'Alt+ArrowUp'],
	['Move Line Down', 'editor.action.moveLinesDownAction', 'Alt+ArrowDown'],
	['Trim Trailing Whitespace', 'editor.action.trimTrailingWhitespace', ''],
	['Select All', 'editor.action.selectAll', 'Mod+A'],
	['Format Document', 'editor.action.formatDocument', 'Alt+Shift+F'],
] as const

const own: [id: string, title: string, keys: string][] = [
	[shortcuts.save, 'Save', 'Mod+S'],
	[shortcuts.saveAs, 'Save As', 'Mod+Shift+S'],
	[shortcuts.open, 'Open', 'Mod+O'],
	[shortcuts.close, 'Close File', 'Alt+W'],
	[shortcuts.reopen, 'Reopen Closed File', 'Alt+Shift+W'],
	[shortcuts.wrap, 'Word Wrap', 'Alt+Z'],
	[shortcuts.goToLine, 'Go to Line', 'Mod+G'],
	[shortcuts.diff, 'Diff with Saved', 'Alt+D'],
	[shortcuts.larger, 'Font +', 'Mod+='],
	[shortcuts.smaller, 'Font -', 'Mod+-'],
]
/** Known to the engine alone; they can be changed once it is loaded. */
const ofEngine: [id: string, title: string, keys: string][] = [...engineActions.map(([title, id, keys]): [string, string, string] => [id, title, keys]), ['editor.action.quickCommand', 'All actions', 'F1']]

const scope = 'Editor'
export const editorShortcuts: ShortcutEntry[] = [...own.map(([id, title, keys]) => ({ id, title, keys, scope })), ...ofEngine.map(([id, title, keys]) => ({ id, title, keys, scope, isFixed: true }))]
