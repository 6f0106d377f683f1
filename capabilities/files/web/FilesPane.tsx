import { Badge, Checkbox, IconButton, late, Menu, PaneBody, Spacer, TextInput, Toolbar } from '@drydock/ui'
import { Ellipsis, FilePlus, FolderOpen, FolderPlus, FolderRoot, FolderUp, GitBranch, Layers, List, RefreshCw, ScanSearch, Search, SquareTerminal, X } from '@drydock/ui/icons'
import { readPreference, runCommand, setCwd, setProjectRoot, useApi, useCall, usePaneTab, usePreference, useProject } from '@drydock/web-kit'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { searchFiles, searchLimit } from '../contract.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { CwdField } from './CwdField.tsx'
import type { FileActions, RescanResult } from './file-actions.ts'
import { FilesTree } from './FilesTree.tsx'
import { filteredRows, isFolderAt, type FoundPath } from './filtered.ts'
import { below, parentOf, rootOf } from './folders.ts'
import { createGit, type GitView } from './git.ts'
import { onHandedOver } from './handed-over.ts'
import { KeyBadge } from './KeyBadge.tsx'
import { only } from './selection.ts'
import type { Taken } from './taken.ts'
import { createTree, isFolderKind, type FolderState } from './tree.ts'
import { filesView, warmUp } from './view.ts'
import './FilesPane.css'

const FilesLists = late(async () => ({ default: (await import('./FilesLists.tsx')).FilesLists }))
const FolderBrowser = late(async () => ({ default: (await import('./FolderBrowser.tsx')).FolderBrowser }))
const RescanIssues = late(async () => ({ default: (await import('./RescanIssues.tsx')).RescanIssues }))
const TrashDialog = late(async () => ({ default: (await import('./TrashDialog.tsx')).TrashDialog }))
const UploadBar = late(async () => ({ default: (await import('./UploadBar.tsx')).UploadBar }))

const nothingFound: readonly FoundPath[] = []

/** The project's files (spec/1 §2). */
export default function FilesPane() {
	const { cwd } = useProject()
	// Another folder is another tree: nothing of the old one may show.
	return <Files key={cwd} cwd={cwd} />
}

