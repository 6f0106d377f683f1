import { takeBack } from '../../checkpoints/contract.ts'
import { DrydockError, type ReplyOf } from '@drydock/contract'
import { confirmed } from '@drydock/editor-kit/confirmed.ts'
import { askText } from '@drydock/ui'
import { asFault, runCommand, toast, type Api } from '@drydock/web-kit'
import { offerFile } from '@drydock/web-kit/offer-file.ts'
import { copyFiles, discardFiles, moveFiles, readFile, renameFile, rescan, scaffold, writeFile } from '../contract.ts'
import type { Carried } from './drag.ts'
import { below, nameOf, parentOf, typedPath } from './folders.ts'
import type { Taken } from './taken.ts'
import { joined, type Tree } from './tree.ts'
import { createUploads, readTaken, type Incoming, type UploadState } from './uploads.ts'
import { visibleText } from './VisibleName.tsx'

export type RescanResult = ReplyOf<typeof rescan>
type Moved = ReplyOf<typeof moveFiles>

interface Renaming {
	from: string
	to: string
}

interface Parts {
	api: Api
	cwd: string
	tree: Tree
	/** Of the window that the pane stands in. */
	page(): Document | undefined
	onStatus(text: string): void
	onRescan(result: RescanResult | undefined): void
	/** What is chosen now; told apart by identity. */
	chosen(): unknown
	/** Chooses what was just made or moved. */
	onArrived(paths: readonly string[]): void
}

// Long enough to read it and to think again.
const undoMs = 10_000

let carried: (Carried & { isCut: boolean }) | undefined

