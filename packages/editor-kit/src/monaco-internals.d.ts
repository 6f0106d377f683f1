// The engine's package ships these files without types; they are the registries that its own menus and quick commands read.
declare module 'monaco-editor/editor/browser/editorExtensions' {
	export const EditorExtensionsRegistry: { getEditorActions(): Iterable<{ readonly id: string; readonly label: string }> }
}
declare module 'monaco-editor/platform/keybinding/common/keybindingsRegistry' {
	export interface Chord {
		readonly ctrlKey: boolean
		readonly shiftKey: boolean
		readonly altKey: boolean
		readonly metaKey: boolean
		readonly keyCode: number
	}
	export const KeybindingsRegistry: {
		/** For this operating system. */
		getDefaultKeybindings(): readonly { readonly keybinding: { readonly chords: readonly Chord[] } | null; readonly command: string | null; readonly when?: { serialize(): string } | null }[]
	}
}
