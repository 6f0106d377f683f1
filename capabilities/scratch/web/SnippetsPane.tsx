import { askConfirm, Button, classNames, EmptyState, ErrorState, PaneBody, Skeleton, TextInput, Toolbar } from '@drydock/ui'
import { Braces, Plus } from '@drydock/ui/icons'
import { asFault, toast, useCall, usePaneTab, useSend } from '@drydock/web-kit'
import { useEffect, useRef, useState } from 'react'
import { addSnippet, changeSnippet, listSnippets, removeSnippet, type Snippet } from '../contract.ts'
import { SnippetForm, type SnippetDraft } from './snippets/SnippetForm.tsx'
import { undoMs } from './undo.ts'
import './SnippetsPane.css'

/** spec/3 §2, Snippets. */
export default function SnippetsPane() {
	const { data, error, refetch } = useCall(listSnippets, {}, { onFocus: true })
	const refresh = [listSnippets]
	const add = useSend(addSnippet, { refresh })
	const change = useSend(changeSnippet, { refresh })
	const remove = useSend(removeSnippet, { refresh })
	const { config, guardClose, setDirty } = usePaneTab()
	const [draft, setDraft] = useState<SnippetDraft | undefined>(() => (config['isNew'] === true ? emptyDraft : undefined))
	const [filter, setFilter] = useState('')
	const isDirty = draft !== undefined && (draft.title !== draft.saved.title || draft.body !== draft.saved.body)
	const fail = (cause: unknown) => toast({ kind: 'error', message: asFault(cause).message })
	useGuard(isDirty, { guardClose, setDirty })

	async function show(next: SnippetDraft | undefined) {
		if (!isDirty || (await mayDiscard())) setDraft(next)
	}
	async function handleSave({ id, etag, title, body }: SnippetDraft) {
		try {
			const reply = id === undefined ? await add.mutateAsync({ id: crypto.randomUUID(), title, body }) : await change.mutateAsync({ id, title, body, expected: etag })
			setDraft({ id: reply.id, etag: reply.etag, title, body, saved: { title, body } })
		} catch (cause) {
			fail(cause)
		}
	}
	function handleDelete({ id, saved }: SnippetDraft) {
		setDraft(undefined)
		if (id === undefined) return
		const undo = () => add.mutate({ id, ...saved }, { onError: fail })
		remove.mutate({ id }, { onError: fail, onSuccess: () => toast({ message: `Deleted “${saved.title}”`, ttlMs: undoMs, action: { label: 'Undo', run: undo } }) })
	}
	const words = filter.trim().toLowerCase()
	const snippets = data?.snippets ?? []
	const shown = snippets.filter(({ title, body }) => `${title}\n${body}`.toLowerCase().includes(words))
	return (
		<PaneBody label="Snippets" className="SnippetsPane">
			<div className="SnippetsPane-list">
				<Toolbar label="Snippets">
					<TextInput type="search" aria-label="Filter" placeholder="Filter" value={filter} onChange={(event) => setFilter(event.target.value)} />
					<Button isSmall icon={<Plus />} onClick={() => void show(emptyDraft)}>
						New
					</Button>
				</Toolbar>
				{error && <ErrorState title="The snippets could not be read" error={error} onRetry={() => void refetch()} />}
				{!data && !error && <Skeleton />}
				{data && shown.length === 0 && <EmptyState icon={<Braces />} title={snippets.length === 0 ? 'No snippets yet' : 'Nothing matches'} />}
				<ul>
					{shown.map((snippet) => (
						<li key={snippet.id}>
							<button type="button" className={classNames('SnippetRow', snippet.id === draft?.id && 'SnippetRow--selected')} aria-current={snippet.id === draft?.id || undefined} onClick={() => void show(draftOf(snippet))}>
								<span className="SnippetRow-title">{snippet.title}</span>
								<code>{snippet.body.split('\n', 1)[0]}</code>
							</button>
						</li>
					))}
				</ul>
			</div>
			<div className="SnippetsPane-form">
				{draft ? (
					<SnippetForm draft={draft} isDirty={isDirty} isBusy={add.isPending || change.isPending} onChange={setDraft} onSave={(wanted) => void handleSave(wanted)} onDelete={handleDelete} />
				) : (
					<EmptyState icon={<Braces />} title="Select or create a snippet">
						Run one by its title from the command palette: it is typed where the keyboard was.
					</EmptyState>
				)}
			</div>
		</PaneBody>
	)
}

const emptyDraft: SnippetDraft = { title: '', body: '', saved: { title: '', body: '' } }

function draftOf({ id, etag, title, body }: Snippet): SnippetDraft {
	return { id, etag, title, body, saved: { title, body } }
}

function mayDiscard(): Promise<boolean> {
	return askConfirm({ title: 'Discard the changes?', body: 'The snippet was not saved.', confirmLabel: 'Discard', isDanger: true })
}

/** A tab with unsaved text asks before it closes. */
function useGuard(isDirty: boolean, tab: { guardClose(guard: (() => Promise<boolean>) | undefined): void; setDirty(isDirty: boolean): void }) {
	const latest = useRef(tab)
	useEffect(() => {
		latest.current = tab
	})
	useEffect(() => {
		latest.current.setDirty(isDirty)
		latest.current.guardClose(isDirty ? mayDiscard : undefined)
	}, [isDirty])
}
