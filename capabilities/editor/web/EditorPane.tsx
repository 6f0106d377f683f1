import { loadEngine, type Caret, type Engine } from '@drydock/editor-kit'
import { askConfirm, askText, Button, EmptyState, ErrorState, IconButton, Menu, Menubar, Skeleton, Tabs } from '@drydock/ui'
import { Code, Palette, Rows3, Save } from '@drydock/ui/icons'
import { asFault, project, runCommand, shortcutScope, toast, useApi, usePaneTab, usePreference, useTabMark } from '@drydock/web-kit'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { DiffOverlay } from './DiffOverlay.tsx'
import { createDocuments } from './documents.ts'
import { browserDrafts } from './drafts.ts'
import { EditorSurface, PlainSurface, type SurfaceHandle } from './EditorSurface.tsx'
import { FileNotes } from './FileNotes.tsx'
import { AboutDialog } from './AboutDialog.tsx'
import { changeFont, goToLine, menusOf, themeItems, toggleWrap, type EditorActions } from './menus.ts'
import { keyOf, type FileAt, type OpenFile } from './open-file.ts'
import { wrap } from './preferences.ts'
import { onMoved, onRequest, takeRequests } from './requests.ts'
import { shortcuts } from './shortcuts.ts'
import { useDiskWatch } from './use-disk-watch.ts'
import { useEditorOptions } from './use-editor-options.ts'
import './EditorPane.css'