/** What can be done with files from the tree and the lists. Each says what failed in `onStatus`. */
export function createFileActions({ api, cwd, tree, page, onStatus, onRescan, chosen, onArrived }: Parts) {
	const uploads = createUploads(api, cwd, (folders) => void reload(folders))

	const reload = (folders: readonly string[]) => Promise.all([...new Set(folders)].filter((folder) => tree.get().expanded.has(folder)).map((folder) => tree.load(folder)))

	async function attempt(call: string, work: () => Promise<void>) {
		try {
			await work()
		} catch (error) {
			const fault = asFault(error)
			// The specification's words first (spec/1 §8), then what it means.
			onStatus(`${call.replace('{status}', String(fault.status))}: ${fault.message}`)
		}
	}

	/** What is open in an editor goes on under the new name. */
	const tellMoved = (moved: readonly Renaming[]) => void runCommand('editor.moved', { cwd, moved })

	async function undo(entry: string, folders: readonly string[], moved: readonly Renaming[]) {
		await attempt('take back {status}', async () => {
			const { conflicts } = await api.send(takeBack, { entry })
			if (conflicts.length === 0) tellMoved(moved.map(({ from, to }) => ({ from: to, to: from })))
			await reload(folders)
			onStatus(conflicts[0] ? `Not undone: ${conflicts.map(({ reason }) => reason).join(' ')}` : 'Undone')
		})
	}

	/** Says what was done, offers the way back, and names what failed. */
	function tell(verb: string, { entry, done, failed }: Moved, folders: readonly string[], moved: readonly Renaming[] = []) {
		const [first] = done
		const what = done.length === 1 && first !== undefined ? visibleText(nameOf(first)) : `${done.length} items`
		const text = done.length > 0 ? `${verb} ${what}` : ''
		const problem = failed.length > 0 ? `${failed.length === 1 ? '' : `${failed.length} failed: `}${failed[0]?.message ?? ''}` : ''
		onStatus([text, problem].filter(Boolean).join('. '))
		if (problem) toast({ kind: 'error', message: problem })
		if (entry !== null && text) toast({ message: text, ttlMs: undoMs, action: { label: 'Undo', run: () => void undo(entry, folders, moved) } })
	}

	async function put(kind: 'move' | 'copy', paths: readonly string[], folder: string) {
		const before = chosen()
		await attempt(`${kind} {status}`, async () => {
			const call = kind === 'move' ? moveFiles : copyFiles
			const moved = await confirmed((confirm) => api.send(call, { cwd, paths: [...paths], folder, confirm }), { title: kind === 'move' ? 'Move' : 'Copy' })
			if (!moved) return
			const renamings = kind === 'move' ? renamingsOf(paths, moved) : []
			tellMoved(renamings)
			const folders = [...paths.map(parentOf), folder]
			tree.toggle(folder, true)
			await reload(folders)
			// Whoever went on meanwhile is not called back.
			if (chosen() === before) onArrived(moved.done)
			if (moved.done.length + moved.failed.length > 0) tell(kind === 'move' ? 'Moved' : 'Copied', moved, folders, renamings)
		})
	}

	const actions = {
		uploads,

		async newFile(folder: string) {
			const name = await askText({ title: 'New File', label: 'File name', confirmLabel: 'Create' })
			const path = name === undefined ? '' : joined(folder, typedPath(name))
			if (path === '' || path === folder) return
			await attempt('fs/write {status}', async () => {
				if (typedPath(name ?? '').includes('/')) await api.send(scaffold, { cwd, dirs: [parentOf(path)] })
				const saved = await confirmed((confirm) => api.send(writeFile, { cwd, path, content: '', expected: 'absent', confirm }), { title: 'New File' }).catch(existsAlready)
				if (!saved) return
				tree.toggle(folder, true)
				await tree.load(folder)
				onStatus(`Created ${visibleText(path)}`)
				void runCommand('editor.open', { cwd, path, focus: true })
			})
		},

		async newFolder(folder: string) {
			const name = await askText({ title: 'New Folder', label: 'Folder name', confirmLabel: 'Create' })
			const path = name === undefined ? '' : joined(folder, typedPath(name))
			if (path === '' || path === folder) return
			await attempt('mkdir failed ({status})', async () => {
				const made = await confirmed((confirm) => api.send(scaffold, { cwd, dirs: [path], confirm }), { title: 'New Folder' })
				if (!made) return
				tree.toggle(folder, true)
				await tree.load(folder)
				onStatus(made.created.includes(path) ? `Created ${visibleText(path)}` : `${visibleText(path)} exists already`)
			})
		},

		async rename(path: string, name: string) {
			const to = joined(parentOf(path), typedPath(name))
			if (to === path || typedPath(name) === '') return
			const before = chosen()
			await attempt('rename {status}', async () => {
				const done = await confirmed((confirm) => api.send(renameFile, { cwd, path, to, confirm }), { title: 'Rename' })
				if (!done) return
				tellMoved([{ from: path, to }])
				await reload([parentOf(path), parentOf(to)])
				if (chosen() === before) onArrived([to])
				onStatus(`Renamed to ${visibleText(to)}`)
			})
		},

		async remove(paths: readonly string[]) {
			if (paths.length === 0) return
			await attempt('delete {status}', async () => {
				const gone = await confirmed((confirm) => api.send(discardFiles, { cwd, paths: [...paths], confirm }), { title: 'Delete' })
				if (!gone) return
				const folders = paths.map(parentOf)
				await reload(folders)
				tell('Deleted', gone, folders)
			})
		},

		move: (paths: readonly string[], folder: string) => put('move', paths, folder),
		copy: (paths: readonly string[], folder: string) => put('copy', paths, folder),

		/** Keeps them for `paste`. */
		carry(paths: readonly string[], isCut: boolean) {
			if (paths.length === 0) return
			carried = { cwd, paths, isCut }
			onStatus(`${isCut ? 'Cut' : 'Copied'} ${paths.length === 1 ? visibleText(paths[0] ?? '') : `${paths.length} items`}; paste with Ctrl+V`)
		},

		async paste(folder: string) {
			if (!carried) return onStatus('Nothing to paste')
			if (carried.cwd !== cwd) return onStatus('What was copied stands in another working folder')
			const { paths, isCut } = carried
			if (isCut) carried = undefined
			await put(isCut ? 'move' : 'copy', paths, folder)
		},

		async upload(incoming: readonly Incoming[]) {
			const { done, failed }: UploadState = await uploads.start(incoming)
			const parts = [`Uploaded ${done} ${done === 1 ? 'file' : 'files'}`, uploads.isCancelled() ? 'cancelled' : '', failed.map(({ name, message }) => `${visibleText(name)}: ${message}`).join('; ')]
			onStatus(parts.filter(Boolean).join(' – '))
			if (failed.length > 0) toast({ kind: 'error', message: `${failed.length} of ${done + failed.length} files were not uploaded. ${failed[0]?.name ?? ''}: ${failed[0]?.message ?? ''}` })
		},
		uploadTaken: async (taken: Taken, folder: string) => actions.upload(await readTaken(taken, folder)),

		/** Asks the browser for files. */
		pickFiles(folder: string) {
			const input = page()?.createElement('input')
			if (!input) return
			input.type = 'file'
			input.multiple = true
			input.addEventListener('change', () => void actions.upload([...(input.files ?? [])].map((file) => ({ file, folder }))))
			input.click()
		},

		async download(path: string) {
			await attempt('fs/read failed {status}', async () => {
				const bytes = await (await api.read(readFile, { cwd, path, download: true })).blob()
				const shownIn = page()
				if (!shownIn) return
				offerFile(shownIn, nameOf(path), bytes)
				onStatus(`Downloaded ${visibleText(nameOf(path))}`)
			})
		},

		async rescan() {
			onStatus('Rescanning…')
			await attempt('filetree/rescan {status}', async () => {
				const [result] = await Promise.all([api.send(rescan, { cwd }), tree.refresh()])
				const counts = `${result.files.toLocaleString('en')} ${result.files === 1 ? 'file' : 'files'}, ${result.dirs.toLocaleString('en')} ${result.dirs === 1 ? 'folder' : 'folders'}`
				onStatus(result.errors.length > 0 ? `${counts}, ${result.errors.length} ${result.errors.length === 1 ? 'issue' : 'issues'}` : `Rescan complete: ${counts}`)
				onRescan(result.errors.length > 0 ? result : undefined)
			})
		},

		copyText(paths: readonly string[], isAbsolute: boolean) {
			const text = paths.map((path) => (isAbsolute ? below(cwd, path) : path)).join('\n')
			navigator.clipboard.writeText(text).then(() => onStatus('Copied'), () => onStatus('Copy failed'))
		},
	}
	return actions
}

export type FileActions = ReturnType<typeof createFileActions>

function existsAlready(error: unknown): never {
	if (error instanceof DrydockError && error.code === 'conflict') throw new DrydockError(409, 'workspace.exists', 'That file exists already.')
	throw error
}

/** What went where: the server tells the new places in the order of the paths that did not fail. */
function renamingsOf(paths: readonly string[], { done, failed }: Moved): Renaming[] {
	const gone = paths.filter((path) => !failed.some((one) => one.path === path))
	return gone.length === done.length ? gone.map((from, index) => ({ from, to: done[index] ?? from })) : []
}
