import { Banner, Button, Dialog } from '@drydock/ui'
import { offerFile } from '@drydock/web-kit/offer-file.ts'
import type { Documents } from './documents.ts'
import type { OpenFile } from './open-file.ts'

interface Props {
	file: OpenFile
	documents: Documents
	onCompare(title: string, original: string): void
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** What has to be said about the open file, above its text. */
export function FileNotes({ file, documents, onCompare, onSaveAs }: Props & { onSaveAs(): void }) {
	const { key, error, other, draft, isRestored, isConflict, isDirty, hasMixedEnds } = file
	return (
		<>
			{error && file.status === 'open' && (
				<Banner
					tone="bad"
					onDismiss={() => documents.dismissError(key)}
					actions={
						<>
							<Button isSmall onClick={onSaveAs}>
								Save As…
							</Button>
							<Button isSmall title="Keep the text on your own computer" onClick={({ currentTarget }) => offerFile(currentTarget.ownerDocument, nameOf(file.path), new Blob([file.buffer?.text() ?? '']))}>
								Download
							</Button>
						</>
					}
				>
					Failed to save (API missing or error). Check server logs. {error.message} {error.hint}
				</Banner>
			)}
			{other && !isConflict && (
				<Banner
					tone="attention"
					actions={
						<>
							{other.text !== undefined && (
								<Button isSmall onClick={() => onCompare('On disk and yours', other.text ?? '')}>
									Compare
								</Button>
							)}
							{other.etag !== 'absent' && (
								<Button isSmall onClick={() => void documents.takeTheirs(key)}>
									Reload from disk
								</Button>
							)}
							<Button isSmall onClick={() => documents.keepMine(key)}>
								Keep mine
							</Button>
						</>
					}
				>
					{other.etag === 'absent' ? 'This file was deleted on disk.' : 'This file changed on disk.'} Your edits are not saved.
				</Banner>
			)}
			{draft !== undefined && (
				<Banner
					tone="attention"
					actions={
						<>
							<Button isSmall onClick={() => onCompare('Unsaved text of an earlier window', draft)}>
								Compare
							</Button>
							<Button isSmall onClick={() => documents.restoreDraft(key)}>
								Restore
							</Button>
							<Button isSmall onClick={() => documents.discardDraft(key)}>
								Discard
							</Button>
						</>
					}
				>
					There is unsaved text of an earlier window, but the file changed since.
				</Banner>
			)}
			{isRestored && (
				<Banner
					actions={
						<Button isSmall onClick={() => documents.discardDraft(key)}>
							Discard
						</Button>
					}
				>
					Unsaved changes of an earlier window were restored.
				</Banner>
			)}
			{hasMixedEnds && isDirty && <Banner>Lines of this file end in different ways; saving makes them all alike.</Banner>}
			{isConflict && <ConflictDialog file={file} documents={documents} onCompare={onCompare} />}
		</>
	)
}

function ConflictDialog({ file, documents, onCompare }: Props) {
	const { key, path, other } = file
	const isGone = other?.etag === 'absent'
	const handleMine = async () => {
		documents.keepMine(key)
		await documents.save(key)
	}
	return (
		<Dialog
			title={isGone ? 'Deleted on disk' : 'Changed on disk'}
			size="medium"
			onClose={() => documents.dismissConflict(key)}
			footer={
				<>
					<Button onClick={() => documents.dismissConflict(key)}>Cancel</Button>
					{other?.text !== undefined && (
						<Button
							onClick={() => {
								documents.dismissConflict(key)
								onCompare('On disk and yours', other.text ?? '')
							}}
						>
							Compare
						</Button>
					)}
					{!isGone && <Button onClick={() => void documents.takeTheirs(key)}>Use the one on disk</Button>}
					<Button variant="primary" onClick={() => void handleMine()}>
						{isGone ? 'Save it again' : 'Keep mine'}
					</Button>
				</>
			}
		>
			<p>
				<code>{path}</code> {isGone ? 'was deleted since you opened it.' : 'was changed by somebody else since you opened it. Nothing was written.'}
			</p>
		</Dialog>
	)
}
