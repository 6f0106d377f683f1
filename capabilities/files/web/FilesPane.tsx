import { Badge, Button, Checkbox, IconButton, PaneBody, Spacer, TextInput, Toolbar } from '@drydock/ui'
import { FilePlus, FolderOpen, FolderPlus, FolderRoot, FolderUp, Layers, List, RefreshCw, Search, SquareTerminal, X } from '@drydock/ui/icons'
import { runCommand, setCwd, setProjectRoot, useApi, usePreference, useProject } from '@drydock/web-kit'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { FilesLists } from './FilesLists.tsx'
import { FilesTree } from './FilesTree.tsx'
import { FolderBrowser } from './FolderBrowser.tsx'
import { below, parentOf, rootOf } from './folders.ts'
import { KeyBadge } from './KeyBadge.tsx'
import { createTree, isFolderKind, type FolderState } from './tree.ts'
import { useFileActions } from './use-file-actions.ts'
import { filesView } from './view.ts'
import './FilesPane.css'

/** The project's files (spec/1 §2). */
export default function FilesPane() {
	const { cwd } = useProject()
	// Another folder is another tree: nothing of the old one may show.
	return <Files key={cwd} cwd={cwd} />
}

function Files({ cwd }: { cwd: string }) {
	const api = useApi()
	const { root: projectRoot, roots } = useProject()
	const [tree] = useState(() => createTree(api, cwd))
	const state = useSyncExternalStore(tree.subscribe, tree.get)
	const [selected, setSelected] = useState('')
	/** The folder of the lists, from the working folder. */
	const [folder, setFolder] = useState('')
	const [filter, setFilter] = useState('')
	const [status, setStatus] = useState('')
	const [isBrowsing, setIsBrowsing] = useState(false)
	const [view, setView] = usePreference(filesView)
	const actions = useFileActions({ cwd, tree, onStatus: setStatus })
	const filterBox = useRef<HTMLInputElement>(null)
	useEffect(() => tree.start(), [tree])

	const shown = view === 'lists' ? folder : folderOf(selected.split('\0', 1)[0] ?? '', state.expanded, state.folders)
	const root = rootOf(cwd, roots)
	const here = below(cwd, shown)
	const handleGo = (target: string) => {
		if (target !== cwd && !target.startsWith(`${cwd}/`)) return setCwd(target)
		const inside = target.slice(cwd.length + 1)
		handleFolder(inside)
	}
	const handleFolder = (path: string) => {
		setFolder(path)
		setSelected(path)
		tree.toggle(path, true)
	}
	const handleUp = () => (view === 'lists' && folder !== '' ? handleFolder(parentOf(folder)) : setCwd(parentOf(cwd)))
	const handleTerminal = (path: string) => void runCommand('terminal.open', { cwd: below(cwd, path) })

	return (
		<PaneBody
			label="Files"
			className="Files"
			header={
				<div className="Files-header">
					<CwdField key={cwd} cwd={cwd} onBrowse={() => setIsBrowsing(true)} />
					<Toolbar label="Files" className="Files-toolbar">
						<IconButton label="New File" icon={<FilePlus />} onClick={() => void actions.newFile(shown)} />
						<IconButton label="New Folder" icon={<FolderPlus />} onClick={() => void actions.newFolder(shown)} />
						<IconButton label="Refresh" icon={<RefreshCw />} onClick={() => void tree.refresh()} />
						<IconButton label="Up" icon={<FolderUp />} disabled={cwd === root && (view === 'tree' || folder === '')} onClick={handleUp} />
						<IconButton label="Open in Terminal" icon={<SquareTerminal />} onClick={() => handleTerminal(shown)} />
						<IconButton label="Use This Folder" icon={<FolderOpen />} disabled={here === cwd} onClick={() => setCwd(here)} />
						<Spacer />
						<IconButton label={view === 'tree' ? 'Show folders and files as lists' : 'Show as a tree'} icon={view === 'tree' ? <List /> : <Layers />} onClick={() => setView(view === 'tree' ? 'lists' : 'tree')} />
					</Toolbar>
					<Breadcrumbs root={root} folder={here} projectRoot={projectRoot} onGo={handleGo} />
					<div className="Files-filter">
						<Search aria-hidden />
						<TextInput ref={filterBox} aria-label="Filter" placeholder="Filter" value={filter} onChange={({ target }) => setFilter(target.value)} onKeyDown={({ key }) => key === 'Escape' && setFilter('')} />
						{filter !== '' && <IconButton label="Clear the filter" icon={<X />} onClick={() => setFilter('')} />}
					</div>
				</div>
			}
			footer={
				<footer className="Files-footer">
					<Checkbox label="Set as Project Root" isChecked={projectRoot === cwd} onChange={(isRoot) => setProjectRoot(isRoot ? cwd : root)} />
					<Spacer />
					{cwd === projectRoot && (
						<Badge icon={<FolderRoot />} title={`Project root: ${projectRoot}`}>
							root
						</Badge>
					)}
					<KeyBadge />
					<p className="Files-status" role="status">
						{status || summary(state.folders.get(shown), state.isPolling)}
					</p>
				</footer>
			}
		>
			{view === 'tree' ? (
				<FilesTree tree={tree} state={state} filter={filter} selected={selected} onSelect={setSelected} actions={actions} onUse={(path) => setCwd(below(cwd, path))} onTerminal={handleTerminal} />
			) : (
				<FilesLists cwd={cwd} folder={folder} state={state.folders.get(folder)} filter={filter} onFolder={handleFolder} onFile={actions.open} onRetry={() => void tree.load(folder)} />
			)}
			{isBrowsing && (
				<FolderBrowser
					start={cwd}
					onClose={() => setIsBrowsing(false)}
					onPick={(picked) => {
						setIsBrowsing(false)
						setCwd(picked)
					}}
				/>
			)}
		</PaneBody>
	)
}

function CwdField({ cwd, onBrowse }: { cwd: string; onBrowse(): void }) {
	const [text, setText] = useState(cwd)
	return (
		<form
			className="Files-cwd"
			onSubmit={(event) => {
				event.preventDefault()
				setCwd(text.trim().replace(/(.)\/+$/, '$1'))
			}}
		>
			<TextInput isMono aria-label="CWD" title={cwd} value={text} onChange={({ target }) => setText(target.value)} onBlur={() => setText(cwd)} />
			<Button isSmall onClick={onBrowse}>
				Browse
			</Button>
		</form>
	)
}

/** What is selected, when it is a folder; else the folder it stands in. */
function folderOf(selected: string, expanded: ReadonlySet<string>, folders: ReadonlyMap<string, FolderState>): string {
	if (selected === '' || expanded.has(selected)) return selected
	const parent = folders.get(parentOf(selected))?.content
	const index = parent?.names.indexOf(selected.slice(selected.lastIndexOf('/') + 1)) ?? -1
	return isFolderKind(parent?.kinds[index]) ? selected : parentOf(selected)
}

function summary(folder: FolderState | undefined, isPolling: boolean): string {
	if (folder?.error) return `filetree/children ${folder.error.status}: ${folder.error.message}`
	if (!folder?.content) return 'Loading…'
	const { kinds, total } = folder.content
	const folders = [...kinds].filter(isFolderKind).length
	const files = total - folders
	const counts = `${folders.toLocaleString('en')} ${folders === 1 ? 'folder' : 'folders'}, ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`
	return isPolling ? `${counts} – no file watches left on this machine, changes show a little later` : counts
}
