import { DrydockError, faultFrom, type AnyCall } from '@drydock/contract'
import { confirmed } from '@drydock/editor-kit/confirmed.ts'
import { askConfirm } from '@drydock/ui'
import { asFault, type Api } from '@drydock/web-kit'
import { uploadFile, uploadLimit } from '../contract.ts'
import { joined } from './tree.ts'
import type { Taken } from './taken.ts'
import { visibleText } from './VisibleName.tsx'

/** A file of the person's machine, and where it goes: a folder from the working folder. */
export interface Incoming {
	file: File
	folder: string
}

export interface UploadState {
	isActive: boolean
	count: number
	done: number
	name: string
	sent: number
	bytes: number
	failed: readonly { name: string; message: string }[]
}

// A folder of more files than this is copied by other means; it would keep the browser busy for minutes.
export const uploadsAtMost = 2000

const idle: UploadState = { isActive: false, count: 0, done: 0, name: '', sent: 0, bytes: 0, failed: [] }

/** Sends files one after the other, tells how far it is, and stops when asked. */
export function createUploads(api: Api, cwd: string, onArrived: (folders: readonly string[]) => void) {
	let state = idle
	let stop = new AbortController()
	const listeners = new Set<() => void>()

	function set(change: Partial<UploadState>) {
		state = { ...state, ...change }
		for (const listener of listeners) listener()
	}

	async function sendAll(incoming: readonly Incoming[], overwrite: boolean): Promise<Incoming[]> {
		const taken: Incoming[] = []
		for (const one of incoming) {
			if (stop.signal.aborted) break
			const { file, folder } = one
			const before = state.sent
			set({ name: file.name })
			const onProgress = (sent: number) => set({ sent: before + Math.min(sent, file.size) })
			try {
				if (file.size > uploadLimit) throw new DrydockError(413, 'files.too_large', `larger than ${uploadLimit / 2 ** 20} MB`)
				await confirmed((confirm) => sendOne(api, { cwd, dest_dir: folder, overwrite, confirm, file }, { signal: stop.signal, onProgress }), { title: 'Upload' })
				set({ done: state.done + 1 })
			} catch (error) {
				if (stop.signal.aborted) break
				const fault = asFault(error)
				if (fault.code === 'workspace.exists' && !overwrite) taken.push(one)
				else set({ failed: [...state.failed, { name: joined(folder, file.name), message: fault.message }] })
			}
			set({ sent: before + file.size })
		}
		return taken
	}

	return {
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		get: () => state,
		/** Resolves with what happened; a second one waits for nobody and is refused. */
		async start(incoming: readonly Incoming[]): Promise<UploadState> {
			if (state.isActive || incoming.length === 0) return state
			stop = new AbortController()
			const all = incoming.slice(0, uploadsAtMost)
			set({ ...idle, isActive: true, count: all.length, bytes: all.reduce((sum, { file }) => sum + file.size, 0) })
			if (incoming.length > all.length) set({ failed: [{ name: `${incoming.length - all.length} more files`, message: `at most ${uploadsAtMost} at once` }] })
			const taken = await sendAll(all, false)
			if (taken.length > 0 && !stop.signal.aborted) {
				const names = taken.slice(0, 3).map(({ file }) => visibleText(file.name)).join(', ')
				const isSure = await askConfirm({ title: 'Replace', body: `${names}${taken.length > 3 ? ` and ${taken.length - 3} more` : ''} ${taken.length === 1 ? 'exists' : 'exist'} already. The history keeps what is replaced.`, confirmLabel: 'Replace' })
				if (isSure) await sendAll(taken, true)
			}
			set({ isActive: false })
			onArrived([...new Set(all.map(({ folder }) => folder))])
			return state
		},
		cancel() {
			stop.abort()
		},
		isCancelled: () => stop.signal.aborted,
	}
}

export type Uploads = ReturnType<typeof createUploads>

interface Form {
	cwd: string
	dest_dir: string
	overwrite: boolean
	confirm?: string
	file: File
}

/** By XMLHttpRequest: fetch does not tell how much was sent. */
async function sendOne(api: Api, { file, ...fields }: Form, how: { signal: AbortSignal; onProgress(sent: number): void }): Promise<unknown> {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
	form.set('file', file)
	const first = await post(api, uploadFile, form, how)
	const { status, body } = first.status === 401 ? await post(api, uploadFile, form, { ...how, isRenewed: true }) : first
	if (status >= 200 && status < 300) return body
	throw status === 0 ? new DrydockError(0, 'network', 'Network error') : faultFrom(status, body)
}

async function post(api: Api, { path }: AnyCall, form: FormData, { signal, onProgress, isRenewed }: { signal: AbortSignal; onProgress(sent: number): void; isRenewed?: boolean }): Promise<{ status: number; body: unknown }> {
	const headers = await api.signature({ isRenewed })
	return new Promise((resolve) => {
		const request = new XMLHttpRequest()
		request.open('POST', api.base + path)
		for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
		request.responseType = 'json'
		request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
		request.addEventListener('loadend', () => resolve({ status: request.status, body: request.response }))
		signal.addEventListener('abort', () => request.abort(), { once: true })
		if (signal.aborted) resolve({ status: 0, body: undefined })
		else request.send(form)
	})
}

/** The files of a drop or a paste with the folders they came in. */
export async function readTaken({ entries, files }: Taken, folder: string): Promise<Incoming[]> {
	if (entries.length === 0) return files.map((file) => ({ file, folder }))
	const found: Incoming[] = []
	for (const entry of entries) await collect(entry, folder, found)
	return found
}

async function collect(entry: FileSystemEntry, folder: string, found: Incoming[]): Promise<void> {
	if (found.length > uploadsAtMost) return
	if (isFileEntry(entry)) {
		const file = await new Promise<File | undefined>((resolve) => entry.file(resolve, () => resolve(undefined)))
		if (file) found.push({ file, folder })
	} else if (isFolderEntry(entry)) {
		const reader = entry.createReader()
		for (;;) {
			// A reader gives a hundred at a time, and nothing at the end.
			const part = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
			if (part.length === 0) return
			for (const one of part) await collect(one, joined(folder, entry.name), found)
		}
	}
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
