import { ExactText } from '@drydock/ui'
import { Music } from '@drydock/ui/icons'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { fileUrl, thumbnailUrl, type MediaItem, type Source } from './media-item.ts'
import { player } from './player-settings.ts'
import { fitted, moved, zoomed, type View } from './view.ts'

interface Props {
	item: MediaItem
	source: Source
	view: View
	/** One of two: which one? */
	isNamed: boolean
	onView(view: View): void
	onDimensions?(width: number, height: number): void
}

/** A file as large as there is room; a picture under the wheel and the pointer. */
export function LightboxStage(props: Props) {
	const { item, source, onDimensions } = props
	const [isBroken, setBroken] = useState(false)
	if (isBroken) return <p role="alert">{item.name} cannot be shown: it is damaged, or of a kind that this browser does not play.</p>
	if (item.kind === 'image') return <Picture {...props} onBroken={() => setBroken(true)} />
	if (item.kind === 'video')
		return (
			// oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own files: there are captions when they made some
			<video
				ref={player}
				className="Lightbox-player"
				controls
				autoPlay
				playsInline
				aria-label={item.name}
				src={fileUrl(source, item)}
				onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => onDimensions?.(videoWidth, videoHeight)}
				onError={() => setBroken(true)}
			/>
		)
	return (
		<div className="Lightbox-sound">
			<Music aria-hidden />
			{/* oxlint-disable-next-line jsx-a11y/media-has-caption -- as above */}
			<audio ref={player} controls autoPlay aria-label={item.name} src={fileUrl(source, item)} onError={() => setBroken(true)} />
		</div>
	)
}

const doubleClickScale = 4
const wheelFactor = 1.15

function Picture({ item, source, view, isNamed, onView, onDimensions, onBroken }: Props & { onBroken(): void }) {
	const frame = useRef<HTMLDivElement>(null)
	const latest = useRef({ view, onView })
	const [drag, setDrag] = useState<{ x: number; y: number }>()
	useEffect(() => {
		latest.current = { view, onView }
	})
	useEffect(() => {
		const element = frame.current
		// Not as a React handler: those cannot keep the page behind from scrolling.
		const handleWheel = (event: WheelEvent) => {
			event.preventDefault()
			const now = latest.current
			now.onView(zoomed(now.view, event.deltaY < 0 ? wheelFactor : 1 / wheelFactor, ...fromMiddle(element, event)))
		}
		element?.addEventListener('wheel', handleWheel, { passive: false })
		return () => element?.removeEventListener('wheel', handleWheel)
	}, [])

	function handleDown(event: PointerEvent<HTMLDivElement>) {
		if (view.scale === 1 || event.button !== 0) return
		event.currentTarget.setPointerCapture(event.pointerId)
		setDrag({ x: event.clientX, y: event.clientY })
	}
	function handleMove(event: PointerEvent<HTMLDivElement>) {
		if (!drag) return
		setDrag({ x: event.clientX, y: event.clientY })
		onView(moved(view, event.clientX - drag.x, event.clientY - drag.y))
	}
	return (
		<div
			ref={frame}
			className="Lightbox-picture"
			data-zoomed={view.scale > 1 ? '' : undefined}
			onPointerDown={handleDown}
			onPointerMove={handleMove}
			onPointerUp={() => setDrag(undefined)}
			onPointerCancel={() => setDrag(undefined)}
			onDoubleClick={(event) => onView(view.scale > 1 ? fitted : zoomed(view, doubleClickScale, ...fromMiddle(event.currentTarget, event)))}
		>
			<img
				src={fileUrl(source, item)}
				alt={item.name}
				draggable={false}
				// The small one, which is there already, until the large one has come.
				style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`, backgroundImage: `url("${thumbnailUrl(source, item, 320)}")` }}
				onLoad={({ currentTarget }) => {
					currentTarget.style.backgroundImage = 'none'
					onDimensions?.(currentTarget.naturalWidth, currentTarget.naturalHeight)
				}}
				onError={onBroken}
			/>
			{isNamed && (
				<span className="Lightbox-name" aria-hidden>
					<ExactText text={item.name} />
				</span>
			)}
		</div>
	)
}

function fromMiddle(element: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): [number, number] {
	const { left, top, width, height } = element?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 }
	return [clientX - left - width / 2, clientY - top - height / 2]
}
