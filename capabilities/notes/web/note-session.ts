// One note while it is being written: typed, saved after a pause, and never lost in between.
import type { DrydockError } from '@drydock/contract'
import { asFault } from '@drydock/web-kit'

export interface NoteText {
	title: string
	content: string
}

export interface NoteState {
	text: NoteText
	/** Of the version that the text is based on. */
	etag: string
	status: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'
	error?: DrydockError
	/** What another window saved meanwhile. */
	theirs?: NoteText & { etag: string }
}

export interface NoteSessionDeps {
	save(change: NoteText & { expected: string }): Promise<{ etag: string }>
	/** Keeps text on this device that is not on the server yet; undefined when it is. */
	keep(draft: (NoteText & { etag: string }) | undefined): void
}

/** spec: notes save debounce */
export const saveAfterMs = 500

/** A server that was restarted is back within seconds. */
const retryAfterMs = 5000

const isSame = (a: NoteText, b: NoteText) => a.title === b.title && a.content === b.content

export function createNoteSession(start: NoteText & { etag: string }, { save, keep }: NoteSessionDeps) {
	const listeners = new Set<() => void>()
	let saved: NoteText = { title: start.title, content: start.content }
	let state: NoteState = { text: saved, etag: start.etag, status: 'saved' }
	let timer: ReturnType<typeof setTimeout> | undefined
	let running: Promise<void> | undefined
	let isLeft = false

	function set(change: Partial<NoteState>) {
		state = { ...state, ...change }
		for (const listener of listeners) listener()
	}
	const isDirty = () => !isSame(state.text, saved)

	async function saveOnce() {
		const { text, etag } = state
		set({ status: 'saving', error: undefined })
		try {
			const { etag: next } = await save({ ...text, expected: etag })
			saved = text
			set({ etag: next, status: isDirty() ? 'waiting' : 'saved' })
			if (!isDirty()) keep(undefined)
		} catch (cause) {
			const error = asFault(cause)
			const theirs = error.code === 'conflict' ? theirsOf(error.details) : undefined
			// A save whose answer was lost, then sent again: what stands there is ours.
			if (theirs && isSame(theirs, text)) {
				saved = text
				set({ etag: theirs.etag, status: isDirty() ? 'waiting' : 'saved' })
				return
			}
			// It was kept when it was left, and another session may have saved it since.
			if (isLeft) return
			keep({ ...state.text, etag })
			set(theirs ? { status: 'conflict', theirs } : { status: 'failed', error })
			if (error.status === 0 || error.status >= 500) timer = setTimeout(() => void session.flush(), retryAfterMs)
		}
	}

	const session = {
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		get: () => state,
		edit(change: Partial<NoteText>) {
			set({ text: { ...state.text, ...change }, ...(state.status !== 'conflict' && state.status !== 'saving' && { status: 'waiting' as const }) })
			clearTimeout(timer)
			timer = setTimeout(() => void session.flush(), saveAfterMs)
		},
		/** Saves what is not saved yet, now. */
		async flush(): Promise<void> {
			clearTimeout(timer)
			while (running) await running
			if (!isDirty() || state.status === 'conflict') return
			running = saveOnce()
			await running.finally(() => (running = undefined))
		},
		/** The page may end at any moment: what is not saved stays on this device, and is sent. */
		keepDraft() {
			if (isDirty()) keep({ ...state.text, etag: state.etag })
			void session.flush()
		},
		/** The last of it: what cannot be saved now waits on this device for the next session. */
		leave() {
			session.keepDraft()
			clearTimeout(timer)
			isLeft = true
		},
		/** It is shown (again). */
		enter: () => void (isLeft = false),
		/** The server has another version: taken over unless something was typed here. */
		adopt({ etag, title, content }: NoteText & { etag: string }) {
			if (etag === state.etag || isDirty() || running) return
			saved = { title, content }
			set({ text: saved, etag, status: 'saved' })
		},
		/** Text that was kept on this device: newer than what it was typed over, or in conflict with what came since. */
		restore(draft: NoteText & { etag: string }) {
			if (isSame(draft, saved)) return keep(undefined)
			set({ text: { title: draft.title, content: draft.content } })
			if (draft.etag === state.etag) void session.flush()
			else set({ status: 'conflict', theirs: { ...saved, etag: state.etag } })
		},
		/** Writes our version over theirs. */
		keepMine(): Promise<void> {
			const { theirs } = state
			if (!theirs) return Promise.resolve()
			saved = { title: theirs.title, content: theirs.content }
			set({ etag: theirs.etag, theirs: undefined, status: 'waiting' })
			return session.flush()
		},
		takeTheirs() {
			const { theirs } = state
			if (!theirs) return
			saved = { title: theirs.title, content: theirs.content }
			keep(undefined)
			set({ text: saved, etag: theirs.etag, theirs: undefined, status: 'saved' })
		},
		isDirty,
	}
	return session
}

export type NoteSession = ReturnType<typeof createNoteSession>

function theirsOf(details: unknown): (NoteText & { etag: string }) | undefined {
	if (typeof details !== 'object' || details === null || !('title' in details) || !('content' in details) || !('etag' in details)) return undefined
	const { title, content, etag } = details
	return typeof title === 'string' && typeof content === 'string' && typeof etag === 'string' ? { title, content, etag } : undefined
}
