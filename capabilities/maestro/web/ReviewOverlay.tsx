import { Dialog, EmptyState, ErrorState, ExactText, Skeleton } from '@drydock/ui'
import { FileDiff } from '@drydock/ui/icons'
import { closeOverlay, useCall, useOverlayInput } from '@drydock/web-kit'
import { changes } from '../../checkpoints/contract.ts'
import { Changes } from './review/Changes.tsx'

/** What something other than a run changed, by its name in the history: kept or taken back. */
export default function ReviewOverlay() {
	const input = useOverlayInput('changes-review')
	const text = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
	const [task, title, note] = [text('task'), text('title'), text('note')]
	const { data, error, refetch } = useCall(changes, { task })
	return (
		<Dialog title="File changes" size="large" className="ReviewOverlay" onClose={() => closeOverlay('changes-review')}>
			<code className="ReviewOverlay-title">
				<ExactText text={title} />
			</code>
			{error && <ErrorState title="The changes could not be read" error={error} onRetry={() => void refetch()} />}
			{!data && !error && <Skeleton rows={4} />}
			{data?.files.length === 0 && (
				<EmptyState icon={<FileDiff />} title="Nothing is left of it">
					The files are as they were before, or the history no longer holds what was changed.
				</EmptyState>
			)}
			<Changes task={task} mark={1} startsOpen />
			{note !== '' && <p className="ReviewOverlay-note">{note}</p>}
		</Dialog>
	)
}
