import { askText, type MenuItem } from '@drydock/ui'
import { keysOf, openPane, readPreference, setCwd, themeChoice, themes, toast, writePreference, type Preference } from '@drydock/web-kit'
import type { SurfaceHandle } from './EditorSurface.tsx'
import type { OpenFile } from './open-file.ts'
import { engineActions, shortcuts } from './shortcuts.ts'
import { caretFrom, editorFontSize, inlayHints, lineNumbers, minimap, rulers, rulersFrom, stickyScroll, whitespace, wrap, wrapColumn, wrapColumnFrom } from './preferences.ts'

export interface EditorActions {
	file: OpenFile | undefined
	surface: SurfaceHandle | undefined
	isRich: boolean
	newFile(): void
	open(): void
	close(): void
	save(): void
	saveAs(): void
	saveAll(): void
	reopen(): void
	diff(): void
	help(): void
	about(): void
}

const noFile = 'No file is open'

export function menusOf(actions: EditorActions): { label: string; items: MenuItem[] }[] {
	const { file, surface, isRich } = actions
	const needsFile = file?.buffer ? false : noFile
	const needsEngine = needsFile || (!isRich && 'The plain editor cannot do this')
	const item = (label: string, onSelect: () => void, shortcut?: string, disabled: false | string = needsFile): MenuItem => ({ label, shortcut: shortcut && keysOf(shortcut), disabled, onSelect })
	return [
		{
			label: 'File',
			items: [
				item('New File', actions.newFile, undefined, false),
				item('Open', actions.open, shortcuts.open, false),
				item('Close File', actions.close, shortcuts.close, file ? false : noFile),
				'separator',
				item('Save', actions.save, shortcuts.save),
				item('Save As', actions.saveAs, shortcuts.saveAs),
				item('Save All', actions.saveAll),
				'separator',
				item('Reopen Closed File', actions.reopen, shortcuts.reopen, false),
				item('Reveal in Files', () => openPane('files')),
				item('Open Containing Folder', () => openFolder(file)),
				item('Copy Path', () => void navigator.clipboard.writeText(file?.path ?? '').catch(() => toast({ kind: 'error', message: 'Copy failed' }))),
			],
		},
		{ label: 'Edit', items: engineActions.map(([label, action]) => item(label, () => surface?.run(action), action, needsEngine)) },
		{
			label: 'View',
			items: [
				...toggles.map(([label, preference, shortcut]): MenuItem => ({ label, shortcut: shortcut && keysOf(shortcut), isChecked: readPreference(preference), onSelect: () => writePreference(preference, !readPreference(preference)) })),
				item('Rulers…', () => void askRulers(), undefined, false),
				item('Wrap at Column…', () => void askWrapColumn(), undefined, false),
				'separator',
				item('Diff with Saved', actions.diff, shortcuts.diff),
				item('Font +', () => changeFont(1), shortcuts.larger, false),
				item('Font -', () => changeFont(-1), shortcuts.smaller, false),
			],
		},
		{ label: 'Go', items: [item('Go to Line', () => void goToLine(surface), shortcuts.goToLine)] },
		{ label: 'Help', items: [item('Keyboard Shortcuts', actions.help, undefined, false), item('About', actions.about, undefined, false)] },
	]
}

export function themeItems(): MenuItem[] {
	const current = readPreference(themeChoice)
	return themes.map((theme) => ({ label: theme, isChecked: theme === current, onSelect: () => writePreference(themeChoice, theme) }))
}

const toggles: [label: string, preference: Preference<boolean>, shortcut?: string][] = [
	['Word Wrap', wrap, shortcuts.wrap],
	['Minimap', minimap],
	['Line Numbers', lineNumbers],
	['Whitespace', whitespace],
	['Sticky Scroll', stickyScroll],
	['Inlay Hints', inlayHints],
]

export function changeFont(by: number): void {
	writePreference(editorFontSize, readPreference(editorFontSize) + by)
}

export function toggleWrap(): void {
	writePreference(wrap, !readPreference(wrap))
}

export async function goToLine(surface: SurfaceHandle | undefined): Promise<void> {
	const text = await askText({ title: 'Go to Line', label: 'Line, or line:column', confirmLabel: 'Go', check: (typed) => (caretFrom(typed) ? undefined : 'A positive number, such as 120 or 120:8.') })
	const caret = text === undefined ? undefined : caretFrom(text)
	if (!caret) return
	surface?.reveal(caret)
	surface?.focus()
}

async function askRulers(): Promise<void> {
	const text = await askText({ title: 'Rulers', label: 'Columns, separated by commas (0 for none)', initial: readPreference(rulers).join(', '), check: (typed) => (typed === '0' || rulersFrom(typed) ? undefined : 'Whole numbers from 1 to 500, separated by commas.') })
	if (text !== undefined) writePreference(rulers, text === '0' ? [] : (rulersFrom(text) ?? []))
}

async function askWrapColumn(): Promise<void> {
	const text = await askText({ title: 'Wrap at Column', label: 'Column, 10 to 240 (0 for none)', initial: String(readPreference(wrapColumn) || ''), check: (typed) => (typed === '0' || wrapColumnFrom(typed) !== undefined ? undefined : 'A whole number from 10 to 240.') })
	const column = text === undefined ? undefined : text === '0' ? 0 : wrapColumnFrom(text)
	if (column !== undefined) writePreference(wrapColumn, column)
}

function openFolder(file: OpenFile | undefined): void {
	if (!file) return
	const folder = file.path.split('/').slice(0, -1).join('/')
	setCwd(folder === '' ? file.cwd : `${file.cwd}/${folder}`)
	openPane('files')
}
