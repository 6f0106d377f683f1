import type { EditorOptions } from '@drydock/editor-kit'
import { usePreference } from '@drydock/web-kit'
import { editorFontSize, inlayHints, lineNumbers, minimap, rulers, stickyScroll, whitespace, wrap, wrapColumn } from './preferences.ts'

/** The editor's preferences as the engine takes them. */
export function useEditorOptions(): EditorOptions {
	const [column] = usePreference(wrapColumn)
	return {
		wrap: usePreference(wrap)[0],
		minimap: usePreference(minimap)[0],
		lineNumbers: usePreference(lineNumbers)[0],
		whitespace: usePreference(whitespace)[0],
		stickyScroll: usePreference(stickyScroll)[0],
		inlayHints: usePreference(inlayHints)[0],
		fontSize: usePreference(editorFontSize)[0],
		rulers: usePreference(rulers)[0],
		wrapColumn: column === 0 ? undefined : column,
	}
}
