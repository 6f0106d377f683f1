import { takeBack } from '../../checkpoints/contract.ts'
import { DrydockError } from '@drydock/contract'
import { confirmed } from '@drydock/editor-kit/confirmed.ts'
import { askConfirm, askText } from '@drydock/ui'
import { asFault, runCommand, toast, useApi } from '@drydock/web-kit'
import { discardFiles, renameFile, scaffold, writeFile } from '../contract.ts'
import { nameOf, parentOf, typedPath } from './folders.ts'
import { joined, type Tree } from './tree.ts'
import { visibleText } from './VisibleName.tsx'

/** What can be done with files from the tree and the lists. Each says what failed in `onStatus`. */
export function useFileActions({ cwd, tree, onStatus }: { cwd: string; tree: Tree; onStatus(text: string): void }) {
	const api = useApi()

	async function attempt(call: string, work: () => Promise<void>) {
		try {
			await work()
		} catch (error) {
			const fault = asFault(error)
			// The specification's words first (spec/1 §8), then what it means.
			onStatus(`${call.replace('{status}', String(fault.status))}: ${fault.message}`)
		}
	}

	async function undo(entry: string, folders: readonly string[]) {
		await attempt('take back {status}', async () => {
			await api.send(takeBack, { entry })
			await Promise.all(folders.map(tree.load))
		})
	}

	return {
		/** With `focus` the keyboard goes along; without it one goes on in the tree. */
		open: (path: string, { focus = false } = {}) => void runCommand('editor.open', { cwd, path, focus }),

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

		async rename(path: string) {
			const name = await askText({ title: 'Rename', label: 'New name', initial: nameOf(path), confirmLabel: 'Rename', check: (text) => (text.includes('\0') ? 'A name cannot contain that character.' : undefined) })
			const to = name === undefined ? path : joined(parentOf(path), typedPath(name))
			if (to === path) return
			await attempt('rename {status}', async () => {
				const done = await confirmed((confirm) => api.send(renameFile, { cwd, path, to, confirm }), { title: 'Rename' })
				if (done) onStatus(`Renamed to ${visibleText(to)}`)
				await tree.load(parentOf(path))
			})
		},

		async remove(path: string) {
			const isSure = await askConfirm({ title: 'Delete', body: `Delete ${visibleText(path)}? It goes to the trash and can be brought back.`, confirmLabel: 'Delete', isDanger: true })
			if (!isSure) return
			await attempt('delete {status}', async () => {
				const done = await confirmed((confirm) => api.send(discardFiles, { cwd, paths: [path], confirm }), { title: 'Delete' })
				await tree.load(parentOf(path))
				if (!done) return
				onStatus(`Deleted ${visibleText(path)}`)
				const { entry } = done
				if (entry !== null) toast({ message: `Deleted ${visibleText(nameOf(path))}`, ttlMs: 8000, action: { label: 'Undo', run: () => void undo(entry, [parentOf(path)]) } })
			})
		},
	}
}

export type FileActions = ReturnType<typeof useFileActions>

function existsAlready(error: unknown): never {
	if (error instanceof DrydockError && error.code === 'conflict') throw new DrydockError(409, 'workspace.exists', 'That file exists already.')
	throw error
}
