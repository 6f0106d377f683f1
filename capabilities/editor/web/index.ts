import { contribute } from '@drydock/web-kit'
import { mayHaveDrafts } from './has-drafts.ts'
import { editorPreferences } from './preferences.ts'
import { requestFile, tellMoved } from './requests.ts'
import { editorShortcuts } from './shortcuts.ts'

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
		{
			id: 'problems',
			title: 'Problems',
			category: 'Developer Tools',
			description: 'What language servers and checks found, by file.',
			tags: ['diagnostics', 'errors', 'warnings', 'lint'],
			defaultDock: 'bottom',
			order: 3,
			load: () => import('./ProblemsPane.tsx'),
		},
	],
	commands: [
		{ id: 'editor.open', title: 'Open a file in the editor', hidden: true, run: requestFile },
		{ id: 'editor.moved', title: 'Go on with files under their new names', hidden: true, run: tellMoved },
		{ id: 'problems.receive', title: 'Take over the problems of a file', hidden: true, run: async (input) => (await import('./diagnostics.ts')).receiveDiagnostics(input) },
	],
	// Whoever never typed into the editor loads nothing for it.
	overlays: [{ id: 'editor-unsaved', load: async () => ((await mayHaveDrafts()) ? import('./UnsavedText.tsx') : { default: () => undefined }) }],
	preferences: editorPreferences,
	shortcuts: editorShortcuts,
})
