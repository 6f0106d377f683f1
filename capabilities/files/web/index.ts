import { contribute, openPane } from '@drydock/web-kit'
import { readAhead } from './ahead.ts'
import { handOver } from './handed-over.ts'
import { rememberedTree } from './remembered-tree.ts'
import { filesView } from './view.ts'

export default contribute({
	panes: [
		{
			id: 'files',
			title: 'Files',
			category: 'Workspace',
			description: 'Browse, open, make, rename and delete the files of a project.',
			tags: ['folder', 'tree', 'explorer', 'cwd'],
			shortcut: 'Alt+3',
			defaultDock: 'left',
			featured: true,
			order: 1,
			// Whoever shows the folder tells why it could not be read.
			ahead: (api) => void readAhead(api).catch(() => {}),
			load: () => import('./FilesPane.tsx'),
		},
	],
	finders: [{ id: 'files', title: 'Files', load: () => import('./file-finder.ts') }],
	commands: [
		{
			id: 'files.upload',
			title: 'Upload Files',
			hidden: true,
			async run(input) {
				handOver(input)
				openPane('files', { focus: true })
			},
		},
	],
	preferences: [filesView, rememberedTree],
})
