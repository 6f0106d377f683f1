import { Button, Checkbox, EmptyState, ErrorState, PaneBody, Skeleton, TextInput, Toolbar } from '@drydock/ui'
import { Brain, Plus } from '@drydock/ui/icons'
import { asFault, toast, useCall, useProject, useSend } from '@drydock/web-kit'
import { useState } from 'react'
import { acceptMemory, addMemory, changeMemory, listMemory, removeMemory, switchMemory, type MemoryNote } from '../contract.ts'
import { MemoryDialog } from './memory/MemoryDialog.tsx'
import { MemoryRow } from './memory/MemoryRow.tsx'
import { undoMs } from './undo.ts'
import './MemoryPane.css'

/** spec/1 §2, Memory; ours are files that agents can read. */
export default function MemoryPane() {
	const { root: cwd } = useProject()
	const { data, error, refetch } = useCall(listMemory, { cwd }, { onFocus: true })
	const refresh = [listMemory]
	const add = useSend(addMemory, { refresh })
	const change = useSend(changeMemory, { refresh })
	const remove = useSend(removeMemory, { refresh })
	const accept = useSend(acceptMemory, { refresh })
	const flip = useSend(switchMemory, { refresh })
	const [query, setQuery] = useState('')
	const [edited, setEdited] = useState<MemoryNote | 'new'>()
	// What was just clicked is shown at once; the server's answer follows.
	const on = { ...data?.agents_read, ...(flip.isPending && { [flip.variables.scope]: flip.variables.on }) }
	const fail = (cause: unknown) => toast({ kind: 'error', message: asFault(cause).message })
	const words = query.toLowerCase().split(/\s+/).filter(Boolean)
	const notes = data?.notes ?? []
	const shown = notes.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))

	async function handleSave(scope: MemoryNote['scope'], text: string) {
		try {
			if (edited === 'new') await add.mutateAsync({ scope, cwd, text })
			else if (edited) await change.mutateAsync({ id: edited.id, scope: edited.scope, cwd, text, expected: edited.etag })
			setEdited(undefined)
		} catch (cause) {
			fail(cause)
		}
	}
	function handleRemove({ id, scope, text }: MemoryNote) {
		const undo = () => add.mutate({ scope, cwd, text }, { onError: fail })
		remove.mutate({ id, scope, cwd }, { onError: fail, onSuccess: () => toast({ message: 'Deleted the note', ttlMs: undoMs, action: { label: 'Undo', run: undo } }) })
	}
	return (
		<PaneBody
			label="Memory"
			header={
				<>
					<Toolbar label="Memory">
						<TextInput type="search" aria-label="Search" placeholder="Search" value={query} onChange={(event) => setQuery(event.target.value)} />
						<Button isSmall icon={<Plus />} onClick={() => setEdited('new')}>
							Add
						</Button>
					</Toolbar>
					{data && (
						<div className="MemoryPane-switches">
							<Checkbox label="Agents read your notes" isChecked={on.user === true} onChange={(on) => flip.mutate({ scope: 'user', cwd, on }, { onError: fail })} />
							<Checkbox label="Agents read the notes of this project" isChecked={on.project === true} onChange={(on) => flip.mutate({ scope: 'project', cwd, on }, { onError: fail })} />
						</div>
					)}
				</>
			}
		>
			{error && <ErrorState title="The memory could not be read" error={error} onRetry={() => void refetch()} />}
			{!data && !error && <Skeleton />}
			{data && shown.length === 0 && (
				<EmptyState icon={<Brain />} title={notes.length === 0 ? 'No memory notes yet' : 'Nothing matches'}>
					{notes.length === 0 && 'Write down what every agent should know: rules of this project, or how you like things done.'}
				</EmptyState>
			)}
			<ul className="MemoryPane-list" aria-label="Memory notes">
				{shown.map((note) => (
					<MemoryRow
						key={`${note.scope}/${note.id}`}
						note={note}
						onEdit={() => setEdited(note)}
						onDelete={() => handleRemove(note)}
						onAccept={() => accept.mutate({ id: note.id, scope: note.scope, cwd, etag: note.etag }, { onError: fail })}
					/>
				))}
			</ul>
			{edited && <MemoryDialog note={edited === 'new' ? undefined : edited} isBusy={add.isPending || change.isPending} onSave={(scope, text) => void handleSave(scope, text)} onClose={() => setEdited(undefined)} />}
		</PaneBody>
	)
}
