import { agoText, askConfirm, Button, Dialog, EmptyState, ErrorState, Skeleton, useNow } from '@drydock/ui'
import { Folder, Trash2, Undo2 } from '@drydock/ui/icons'
import { asFault, toast, useCall, useSend } from '@drydock/web-kit'
import { useState } from 'react'
import { emptyTrash, listTrash, restoreTrash } from '../contract.ts'
import { FileIcon } from './FileIcon.tsx'
import { nameOf, parentOf, sizeText } from './folders.ts'
import { VisibleName, visibleText } from './VisibleName.tsx'

/** What was deleted here, with the way back. */
export function TrashDialog({ onClose, onRestored }: { onClose(): void; onRestored(): void }) {
	const { data, error, refetch } = useCall(listTrash, {})
	const restore = useSend(restoreTrash, { refresh: [listTrash] })
	const empty = useSend(emptyTrash, { refresh: [listTrash] })
	const [busy, setBusy] = useState<string>()
	const items = data?.items ?? []
	const now = useNow(60_000)

	async function handleRestore(id: string, path: string) {
		setBusy(id)
		try {
			await restore.mutateAsync({ id })
			toast({ kind: 'success', message: `Restored ${visibleText(path)}` })
			onRestored()
		} catch (cause) {
			toast({ kind: 'error', message: asFault(cause).message })
		} finally {
			setBusy(undefined)
		}
	}

	async function handleEmpty() {
		const isSure = await askConfirm({ title: 'Empty the trash', body: `${items.length} ${items.length === 1 ? 'item goes' : 'items go'} for good.`, confirmLabel: 'Empty', isDanger: true })
		if (isSure) await empty.mutateAsync({}).catch((cause: unknown) => toast({ kind: 'error', message: asFault(cause).message }))
	}

	return (
		<Dialog
			title="Trash"
			size="medium"
			onClose={onClose}
			footer={
				<>
					<Button icon={<Trash2 />} disabled={items.length === 0} onClick={() => void handleEmpty()}>
						Empty Trash
					</Button>
					<Button variant="primary" onClick={onClose}>
						Close
					</Button>
				</>
			}
		>
			{error && !data ? <ErrorState title="The trash cannot be shown" error={error} onRetry={() => void refetch()} /> : undefined}
			{!error && !data ? <Skeleton rows={4} /> : undefined}
			{data && items.length === 0 ? <EmptyState icon={<Trash2 />} title="The trash is empty">What you delete in the Files pane waits here for 30 days, or until 2 GB are full.</EmptyState> : undefined}
			{items.length > 0 && (
				<ul className="TrashList" aria-label="Deleted files and folders">
					{items.map(({ id, path, root, at, size, is_dir }) => (
						<li key={id}>
							{is_dir ? <Folder /> : <FileIcon name={path} />}
							<span className="TrashList-name" title={`${root}/${visibleText(path)}`}>
								<VisibleName name={nameOf(path)} />
								<small>
									<VisibleName name={parentOf(path) || nameOf(root)} />
								</small>
							</span>
							<small>
								{sizeText(size)} · {agoText(at, now)}
							</small>
							<Button isSmall icon={<Undo2 />} isBusy={busy === id} aria-label={`Restore ${visibleText(path)}`} onClick={() => void handleRestore(id, path)}>
								Restore
							</Button>
						</li>
					))}
				</ul>
			)}
		</Dialog>
	)
}