function Files({ cwd }: { cwd: string }) {
	const api = useApi()
	const { root: projectRoot, roots } = useProject()
	const { isVisible } = usePaneTab()
	const [git] = useState(() => createGit(api, cwd))
	const [tree] = useState(() => createTree(api, cwd, { alsoWatched: ['.git'], onChange: git.refresh }))
	const state = useSyncExternalStore(tree.subscribe, tree.get)
	const gitView = useSyncExternalStore(git.subscribe, git.get)
	const [selection, setSelection] = useState(() => only(''))
	/** The folder of the lists, from the working folder. */
	const [folder, setFolder] = useState('')
	const chosen = useRef(selection)
	useEffect(() => {
		chosen.current = selection
	})
	const [filter, setFilter] = useState('')
	const [status, setStatus] = useState('')
	const [issues, setIssues] = useState<RescanResult>()
	const [open, setOpen] = useState<'browser' | 'trash'>()
	const [actions, setActions] = useState<FileActions>()
	const [view, setView] = usePreference(filesView)
	const pane = useRef<HTMLDivElement>(null)
	const found = useFound(cwd, filter)

	useEffect(() => tree.start(), [tree])
	useEffect(() => git.start(), [git])
	useEffect(() => {
		if (!readPreference(warmUp)) return
		const stop = new AbortController()
		void import('./warm-up.ts').then(({ warmAhead }) => warmAhead({ api, cwd, onStatus: setStatus, signal: stop.signal }))
		return () => stop.abort()
	}, [api, cwd])
	useEffect(() => {
		if (isVisible) git.refresh()
	}, [git, isVisible])

	/** The code of what is done with files comes with the first thing that is done. */
	const loading = useRef<Promise<FileActions>>(undefined)
	async function act(work: (actions: FileActions) => unknown) {
		loading.current ??= import('./file-actions.ts').then(({ createFileActions }) => createFileActions({ api, cwd, tree, page: () => pane.current?.ownerDocument, chosen: () => chosen.current, onStatus: setStatus, onRescan: setIssues, onArrived: handleArrived }))
		const loaded = await loading.current
		setActions(loaded)
		await work(loaded)
	}
	const handleAct = (work: (actions: FileActions) => unknown) => void act(work)

	const shown = view === 'lists' ? folder : folderOf(selection.active.split('\0', 1)[0] ?? '', (path) => isFolderAt(state, path))
	const upload = useRef<(taken: Taken) => void>(undefined)
	useEffect(() => {
		upload.current = (taken) => handleAct((files) => files.uploadTaken(taken, shown))
	})
	useEffect(() => onHandedOver((taken) => upload.current?.(taken)), [])
	const root = rootOf(cwd, roots)
	const here = below(cwd, shown)
	function handleArrived([first, ...others]: readonly string[]) {
		if (first !== undefined) setSelection({ active: first, anchor: first, keys: new Set([first, ...others]) })
	}
	const handleGo = (target: string) => {
		if (target !== cwd && !target.startsWith(`${cwd}/`)) return setCwd(target)
		handleFolder(target.slice(cwd.length + 1))
	}
	const handleFolder = (path: string) => {
		setFolder(path)
		setSelection(only(path))
		tree.toggle(path, true)
	}
	const handleOpen = (path: string, { focus = false } = {}) => void runCommand('editor.open', { cwd, path, focus })
	const handleUp = () => (view === 'lists' && folder !== '' ? handleFolder(parentOf(folder)) : setCwd(parentOf(cwd)))
	const handleTerminal = (path: string) => void runCommand('terminal.open', { cwd: below(cwd, path) })
	const handleFilterKey = ({ key }: KeyboardEvent) => {
		if (key === 'Escape') setFilter('')
		if (key === 'ArrowDown') pane.current?.closest('.Files')?.querySelector<HTMLElement>('[role=tree], [role=listbox]')?.focus()
		const first = key === 'Enter' && filteredRows(state, filter, found).find((row) => row.kind === 'file')
		if (first) handleOpen(first.path, { focus: true })
	}

	return (
		<PaneBody
			label="Files"
			className="Files"
			header={
				<div ref={pane} className="Files-header">
					<CwdField key={cwd} cwd={cwd} onBrowse={() => setOpen('browser')} />
					<Toolbar label="Files" className="Files-toolbar">
						<IconButton label="New File" icon={<FilePlus />} onClick={() => handleAct((files) => files.newFile(shown))} />
						<IconButton label="New Folder" icon={<FolderPlus />} onClick={() => handleAct((files) => files.newFolder(shown))} />
						<IconButton label="Refresh" icon={<RefreshCw />} onClick={() => [void tree.refresh(), git.refresh()]} />
						<IconButton label="Rescan" icon={<ScanSearch />} onClick={() => handleAct((files) => files.rescan())} />
						<IconButton label="Up" icon={<FolderUp />} disabled={cwd === root && (view === 'tree' || folder === '')} onClick={handleUp} />
						<IconButton label="Open in Terminal" icon={<SquareTerminal />} onClick={() => handleTerminal(shown)} />
						<IconButton label="Use This Folder" icon={<FolderOpen />} disabled={here === cwd} onClick={() => setCwd(here)} />
						<Spacer />
						<IconButton label={view === 'tree' ? 'Show folders and files as lists' : 'Show as a tree'} icon={view === 'tree' ? <List /> : <Layers />} onClick={() => setView(view === 'tree' ? 'lists' : 'tree')} />
						<Menu
							align="end"
							trigger={<IconButton label="More" icon={<Ellipsis />} />}
							items={[
								{ label: 'Upload Files…', onSelect: () => handleAct((files) => files.pickFiles(shown)) },
								{ label: 'Trash…', onSelect: () => setOpen('trash') },
							]}
						/>
					</Toolbar>
					<Breadcrumbs root={root} folder={here} cwd={cwd} projectRoot={projectRoot} onGo={handleGo} onSelect={() => setCwd(here)} />
					<div className="Files-filter">
						<Search aria-hidden />
						<TextInput aria-label="Filter" placeholder="Filter" value={filter} onChange={({ target }) => setFilter(target.value)} onKeyDown={handleFilterKey} />
						{filter !== '' && <IconButton label="Clear the filter" icon={<X />} onClick={() => setFilter('')} />}
					</div>
				</div>
			}
			footer={
				<footer className="Files-footer">
					{actions && <UploadBar uploads={actions.uploads} />}
					{issues && <RescanIssues result={issues} onClose={() => setIssues(undefined)} />}
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
					{gitView.branch !== undefined && <Branch git={gitView} />}
				</footer>
			}
		>
			{view === 'tree' ? (
				<FilesTree
					cwd={cwd}
					tree={tree}
					state={state}
					git={gitView}
					filter={filter}
					found={found}
					selection={selection}
					onSelect={setSelection}
					act={handleAct}
					onOpen={handleOpen}
					onUse={(path) => setCwd(below(cwd, path))}
					onTerminal={handleTerminal}
					onProjectRoot={(path) => setProjectRoot(below(cwd, path))}
					onForeign={() => setStatus('What stands in another working folder cannot be dropped here')}
				/>
			) : (
				<FilesLists
					cwd={cwd}
					folder={folder}
					state={state.folders.get(folder)}
					filter={filter}
					selection={selection}
					onSelect={setSelection}
					act={handleAct}
					onFolder={handleFolder}
					onFile={handleOpen}
					onUse={(path) => setCwd(below(cwd, path))}
					onTerminal={handleTerminal}
					onProjectRoot={(path) => setProjectRoot(below(cwd, path))}
					onRetry={() => void tree.load(folder)}
				/>
			)}
			{open === 'browser' && (
				<FolderBrowser
					start={cwd}
					onClose={() => setOpen(undefined)}
					onPick={(picked) => {
						setOpen(undefined)
						setCwd(picked)
					}}
				/>
			)}
			{open === 'trash' && <TrashDialog onClose={() => setOpen(undefined)} onRestored={() => void tree.refresh()} />}
		</PaneBody>
	)
}

/** What the filter finds in folders that are not open. */
function useFound(cwd: string, filter: string): readonly FoundPath[] {
	const query = filter.trim()
	const { data } = useCall(searchFiles, { cwd, query, limit: searchLimit }, { enabled: query !== '', keepPrevious: true })
	return useMemo(() => (query === '' ? nothingFound : (data?.results ?? []).map(({ path, is_dir, link }) => ({ path, isFolder: is_dir, isLink: link }))), [data, query])
}

function Branch({ git: { branch = '', ahead, behind } }: { git: GitView }) {
	return (
		<Badge icon={<GitBranch />} title={`Branch ${branch}${ahead > 0 ? `, ${ahead} ahead` : ''}${behind > 0 ? `, ${behind} behind` : ''}`}>
			<span className="Files-branch">{branch}</span>
			{ahead > 0 && ` ↑${ahead}`}
			{behind > 0 && ` ↓${behind}`}
		</Badge>
	)
}

/** What is selected, when it is a folder; else the folder it stands in. */
function folderOf(selected: string, isFolder: (path: string) => boolean): string {
	return isFolder(selected) ? selected : parentOf(selected)
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
