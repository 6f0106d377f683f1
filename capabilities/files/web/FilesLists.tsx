import { EmptyState, ErrorState, Skeleton } from '@drydock/ui'
import { Folder } from '@drydock/ui/icons'
import { useCall } from '@drydock/web-kit'
import { details, treeLimit } from '../contract.ts'
import { FileIcon } from './FileIcon.tsx'
import { sizeText } from './folders.ts'
import { RowList } from './RowList.tsx'
import { isFolderKind, joined, type FolderState } from './tree.ts'
import { VisibleName, visibleText } from './VisibleName.tsx'

interface Props {
	cwd: string
	folder: string
	state: FolderState | undefined
	filter: string
	onFolder(path: string): void
	onFile(path: string): void
	onRetry(): void
}

/** One folder as two lists: its folders, and its files with their sizes. */
export function FilesLists({ cwd, folder, state, filter, onFolder, onFile, onRetry }: Props) {
	const wanted = filter.trim().toLowerCase()
	const { names = [], kinds = '' } = state?.content ?? {}
	const matching = names.map((name, index) => ({ name, isFolder: isFolderKind(kinds[index]) })).filter(({ name }) => name.toLowerCase().includes(wanted))
	const folders = matching.filter(({ isFolder }) => isFolder)
	const files = matching.filter(({ isFolder }) => !isFolder)
	const measured = files.slice(0, treeLimit).map(({ name }) => name)
	const sizes = useCall(details, { cwd, path: folder, names: measured }, { enabled: measured.length > 0, keepPrevious: true })
	const sizeOf = new Map(measured.map((name, index) => [name, sizes.data?.details[index]?.size]))

	if (state?.error && !state.content) return <ErrorState title="This folder cannot be shown" error={state.error} onRetry={onRetry} />
	if (!state?.content) return <Skeleton rows={10} />
	if (names.length === 0) return <EmptyState title="This folder is empty">Make a file or a folder with the buttons above.</EmptyState>
	const rows = [{ heading: `Folders (${folders.length.toLocaleString('en')})` }, ...folders, { heading: `Files (${files.length.toLocaleString('en')})` }, ...files]
	return (
		<RowList className="FilesLists" role="list" aria-label="Folders and files" rowHeight={24} rows={rows}>
			{(row) =>
				'heading' in row ? (
					<div role="listitem" className="FilesLists-heading">
						{row.heading}
					</div>
				) : (
					<div role="listitem">
						<button type="button" className="FilesRow" title={visibleText(row.name)} onClick={() => (row.isFolder ? onFolder : onFile)(joined(folder, row.name))}>
							<span className="FilesRow-icon">{row.isFolder ? <Folder /> : <FileIcon name={row.name} />}</span>
							<span className="FilesRow-name">
								<VisibleName name={row.name} />
							</span>
							{!row.isFolder && <Size bytes={sizeOf.get(row.name)} />}
						</button>
					</div>
				)
			}
		</RowList>
	)
}

function Size({ bytes }: { bytes: number | undefined }) {
	if (bytes === undefined) return undefined
	return (
		<span className="FilesRow-size" title={`${bytes.toLocaleString('en')} bytes`}>
			{sizeText(bytes)}
		</span>
	)
}
