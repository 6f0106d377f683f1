import { Banner, Button, EmptyState, ErrorState, IconButton, PaneBody, Skeleton, Spacer, Toolbar } from '@drydock/ui'
import { Folder, FolderUp, Image, Music, RefreshCw, Video } from '@drydock/ui/icons'
import { usePaneTab, useProject } from '@drydock/web-kit'
import { below, parentOf, rootOf, within } from '@drydock/web-kit/folders.ts'
import { useState, type ReactNode } from 'react'
import type { MediaKind } from '../contract.ts'
import { FolderPath } from './FolderPath.tsx'
import { Lightbox } from './Lightbox.tsx'
import { PictureCell, SoundRow, VideoCell } from './MediaCell.tsx'
import { MediaGrid } from './MediaGrid.tsx'
import { useMedia } from './use-media.ts'
import './Media.css'

interface Props {
	label: string
	kind: MediaKind | 'all'
	emptyText: string
	filter?: ReactNode
}

const icons = { all: <Image />, image: <Image />, video: <Video />, audio: <Music /> }

/** Pixels of a cell; sounds stand in one column. */
const cells: Record<MediaKind | 'all', { columnWidth: number; rowHeight: number }> = {
	all: { columnWidth: 132, rowHeight: 140 },
	image: { columnWidth: 132, rowHeight: 140 },
	video: { columnWidth: 240, rowHeight: 190 },
	audio: { columnWidth: Infinity, rowHeight: 48 },
}

/** The folder browser of the four media panes (spec/1 §2): newest first, and calm while files arrive. */
export function MediaBrowser(props: Props) {
	const { cwd } = useProject()
	return <Browser key={cwd} cwd={cwd} {...props} />
}

function Browser({ cwd, label, kind, emptyText, filter }: Props & { cwd: string }) {
	const { roots } = useProject()
	const { config, setConfig } = usePaneTab()
	const root = rootOf(cwd, roots)
	const saved = config['folder']
	const folder = typeof saved === 'string' && config['cwd'] === cwd && (saved === root || saved.startsWith(`${root}/`)) ? saved : cwd
	const show = typeof config['show'] === 'string' ? config['show'] : ''
	const handleFolder = (next: string) => setConfig({ folder: next, cwd, show: '' })
	return (
		<PaneBody
			label={label}
			className="Media"
			header={
				<Toolbar label={label} className="Media-toolbar">
					<IconButton label="Up" icon={<FolderUp />} disabled={folder === root} onClick={() => handleFolder(parentOf(folder))} />
					<FolderPath root={root} folder={folder} onGo={handleFolder} />
					{filter}
				</Toolbar>
			}
		>
			<FolderContent key={`${folder}\0${kind}\0${show}`} show={show} root={root} folder={folder} label={label} kind={kind} emptyText={emptyText} onFolder={handleFolder} />
		</PaneBody>
	)
}

interface ContentProps extends Omit<Props, 'filter'> {
	root: string
	folder: string
	/** The name of a file that is to be seen large at once. */
	show: string
	onFolder(folder: string): void
}

function FolderContent({ root, folder, show, label, kind, emptyText, onFolder }: ContentProps) {
	const media = useMedia({ root, folder, kind })
	const [open, setOpen] = useState(show === '' ? undefined : within(root, below(folder, show)))
	const [isAway, setAway] = useState(false)
	const [kept, setKept] = useState<string>()
	const { items, folders, source } = media
	const handleOpen = (path: string | undefined) => {
		setOpen(path)
		media.hold(path !== undefined || isAway)
	}
	const cell = cells[kind]
	if (media.error && items.length === 0) return <ErrorState title="This folder cannot be shown" error={media.error} onRetry={media.refresh} />
	return (
		<div className="Media-content">
			<div className="Media-bar">
				{folders.length > 0 && (
					<ul className="Media-folders" aria-label="Folders">
						{folders.map((name) => (
							<li key={name}>
								<Button isSmall variant="quiet" icon={<Folder />} onClick={() => onFolder(below(folder, name))}>
									{name}
								</Button>
							</li>
						))}
					</ul>
				)}
				<Spacer />
				<p className="Media-count" role="status">
					{media.isLoading ? 'Loading…' : countText(items.length, media.total)}
				</p>
				<IconButton label="Refresh" icon={<RefreshCw />} onClick={media.refresh} />
			</div>
			{media.error && items.length > 0 && <Banner tone="bad">{media.error.message}</Banner>}
			{media.waiting > 0 && (
				<Banner
					actions={
						<Button isSmall onClick={media.refresh}>
							Show
						</Button>
					}
				>
					{media.waiting === 1 ? '1 new file' : `${media.waiting.toLocaleString('en')} new files`}
				</Banner>
			)}
			{media.isLoading ? (
				<Skeleton rows={8} />
			) : items.length === 0 ? (
				<EmptyState icon={icons[kind]} title={emptyText}>
					{folders.length > 0 ? 'Open one of its folders, or go up.' : 'What is saved here appears by itself.'}
				</EmptyState>
			) : (
				<MediaGrid
					label={label}
					items={items}
					keyOf={({ path }) => path}
					kept={kept}
					onAway={(nowAway) => {
						setAway(nowAway)
						media.hold(nowAway || open !== undefined)
					}}
					{...cell}
				>
					{(item, { isCurrent }) => {
						const common = { item, source, isCurrent, onOpen: () => handleOpen(item.path), onBroken: media.reportBroken }
						if (kind === 'video') return <VideoCell {...common} onPlay={() => setKept(item.path)} />
						if (kind === 'audio') return <SoundRow {...common} onPlay={() => setKept(item.path)} />
						return <PictureCell {...common} />
					}}
				</MediaGrid>
			)}
			{open !== undefined && source && items.length > 0 && <Lightbox items={items} path={open} source={source} onGo={setOpen} onClose={() => handleOpen(undefined)} />}
		</div>
	)
}

function countText(shown: number, total: number): string {
	const files = `${shown.toLocaleString('en')} ${shown === 1 ? 'file' : 'files'}`
	return total > shown ? `${files} of ${total.toLocaleString('en')}` : files
}