/** The code editor (spec/2 §2). */
export default function EditorPane() {
	const api = useApi()
	const tab = usePaneTab()
	const [documents] = useState(() => createDocuments({ api, engine: loadEngine(), drafts: browserDrafts }))
	const { files, active, closed } = useSyncExternalStore(documents.subscribe, documents.get)
	const [engine, setEngine] = useState<Engine | 'loading' | undefined>('loading')
	const [comparing, setComparing] = useState<{ title: string; original: string }>()
	const [isAbout, setAbout] = useState(false)
	const [caret, setCaret] = useState<Caret>({ line: 1, column: 1 })
	const [surface, setSurface] = useState<SurfaceHandle>()
	const [initial] = useState(tab.config)
	const options = useEditorOptions()
	const [isWrapped] = usePreference(wrap)
	const file = files.find(({ key }) => key === active)
	const dirty = files.filter(({ isDirty }) => isDirty)

	useTabMark({ title: file ? nameOf(file.path) : 'Code Editor', isDirty: dirty.length > 0 })
	useDiskWatch(documents, files)
	useEffect(() => void loadEngine().then(setEngine), [])
	useEffect(() => {
		const take = () => {
			for (const { line, column = 1, focus, ...at } of takeRequests()) void documents.open(at, { caret: line === undefined ? undefined : { line, column }, focus })
		}
		// What was open before the reload comes back, then what was asked for meanwhile.
		for (const at of savedFiles(initial['files'])) void documents.open(at, { select: keyOf(at) === initial['active'] })
		void documents.openUnsaved()
		take()
		const keep = () => void documents.keepDrafts()
		globalThis.addEventListener('pagehide', keep)
		const stop = onRequest(take)
		const stopMoved = onMoved(documents.follow)
		return () => {
			stop()
			stopMoved()
			globalThis.removeEventListener('pagehide', keep)
			keep()
		}
	}, [documents, initial])
	const saved = JSON.stringify({ files: files.map(({ cwd, path }) => ({ cwd, path })), active })
	const lastTab = useRef(tab)
	useEffect(() => {
		lastTab.current = tab
		tab.guardClose(dirty.length === 0 ? undefined : () => askConfirm({ title: 'Unsaved changes', body: `${dirty.map(({ path }) => path).join(', ')} ${dirty.length === 1 ? 'is' : 'are'} not saved. Close all the same?`, confirmLabel: 'Close without saving', isDanger: true }))
	})
	useEffect(() => lastTab.current.setConfig(JSON.parse(saved) as Record<string, unknown>), [saved])
	useEffect(() => {
		if (!file || !(file.wanted || file.wantsFocus) || file.status !== 'open' || !surface) return
		if (file.wanted) surface.reveal(file.wanted)
		surface.focus()
		documents.arrived(file.key)
	}, [documents, file, surface])

	async function close(key: string) {
		const closing = documents.find(key)
		if (closing?.isDirty && !(await askConfirm({ title: 'Unsaved changes', body: `${closing.path} is not saved. Close it all the same?`, confirmLabel: 'Close without saving', isDanger: true }))) return
		documents.close(key)
	}
	async function askPath(title: string, confirmLabel: string, initial = ''): Promise<FileAt | undefined> {
		const path = await askText({ title, label: `Path in ${project().cwd}`, initial, confirmLabel })
		return path === undefined ? undefined : { cwd: project().cwd, path: path.replace(/^[\\/]+/, '') }
	}
	async function saveAs() {
		const given = file && (await askText({ title: 'Save As', label: `Path in ${file.cwd}, or a whole one`, initial: file.path, confirmLabel: 'Save' }))
		if (!file || !given) return
		await documents.saveAs(file.key, given).catch((error: unknown) => toast({ kind: 'error', message: asFault(error).code === 'conflict' ? 'A file of that name exists already.' : asFault(error).message }))
	}
	async function newFile() {
		const at = await askPath('New File', 'Create')
		if (at) await documents.create(at).catch((error: unknown) => toast({ kind: 'error', message: asFault(error).code === 'conflict' ? 'A file of that name exists already.' : asFault(error).message }))
	}

	/** Back to where one types. */
	function endComparison() {
		setComparing(undefined)
		surface?.focus()
	}

	const actions: EditorActions = {
		file,
		surface,
		isRich: engine !== undefined,
		newFile: () => void newFile(),
		open: () => void askPath('Open', 'Open').then((at) => at && documents.open(at)),
		close: () => file && void close(file.key),
		save: () => file && void documents.save(file.key),
		saveAs: () => void saveAs(),
		saveAll: () => void Promise.all(dirty.map(({ key }) => documents.save(key))),
		reopen: () => closed[0] && void documents.open(closed[0]),
		diff: () => file?.buffer && setComparing({ title: 'Diff with Saved', original: file.savedText }),
		help: () => void runCommand('shortcuts.open', { search: 'Editor' }),
		about: () => setAbout(true),
	}
	const keys = shortcutScope({
		[shortcuts.save]: actions.save,
		[shortcuts.saveAs]: actions.saveAs,
		[shortcuts.open]: actions.open,
		[shortcuts.close]: actions.close,
		[shortcuts.reopen]: actions.reopen,
		[shortcuts.wrap]: toggleWrap,
		[shortcuts.goToLine]: () => void goToLine(surface),
		[shortcuts.diff]: actions.diff,
		[shortcuts.larger]: () => changeFont(1),
		[shortcuts.smaller]: () => changeFont(-1),
	})

	return (
		<section ref={keys} className="Editor" aria-label="Code Editor">
			<div className="Editor-bar">
				<Menubar label="Editor" menus={menusOf(actions)} />
				<span className="Editor-path" title={file && `${file.cwd}/${file.path}`}>
					{file?.path ?? '(no file)'}
				</span>
				<Menu trigger={<IconButton label="Theme" icon={<Palette />} />} align="end" items={themeItems()} />
				<IconButton label="Word wrap" icon={<Rows3 />} isPressed={isWrapped} onClick={toggleWrap} />
				<Button isSmall icon={<Save />} disabled={!file?.isDirty || file.isSaving} onClick={actions.save}>
					{file?.isSaving ? 'Saving…' : 'Save'}
				</Button>
			</div>
			{files.length > 0 && (
				<Tabs
					label="Open files"
					selected={active}
					tabs={files.map(({ key, path, isDirty }) => ({ id: key, label: nameOf(path), name: path, isDirty }))}
					onSelect={documents.select}
					onClose={(key) => void close(key)}
				/>
			)}
			{file && <FileNotes file={file} documents={documents} onCompare={(title, original) => setComparing({ title, original })} onSaveAs={actions.saveAs} />}
			<div className="Editor-content">
				<Content file={file} engine={engine} onRetry={() => file && void documents.load(file.key)} onOpen={actions.open}>
					{(buffer) => {
						const common = { buffer, options, label: file?.path ?? '', onCaret: setCaret, onSurface: setSurface }
						return engine && engine !== 'loading' ? <EditorSurface engine={engine} {...common} /> : <PlainSurface {...common} />
					}}
				</Content>
				{comparing && file?.buffer && <DiffOverlay {...comparing} path={file.path} buffer={file.buffer} options={options} engine={engine === 'loading' ? undefined : engine} onClose={endComparison} />}
			</div>
			{file?.buffer && (
				<footer className="Editor-footer">
					<span>
						Ln {caret.line}, Col {caret.column}
					</span>
					<span>UTF-8</span>
					<span>{file.savedText.includes('\r\n') ? 'CRLF' : 'LF'}</span>
				</footer>
			)}
			{isAbout && <AboutDialog onClose={() => setAbout(false)} />}
		</section>
	)
}

interface ContentProps {
	file: OpenFile | undefined
	engine: Engine | 'loading' | undefined
	onRetry(): void
	onOpen(): void
	children(buffer: NonNullable<OpenFile['buffer']>): React.ReactNode
}

function Content({ file, engine, onRetry, onOpen, children }: ContentProps) {
	if (!file) {
		return (
			<EmptyState icon={<Code />} title="No file is open" action={<Button onClick={onOpen}>Open</Button>}>
				Click a file in Files, or open one by its path.
			</EmptyState>
		)
	}
	if (file.status === 'failed') {
		return (
			<ErrorState title="Failed to read file" error={file.error} onRetry={onRetry}>
				<p className="EmptyState-text">{`fs/read failed ${file.error?.status ?? 0}`}</p>
			</ErrorState>
		)
	}
	if (!file.buffer || engine === 'loading') return <Skeleton rows={12} />
	return children(file.buffer)
}

function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}

function savedFiles(stored: unknown): FileAt[] {
	if (!Array.isArray(stored)) return []
	return stored.filter((item): item is FileAt => typeof item === 'object' && item !== null && typeof Reflect.get(item, 'cwd') === 'string' && typeof Reflect.get(item, 'path') === 'string').map(({ cwd, path }) => ({ cwd, path }))
}
