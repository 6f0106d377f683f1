import { ErrorState, Skeleton } from '@drydock/ui'
import { useCall } from '@drydock/web-kit'
import { readNote } from '../contract.ts'
import { NoteWriter } from './NoteWriter.tsx'
import { sending } from './sending.ts'

/** One note, once it is read. `onReplace` is told when its text went on in another note, or nowhere. */
export function NoteEditor({ id, onReplace }: { id: string; onReplace(id: string | undefined): void }) {
	const { data, error, refetch } = useCall(readNote, { id }, { onFocus: true, send: sending })
	if (data) return <NoteWriter note={data} isGone={error?.status === 404} onReplace={onReplace} />
	return error ? <ErrorState title="The note could not be read" error={error} onRetry={() => void refetch()} /> : <Skeleton />
}
