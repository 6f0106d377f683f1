import { Button, Dialog, EmptyState, ErrorState, Skeleton } from '@drydock/ui'
import { Folder, FolderUp } from '@drydock/ui/icons'
import { useCall, useProject } from '@drydock/web-kit'
import { useState } from 'react'
import { listNames } from '../contract.ts'
import { below, parentOf, rootOf } from './folders.ts'
import { isFolderKind } from './tree.ts'
import { VisibleName } from './VisibleName.tsx'

/** Picks a folder inside the roots. */
export function FolderBrowser({ start, onPick, onClose }: { start: string; onPick(folder: string): void; onClose(): void }) {
	const { roots } = useProject()
	const [folder, setFolder] = useState(start)
	const { data, error, refetch, isLoading } = useCall(listNames, { cwd: folder, path: '' }, { keepPrevious: true })
	const isTop = folder === rootOf(folder, roots)
	const folders = (data?.names ?? []).filter((_, index) => isFolderKind(data?.kinds[index]))
	return (
		<Dialog
			title="Choose a folder"
			size="medium"
			onClose={onClose}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button variant="primary" onClick={() => onPick(folder)}>
						Use This Folder
					</Button>
				</>
			}
		>
			<div className="FolderBrowser">
				<div className="FolderBrowser-roots" role="group" aria-label="Roots">
					{[...roots, '/sandbox'].map((root) => (
						<Button key={root} isSmall variant={rootOf(folder, roots) === root ? undefined : 'quiet'} onClick={() => setFolder(root)}>
							{root}
						</Button>
					))}
				</div>
				<p className="FolderBrowser-path">
					<Button isSmall variant="quiet" icon={<FolderUp />} disabled={isTop} onClick={() => setFolder(parentOf(folder))}>
						Up
					</Button>
					<code>{folder}</code>
				</p>
				<div className="FolderBrowser-list">
					{error ? <ErrorState title={`fs/list ${error.status}`} error={error} onRetry={() => void refetch()} /> : isLoading ? <Skeleton /> : folders.length === 0 ? <EmptyState title="No folders in here" /> : undefined}
					{!error &&
						folders.map((name) => (
							<button key={name} type="button" className="FilesRow" onClick={() => setFolder(below(folder, name))}>
								<Folder />
								<span className="FilesRow-name">
									<VisibleName name={name} />
								</span>
							</button>
						))}
				</div>
			</div>
		</Dialog>
	)
}
