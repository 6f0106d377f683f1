import { Button, EmptyState, ErrorState, IconButton, PaneBody, Skeleton, Spacer, TextInput, Toolbar } from '@drydock/ui'
import { FileText, Plus, RefreshCw } from '@drydock/ui/icons'
import { asFault, toast, useApi, useCall, usePaneTab, useRefresh } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { createNote, deleteNote, listNotes, readNote } from '../contract.ts'
import { NoteEditor } from './NoteEditor.tsx'
import { NoteList } from './NoteList.tsx'
import { sending } from './sending.ts'
import './NotesPane.css'

/** Shorter words match everything. */
const leastSearched = 2

/** spec/2 §2, Notes. */
export default function NotesPane() {
	const api = useApi()
	const refresh = useRefresh()
	const { config, setConfig } = usePaneTab()
	const [filter, setFilter] = useState('')
	const isSearched = filter.trim().length >= leastSearched
	const { data, error, isFetching, refetch } = useCall(listNotes, { brief: true }, { onFocus: true, send: sending })
	const search = useCall(listNotes, { brief: true, q: filter.trim() }, { enabled: isSearched, keepPrevious: true, send: sending })
	const selected = typeof config['note'] === 'string' ? config['note'] : undefined
	const select = (note: string | undefined) => setConfig({ note, isNew: undefined })

	async function add() {
		const id = crypto.randomUUID()
		await tell(api.send(createNote, { id }, sending))
		setFilter('')
		select(id)
		await refresh(listNotes)
	}
	async function remove(id: string) {
		try {
			const note = await api.send(readNote, { id }, sending)
			await api.send(deleteNote, { id }, sending)
			if (selected === id) select(undefined)
			const undo = () => void tell(api.send(createNote, { id, title: note.title, content: note.content }, sending)).then(() => refresh(listNotes, readNote))
			toast({ message: `Deleted “${note.title}”`, ttlMs: undoMs, action: { label: 'Undo', run: undo } })
		} catch (cause) {
			toast({ kind: 'error', message: asFault(cause).message })
		}
		await refresh(listNotes)
	}
	useOnce(config['isNew'] === true, add)

	const notes = data?.notes ?? []
	const words = filter.trim().toLowerCase()
	const byTitle = notes.filter(({ title }) => title.toLowerCase().includes(words))
	const byText = isSearched ? (search.data?.notes ?? []).filter(({ id }) => !byTitle.some((note) => note.id === id)) : []
	return (
		<PaneBody label="Notes" className="NotesPane">
			<div className="NotesPane-list">
				<Toolbar label="Notes">
					<Button isSmall icon={<Plus />} onClick={() => void add()}>
						New
					</Button>
					<Spacer />
					<IconButton label="Refresh" icon={<RefreshCw />} isBusy={isFetching} onClick={() => void refetch()} />
				</Toolbar>
				<div className="NotesPane-filter">
					<TextInput type="search" aria-label="Filter by title or text" placeholder="Filter by title or text" value={filter} onChange={(event) => setFilter(event.target.value)} />
				</div>
				{error && <ErrorState title="Failed to load notes" error={error} onRetry={() => void refetch()} />}
				{!data && !error && <Skeleton />}
				{data && <NoteList byTitle={byTitle} byText={byText} isFiltered={words !== ''} selected={selected} onSelect={select} onDelete={(id) => void remove(id)} />}
			</div>
			<div className="NotesPane-note">
				{selected === undefined ? <EmptyState icon={<FileText />} title="Select or create a note" /> : <NoteEditor key={selected} id={selected} onReplace={select} />}
			</div>
		</PaneBody>
	)
}

/** Long enough to see what was deleted. */
const undoMs = 8000

/** A failure is told as a toast; whoever waits for it stops. */
async function tell<T>(sent: Promise<T>): Promise<T> {
	try {
		return await sent
	} catch (cause) {
		toast({ kind: 'error', message: asFault(cause).message })
		throw cause
	}
}

/** Does what the pane was opened for, once for each time it was asked. */
function useOnce(isAsked: boolean, act: () => Promise<void>) {
	const latest = useRef(act)
	const isBusy = useRef(false)
	useEffect(() => {
		latest.current = act
	})
	useEffect(() => {
		if (!isAsked || isBusy.current) return
		isBusy.current = true
		latest.current().finally(() => (isBusy.current = false)).catch(() => {})
	}, [isAsked])
}
