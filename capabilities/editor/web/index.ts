import { contribute } from '@drydock/web-kit'
import { editorPreferences } from './preferences.ts'
import { requestFile } from './requests.ts'

export default contribute({
	panes: [
		{
			id: 'code-editor',
			title: 'Code Editor',
			category: 'Developer Tools',
			description: 'Edit files: open, change, compare, save.',
			tags: ['code', 'text', 'file', 'monaco'],
			featured: true,
			order: 2,
			load: () => import('./EditorPane.tsx'),
		},
	],
	commands: [{ id: 'editor.open', title: 'Open a file in the editor', hidden: true, run: requestFile }],
	overlays: [{ id: 'editor-unsaved', load: () => import('./UnsavedText.tsx') }],
	preferences: editorPreferences,
})
