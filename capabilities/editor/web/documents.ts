import { confirmed, hasMixedEnds, plainBuffer, type Caret, type Engine } from '@drydock/editor-kit'
import { asFault, type Api } from '@drydock/web-kit'
import { readFile, realPathHeader, writeFile } from '../../files/contract.ts'
import type { Draft, Drafts } from './drafts.ts'
import { keyOf, otherOf, textOf, type EditorState, type FileAt, type Moved, type OpenFile } from './open-file.ts'

// P2: a browser's crash costs at most a second of typing.
const draftMs = 800
const closedAtMost = 20

/** The open files, outside React: text, what is on disk, drafts, saving and conflicts. */
export function createDocuments({ api, engine, drafts }: { api: Api; engine: Promise<Engine | undefined>; drafts: Drafts }) {
	let state: EditorState = { files: [], closed: [] }
	const listeners = new Set<() => void>()
	const timers = new Map<string, ReturnType<typeof setTimeout>>()

	function set(change: Partial<EditorState>) {
		state = { ...state, ...change }
		for (const listener of listeners) listener()
	}
	const find = (key: string | undefined) => state.files.find((file) => file.key === key)
	function update(key: string, change: Partial<OpenFile>) {
		if (find(key)) set({ files: state.files.map((file) => (file.key === key ? { ...file, ...change } : file)) })
	}

	async function read({ cwd, path }: FileAt): Promise<{ text: string; etag: string; path: string }> {
		const reply = await api.read(readFile, { cwd, path })
		const bytes = new Uint8Array(await reply.arrayBuffer())
		const real = reply.headers.get(realPathHeader)
		return { text: textOf(bytes, path), etag: (reply.headers.get('etag') ?? '').replaceAll('"', ''), path: real === null ? path : decodeURIComponent(real) }
	}

	async function load(key: string): Promise<void> {
		const file = find(key)
		if (!file) return
		update(key, { status: 'loading', error: undefined })
		try {
			const [{ text, etag }, draft, rich] = await Promise.all([read(file), drafts.get(key), engine]).catch((error: unknown) => unsavedOnly(error, key))
			if (!find(key)) return
			const buffer = rich ? rich.engineBuffer(text, file.path) : plainBuffer(text)
			const savedMark = buffer.mark()
			// By the buffer: the file may be renamed while it is open.
			buffer.subscribe(() => handleChange(state.files.find((other) => other.buffer === buffer)?.key ?? key))
			update(key, { status: 'open', buffer, etag, savedText: text, savedMark, isDirty: false, hasMixedEnds: hasMixedEnds(text) })
			if (!draft || draft.text === text) return void drafts.remove(key)
			if (draft.etag !== etag) return update(key, { draft: draft.text })
			buffer.replace(draft.text)
			update(key, { isRestored: true })
		} catch (error) {
			update(key, { status: 'failed', error: asFault(error) })
		}
	}

	/** The file is gone, but not what was typed into it. */
	async function unsavedOnly(error: unknown, key: string): Promise<[{ text: string; etag: string }, Draft, Engine | undefined]> {
		const draft = await drafts.get(key)
		if (asFault(error).status !== 404 || !draft) throw error
		return [{ text: '', etag: 'absent' }, { ...draft, etag: 'absent' }, await engine]
	}

	function handleChange(key: string) {
		const file = find(key)
		if (!file?.buffer) return
		const isDirty = file.buffer.mark() !== file.savedMark
		if (isDirty !== file.isDirty) update(key, { isDirty, ...(!isDirty && { isRestored: false }) })
		if (!isDirty) {
			clearTimeout(timers.get(key))
			timers.delete(key)
			void drafts.remove(key)
		} else if (!timers.has(key)) timers.set(key, setTimeout(() => void keepDraft(key), draftMs))
	}

	async function keepDraft(key: string) {
		clearTimeout(timers.get(key))
		timers.delete(key)
		const file = find(key)
		if (file?.buffer && file.isDirty) await drafts.put({ key, text: file.buffer.text(), etag: file.etag, at: Date.now() })
	}

	function settled(key: string, text: string, etag: string, mark: number | string) {
		update(key, { savedText: text, savedMark: mark, etag, other: undefined, isConflict: false, draft: undefined, isRestored: false })
		handleChange(key)
	}

	/** Saves; false when it was refused or failed. */
	async function save(key: string): Promise<boolean> {
		const file = find(key)
		if (!file?.buffer || file.isSaving || file.status !== 'open') return false
		const { cwd, path, etag: expected } = file
		const [text, mark] = [file.buffer.text(), file.buffer.mark()]
		update(key, { isSaving: true, error: undefined })
		try {
			const done = await confirmed((confirm) => api.send(writeFile, { cwd, path, content: text, expected: expected || undefined, confirm }), { title: 'Save', remember: key })
			if (done) settled(key, text, done.etag, mark)
			return done !== undefined
		} catch (error) {
			const fault = asFault(error)
			if (fault.code === 'conflict') update(key, { isConflict: true, other: otherOf(fault) })
			else update(key, { error: fault })
			globalThis.dispatchEvent(new CustomEvent('vt:fs:write', { detail: { ok: false, path, cwd, error: fault.message } }))
			return false
		} finally {
			update(key, { isSaving: false })
		}
	}

	/** Something happened to the file on disk. */
	async function lookAgain(key: string): Promise<void> {
		const file = find(key)
		if (!file?.buffer || file.isSaving) return
		try {
			const { text, etag } = await read(file)
			const now = find(key)
			if (!now?.buffer || now.isSaving || etag === now.etag) return
			if (now.isDirty) return update(key, { other: { text, etag } })
			now.buffer.replace(text)
			settled(key, text, etag, now.buffer.mark())
		} catch (error) {
			if (asFault(error).status === 404) update(key, { other: { etag: 'absent' } })
		}
	}

	/** Files or folders have another name now: what is open from there goes on under it, with its unsaved text. */
	function follow(cwd: string, moved: readonly Moved[]) {
		for (const file of state.files) {
			if (file.cwd !== cwd) continue
			const move = moved.find(({ from }) => file.path === from || file.path.startsWith(`${from}/`))
			if (!move) continue
			const path = move.to + file.path.slice(move.from.length)
			const key = keyOf({ cwd, path })
			if (find(key)) continue
			clearTimeout(timers.get(file.key))
			timers.delete(file.key)
			void drafts.remove(file.key)
			// That it is gone from its old place was no news.
			const other = file.other?.text === undefined ? undefined : file.other
			set({ files: state.files.map((open) => (open.key === file.key ? { ...open, key, path, other, isSaving: false } : open)), active: state.active === file.key ? key : state.active })
			void keepDraft(key)
		}
	}

	function close(key: string) {
		const index = state.files.findIndex((file) => file.key === key)
		const file = state.files[index]
		if (!file) return
		clearTimeout(timers.get(key))
		timers.delete(key)
		void drafts.remove(key)
		const files = state.files.filter((other) => other.key !== key)
		const active = state.active === key ? (files[index] ?? files[index - 1])?.key : state.active
		const closed = [{ cwd: file.cwd, path: file.path }, ...state.closed.filter((other) => keyOf(other) !== key)].slice(0, closedAtMost)
		set({ files, active, closed })
		file.buffer?.dispose()
	}

	return {
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		get: () => state,
		find,
		/** Opens a file, or shows it if it is open. */
		async open(at: FileAt, { select = true, caret, focus }: { select?: boolean; caret?: Caret; focus?: boolean } = {}): Promise<string> {
			const key = keyOf(at)
			if (!find(key)) {
				const file: OpenFile = { ...at, key, status: 'loading', etag: '', savedText: '', isDirty: false, isSaving: false, isConflict: false, isRestored: false, hasMixedEnds: false, wanted: caret, wantsFocus: focus }
				set({ files: [...state.files, file], closed: state.closed.filter((other) => keyOf(other) !== key), active: select ? key : (state.active ?? key) })
				await load(key)
			} else {
				if (caret || focus) update(key, { wanted: caret, wantsFocus: focus })
				if (select) set({ active: key })
			}
			return key
		},
		/** Makes an empty file and opens it. */
		async create({ cwd, path }: FileAt): Promise<void> {
			const done = await confirmed((confirm) => api.send(writeFile, { cwd, path, content: '', expected: 'absent', confirm }), { title: 'New File' })
			if (done) await this.open({ cwd, path })
		},
		/** Opens what was left unsaved, also when the browser forgot which files were open. */
		async openUnsaved(): Promise<void> {
			for (const key of await drafts.keys()) {
				const cut = key.indexOf('\0')
				if (!find(key)) await this.open({ cwd: key.slice(0, cut), path: key.slice(cut + 1) })
			}
		},
		select: (key: string) => set({ active: key }),
		/** The view is where it was asked to go. */
		arrived: (key: string) => update(key, { wanted: undefined, wantsFocus: false }),
		load,
		save,
		close,
		lookAgain,
		follow,
		/** Writes every unsaved text away now: the page is going. */
		keepDrafts: () => Promise.all(state.files.filter(({ isDirty }) => isDirty).map(({ key }) => keepDraft(key))),
		dismissError: (key: string) => update(key, { error: undefined }),
		dismissConflict: (key: string) => update(key, { isConflict: false }),
		/** Mine stays; saving will replace what is on disk, which the person has seen. */
		keepMine(key: string) {
			const other = find(key)?.other
			update(key, { isConflict: false, other: undefined, ...(other && { etag: other.etag }) })
		},
		/** What is on disk takes the place of the unsaved text; the editor can undo it. */
		async takeTheirs(key: string) {
			const file = find(key)
			if (!file?.buffer) return
			const { text, etag } = file.other?.text === undefined ? await read(file) : { text: file.other.text, etag: file.other.etag }
			file.buffer.replace(text)
			settled(key, text, etag, file.buffer.mark())
		},
		/** The unsaved text of an earlier window takes the buffer's place. */
		restoreDraft(key: string) {
			const file = find(key)
			if (file?.draft !== undefined) file.buffer?.replace(file.draft)
			update(key, { draft: undefined })
		},
		discardDraft(key: string) {
			const file = find(key)
			if (file?.isRestored) file.buffer?.replace(file.savedText)
			update(key, { draft: undefined, isRestored: false })
			if (!find(key)?.isDirty) void drafts.remove(key)
		},
		/** The same text under another path, which may be in another folder that is open (`/sandbox/notes.md`); the old file stays as it is on disk. */
		async saveAs(key: string, given: string): Promise<boolean> {
			const file = find(key)
			if (!file?.buffer) return false
			const cut = given.startsWith('/') ? given.lastIndexOf('/') : -1
			const { cwd, path } = cut < 0 ? { cwd: file.cwd, path: given } : { cwd: given.slice(0, cut), path: given.slice(cut + 1) }
			const content = file.buffer.text()
			const done = await confirmed((confirm) => api.send(writeFile, { cwd, path, content, expected: 'absent', confirm }), { title: 'Save As' })
			if (!done) return false
			close(key)
			await this.open({ cwd, path })
			return true
		},
	}
}

export type Documents = ReturnType<typeof createDocuments>
