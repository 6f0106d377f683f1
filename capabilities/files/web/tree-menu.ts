import type { MenuItem } from '@drydock/ui'
import { project, runCommand } from '@drydock/web-kit'
import { mediaKind } from '../../media/contract.ts'
import type { FileActions } from './file-actions.ts'

interface Parts {
	/** What is chosen. */
	paths: readonly string[]
	/** Where new things go: the chosen folder, or the one that the chosen file stands in. */
	folder: string
	/** The one file that can be downloaded. */
	file: string | undefined
	act(work: (actions: FileActions) => unknown): void
	onOpen(): void
	onRename(): void
	onUse(folder: string): void
	onTerminal(folder: string): void
	onProjectRoot(folder: string): void
}

/** What can be done with the rows that are chosen. */
export function treeMenu({ paths, folder, file, act, onOpen, onRename, onUse, onTerminal, onProjectRoot }: Parts): MenuItem[] {
	const none = paths.length === 0
	const single = paths.length === 1 ? undefined : none || 'For one at a time'
	return [
		{ label: 'Open', disabled: single, onSelect: onOpen },
		...viewers(file),
		'separator',
		{ label: 'New File', onSelect: () => act((actions) => actions.newFile(folder)) },
		{ label: 'New Folder', onSelect: () => act((actions) => actions.newFolder(folder)) },
		{ label: 'Upload Files…', onSelect: () => act((actions) => actions.pickFiles(folder)) },
		{ label: 'Download', disabled: file === undefined ? 'For one file at a time' : undefined, onSelect: () => act((actions) => actions.download(file ?? '')) },
		'separator',
		{ label: 'Cut', shortcut: 'Ctrl+X', disabled: none, onSelect: () => act((actions) => actions.carry(paths, true)) },
		{ label: 'Copy', shortcut: 'Ctrl+C', disabled: none, onSelect: () => act((actions) => actions.carry(paths, false)) },
		{ label: 'Paste', shortcut: 'Ctrl+V', onSelect: () => act((actions) => actions.paste(folder)) },
		{ label: 'Copy Path', disabled: none, onSelect: () => act((actions) => actions.copyText(paths, false)) },
		{ label: 'Copy Absolute Path', disabled: none, onSelect: () => act((actions) => actions.copyText(paths, true)) },
		'separator',
		{ label: 'Open in Terminal', onSelect: () => onTerminal(folder) },
		{ label: 'Use This Folder', onSelect: () => onUse(folder) },
		{ label: 'Set as Project Root', onSelect: () => onProjectRoot(folder) },
		'separator',
		{ label: 'Rename', shortcut: 'F2', disabled: single, onSelect: onRename },
		{ label: 'Delete', shortcut: 'Delete', isDanger: true, disabled: none, onSelect: () => act((actions) => actions.remove(paths)) },
	]
}

/** How else a file can be looked at. */
function viewers(file: string | undefined): MenuItem[] {
	if (file === undefined) return []
	const show = (command: string) => () => void runCommand(command, { cwd: project().cwd, path: file })
	if (mediaKind(file)) return [{ label: 'Show in Media', onSelect: show('media.open') }]
	return /\.html?$/i.test(file) ? [{ label: 'Preview', onSelect: show('preview.open') }] : []
}
