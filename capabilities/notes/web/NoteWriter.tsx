import { Banner, Button, IconButton, Markdown, TextInput, Toolbar } from '@drydock/ui'
import { Eye, Pencil } from '@drydock/ui/icons'
import { flag, preference, readPreference, useApi, usePreference, useRefresh, useTabMark } from '@drydock/web-kit'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createNote, listNotes, readNote, saveNote, untitled, type Note } from '../contract.ts'
import { keepDraft, noteDrafts } from './drafts.ts'
import { NoteConflict } from './NoteConflict.tsx'
import { createNoteSession } from './note-session.ts'
import { sending } from './sending.ts'

const previewed = preference('note_preview', 'Notes as preview', false, flag)

/** Title and text of a note, saved while one writes. */
export function NoteWriter({ note, isGone, onReplace }: { note: Note; isGone: boolean; onReplace(id: string | undefined): void }) {
	const api = useApi()
	const refresh = useRefresh()
	const { id } = note
	const [session] = useState(() =>
		createNoteSession(note, {
			async save(change) {
				const reply = await api.send(saveNote, { id, ...change }, sending)
				void refresh(listNotes, readNote)
				return reply
			},
			keep: (draft) => keepDraft(id, draft),
		}),
	)
	const { text, status, error, theirs } = useSyncExternalStore(session.subscribe, session.get)
	const [isPreview, setPreview] = usePreference(previewed)
	useTabMark({ isDirty: status === 'failed' || status === 'conflict' })
	useEffect(() => session.adopt(note), [session, note])
	useEffect(() => {
		session.enter()
		const draft = readPreference(noteDrafts)[id]
		if (draft) session.restore(draft)
		addEventListener('pagehide', session.keepDraft)
		return () => {
			removeEventListener('pagehide', session.keepDraft)
			session.leave()
		}
	}, [session, id])

	async function saveAsNew(title: string) {
		const copy = crypto.randomUUID()
		await api.send(createNote, { id: copy, title, content: text.content }, sending)
		session.takeTheirs()
		keepDraft(id, undefined)
		onReplace(copy)
		await refresh(listNotes)
	}
	return (
		<>
			<Toolbar label="Note">
				<TextInput className="NoteWriter-title" aria-label="Title" placeholder={untitled} value={text.title} maxLength={300} autoFocus={note.title === untitled && note.content === ''} onChange={(event) => session.edit({ title: event.target.value })} onBlur={() => void session.flush()} />
				<span className="NoteWriter-status" role="status">
					{status === 'saving' || status === 'waiting' ? 'Saving' : ''}
				</span>
				<IconButton label={isPreview ? 'Edit' : 'Preview'} icon={isPreview ? <Pencil /> : <Eye />} onClick={() => setPreview(!isPreview)} />
			</Toolbar>
			{isGone && (
				<Banner tone="attention" actions={<Button isSmall onClick={() => void saveAsNew(text.title)}>Save as a new note</Button>}>
					This note was deleted in another window. Its text is still here.
				</Banner>
			)}
			{status === 'failed' && !isGone && (
				<Banner tone="bad" actions={<Button isSmall onClick={() => void session.flush()}>Save now</Button>}>
					Not saved: {error?.message}. The text is kept in this browser and sent again.
				</Banner>
			)}
			{theirs && <NoteConflict mine={text} theirs={theirs} onMine={() => void session.keepMine()} onTheirs={session.takeTheirs} onBoth={() => void saveAsNew(`${text.title} (my version)`)} />}
			{isPreview ? (
				<div className="NoteWriter-preview">
					<Markdown text={text.content} />
				</div>
			) : (
				<textarea
					className="NoteWriter-text"
					aria-label="Content"
					placeholder="Write in Markdown"
					maxLength={400_000}
					value={text.content}
					onChange={(event) => session.edit({ content: event.target.value })}
					onBlur={() => void session.flush()}
				/>
			)}
		</>
	)
}
