import { ExactText } from '@drydock/ui'
import { sizeText } from '@drydock/ui/sizes.ts'
import { Image, Music, Video } from '@drydock/ui/icons'
import { useEffect, useState } from 'react'
import type { MediaKind } from '../contract.ts'
import { fileUrl, thumbnailUrl, type MediaItem, type Source } from './media-item.ts'
import { player } from './player-settings.ts'

interface Props {
	item: MediaItem
	source: Source | undefined
	isCurrent: boolean
	onOpen(): void
	onBroken(): void
}

const icons = { image: Image, video: Video, audio: Music }
const words: Record<MediaKind, string> = { image: 'Picture', video: 'Film', audio: 'Sound' }

/** A picture, or the sign of what else it is, with its name: a button that opens it. */
export function PictureCell({ item, source, isCurrent, onOpen, onBroken }: Props) {
	return (
		<button type="button" data-cell className="MediaCell" tabIndex={isCurrent ? 0 : -1} title={titleOf(item)} onClick={onOpen}>
			<span className="MediaCell-picture">
				{item.kind === 'image' && source ? <Thumbnail key={`${item.mtime}-${source.at}`} item={item} source={source} onBroken={onBroken} /> : item.kind === 'video' && source ? <FirstFrame key={source.at} item={item} source={source} onBroken={onBroken} /> : <Sign kind={item.kind} />}
			</span>
			<Caption item={item} />
		</button>
	)
}

/** A player with its name below; the name opens it large. */
export function VideoCell({ item, source, isCurrent, onOpen, onBroken, onPlay }: Props & { onPlay(): void }) {
	const [brokenAt, setBrokenAt] = useState<number>()
	const handleError = () => {
		setBrokenAt(source?.at)
		onBroken()
	}
	return (
		<div className="MediaCell">
			<span className="MediaCell-picture">
				{/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own files: there are captions when they made some */}
				{source && brokenAt !== source.at ? <video key={source.at} ref={player} controls preload="metadata" playsInline aria-label={item.name} src={fileUrl(source, item)} onPlay={onPlay} onError={handleError} /> : <Sign kind="video" />}
				{source && brokenAt === source.at && <span className="MediaCell-note">Cannot be played here</span>}
			</span>
			<button type="button" data-cell className="MediaCell-open" tabIndex={isCurrent ? 0 : -1} title={titleOf(item)} onClick={onOpen}>
				<Caption item={item} />
			</button>
		</div>
	)
}

/** A sound in a row: its name and a player. */
export function SoundRow({ item, source, isCurrent, onOpen, onBroken, onPlay }: Props & { onPlay(): void }) {
	return (
		<div className="SoundRow">
			<button type="button" data-cell className="SoundRow-open" tabIndex={isCurrent ? 0 : -1} title={titleOf(item)} onClick={onOpen}>
				<Music aria-hidden />
				<Caption item={item} />
			</button>
			{/* oxlint-disable-next-line jsx-a11y/media-has-caption -- as above */}
			{source && <audio key={source.at} ref={player} controls preload="metadata" aria-label={item.name} src={fileUrl(source, item)} onPlay={onPlay} onError={onBroken} />}
		</div>
	)
}

function Thumbnail({ item, source, onBroken }: { item: MediaItem; source: Source; onBroken(): void }) {
	const [isBroken, setBroken] = useState(false)
	const isWanted = useStaying()
	if (isBroken) return <Sign kind="image" />
	if (!isWanted) return undefined
	return (
		<img
			src={thumbnailUrl(source, item, 320)}
			alt=""
			decoding="async"
			draggable={false}
			onError={() => {
				setBroken(true)
				onBroken()
			}}
		/>
	)
}

/** What only rushes by is not loaded. */
const stayMs = 60

function useStaying(): boolean {
	const [isStaying, setStaying] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setStaying(true), stayMs)
		return () => clearTimeout(timer)
	}, [])
	return isStaying
}

/** The browser's own first picture of a film: a few kilobytes, since players read by ranges. */
function FirstFrame({ item, source, onBroken }: { item: MediaItem; source: Source; onBroken(): void }) {
	const isWanted = useStaying()
	return (
		<>
			{isWanted && <video ref={player} preload="metadata" muted playsInline tabIndex={-1} aria-hidden src={`${fileUrl(source, item)}#t=0.1`} onError={onBroken} />}
			<span className="MediaCell-sign">
				<Video aria-hidden />
			</span>
		</>
	)
}

function Sign({ kind }: { kind: MediaKind }) {
	const Icon = icons[kind]
	return <Icon aria-hidden />
}

function Caption({ item }: { item: MediaItem }) {
	return (
		<span className="MediaCell-caption">
			<bdi>
				<ExactText text={item.name} />
			</bdi>
			<span className="MediaCell-size">
				<span className="MediaCell-word">{words[item.kind]}, </span>
				{sizeText(item.size)}
			</span>
		</span>
	)
}

const titleOf = ({ name, size, mtime }: MediaItem) => `${name}\n${size.toLocaleString('en')} bytes\n${new Date(mtime).toLocaleString()}`
