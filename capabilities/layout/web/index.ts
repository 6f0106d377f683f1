import { contribute, isOverlayOpen, openOverlay, type CommandEntry } from '@drydock/web-kit'

/** Commands of the dock: id, title, shortcut. What they do is loaded with the first one. */
const dockCommands: readonly [id: string, title: string, shortcut?: string][] = [
	['tab.close', 'Close tab', 'Alt+W'],
	['tab.reopen', 'Reopen closed tab', 'Alt+Shift+W'],
	['tab.rename', 'Rename tab'],
	['tab.next', 'Next tab', 'Alt+PageDown'],
	['tab.previous', 'Previous tab', 'Alt+PageUp'],
	['tab.forward', 'Move tab forward', 'Alt+Shift+PageDown'],
	['tab.backward', 'Move tab backward', 'Alt+Shift+PageUp'],
	['tab.left', 'Move tab left', 'Alt+Shift+H'],
	['tab.down', 'Move tab down', 'Alt+Shift+J'],
	['tab.up', 'Move tab up', 'Alt+Shift+K'],
	['tab.right', 'Move tab right', 'Alt+Shift+L'],
	['tab.popout', 'Popout tab', 'Alt+Shift+P'],
	['tab.dock', 'Dock window back', 'Alt+Shift+B'],
	['split.left', 'Split left', 'Ctrl+Alt+Shift+H'],
	['split.down', 'Split down', 'Ctrl+Alt+Shift+J'],
	['split.up', 'Split up', 'Ctrl+Alt+Shift+K'],
	['split.right', 'Split right', 'Ctrl+Alt+Shift+L'],
	['tabset.maximize', 'Maximize or restore tab set', 'Alt+Shift+M'],
	['tabset.close', 'Close tab set'],
	['border.left', 'Tuck tab into the left border'],
	['border.right', 'Tuck tab into the right border'],
	['border.top', 'Tuck tab into the top border'],
	['border.bottom', 'Tuck tab into the bottom border'],
]

function dockCommand([name, title, shortcut]: (typeof dockCommands)[number]): CommandEntry {
	const id = `dock.${name}`
	return { id, title, category: 'Dock', shortcut, run: async () => (await import('@drydock/web-kit/dock/late/dock-commands.ts')).runDockCommand(id) }
}

/** What the dialog of saved layouts is opened for. */
const layoutCommands: readonly [mode: string, title: string][] = [
	['save', 'Save layout as…'],
	['open', 'Open layout…'],
	['rename', 'Rename layout…'],
	['remove', 'Delete layout…'],
	['export', 'Export a saved layout…'],
	['link', 'Copy a link to a layout…'],
]

export default contribute({
	panes: [
		{
			id: 'layout',
			title: 'Layout settings',
			category: 'Workspace',
			description: 'Sizes, grid limits, saved layouts and where panes open.',
			tags: ['dock', 'grid', 'split', 'settings'],
			shortcut: 'Alt+1',
			order: 1,
			load: () => import('./LayoutPane.tsx'),
		},
		{
			id: 'marketplace',
			title: 'Marketplace',
			category: 'System',
			description: 'Every pane: what it is for, what is open, and which stand first in the palette.',
			tags: ['panes', 'browse', 'pin', 'discover'],
			load: () => import('./MarketplacePane.tsx'),
		},
	],
	commands: [
		...dockCommands.map(dockCommand),
		...layoutCommands.map(([mode, title]): CommandEntry => ({ id: `layouts.${mode}`, title, category: 'Layouts', run: () => openOverlay('layouts', { mode }) })),
		{ id: 'layouts.download', title: 'Export layout', category: 'Layouts', description: 'The one on the screen, as a file.', run: async () => (await import('@drydock/web-kit/dock/late/layout-files.ts')).exportLayout('layout') },
		{ id: 'layouts.import', title: 'Import layout…', category: 'Layouts', description: 'From a file.', run: async () => (await import('@drydock/web-kit/dock/late/layout-files.ts')).importLayout() },
	],
	finders: [{ id: 'layouts', title: 'Layouts', load: () => import('./saved/finder.ts') }],
	overlays: [
		{ id: 'layout-sync', load: () => import('./LayoutSync.tsx') },
		{ id: 'layouts', when: () => isOverlayOpen('layouts'), load: () => import('./LayoutsOverlay.tsx') },
	],
})
