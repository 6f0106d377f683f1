import { Dialog, IconButton, Spacer } from '@drydock/ui'
import { focusOnOpen } from '@drydock/ui/Dialog.tsx'
import { ChevronLeft, ChevronRight, Columns2, Scan, ZoomIn, ZoomOut } from '@drydock/ui/icons'
import { sizeText } from '@drydock/ui/sizes.ts'
import { useState, type KeyboardEvent } from 'react'
import { LightboxStage } from './LightboxStage.tsx'
import type { MediaItem, Source } from './media-item.ts'
import { fitted, moved, zoomed, type View } from './view.ts'

interface Props {
	items: readonly MediaItem[]
	/** Which one is shown. */
	path: string
	source: Source
	onGo(path: string): void
	onClose(): void
}

const zoomStep = 1.5
const panStep = 60

/** One file large: arrows go on through all kinds, plus and minus zoom, C holds a picture beside the next ones, Escape closes. */
export function Lightbox({ items, path, source, onGo, onClose }: Props) {
	const [view, setView] = useState<View>(fitted)
	const [heldPath, setHeld] = useState<string>()
	const [dimensions, setDimensions] = useState<{ path: string; width: number; height: number }>()
	const found = items.findIndex((item) => item.path === path)
	const [lastIndex, setLastIndex] = useState(found)
	if (found >= 0 && found !== lastIndex) setLastIndex(found)
	// What was deleted meanwhile gives way to what took its place.
	const index = found >= 0 ? found : Math.min(lastIndex, items.length - 1)
	const item = items[index]
	const beside = items.find((each) => each.path === heldPath && each.path !== item?.path)
	if (!item) return undefined

	function go(to: number) {
		const next = items[Math.min(Math.max(to, 0), items.length - 1)]
		if (!next || next === item) return
		// Two that are compared keep the same part in sight.
		if (heldPath === undefined) setView(fitted)
		onGo(next.path)
	}
	const isZoomed = view.scale > 1
	const keys: Record<string, () => void> = {
		ArrowLeft: () => go(index - 1),
		ArrowRight: () => go(index + 1),
		ArrowUp: () => (isZoomed ? setView(moved(view, 0, panStep)) : go(index - 1)),
		ArrowDown: () => (isZoomed ? setView(moved(view, 0, -panStep)) : go(index + 1)),
		Home: () => go(0),
		End: () => go(items.length - 1),
		'+': () => setView(zoomed(view, zoomStep)),
		'=': () => setView(zoomed(view, zoomStep)),
		'-': () => setView(zoomed(view, 1 / zoomStep)),
		'0': () => setView(fitted),
		c: () => setHeld(heldPath === undefined ? item.path : undefined),
	}
	function handleKey(event: KeyboardEvent<HTMLDivElement>) {
		const act = keys[event.key]
		const isPlayer = (event.target as HTMLElement).matches('audio, video')
		if (!act || event.ctrlKey || event.metaKey || event.altKey || isPlayer) return
		event.preventDefault()
		event.stopPropagation()
		act()
	}

	const isPicture = item.kind === 'image'
	const known = dimensions?.path === item.path ? `${dimensions.width} × ${dimensions.height}` : undefined
	return (
		<Dialog title={item.name} size="large" className="Lightbox" onClose={onClose}>
			{/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole dialog; every one is a button below too */}
			<div className="Lightbox-all" onKeyDown={handleKey}>
				<div ref={focusOnOpen} className="Lightbox-stage" tabIndex={-1} data-compare={beside ? '' : undefined}>
					{beside && <LightboxStage item={beside} source={source} view={view} isNamed onView={setView} />}
					<LightboxStage key={item.path} item={item} source={source} view={view} isNamed={beside !== undefined} onView={setView} onDimensions={(width, height) => setDimensions({ path: item.path, width, height })} />
				</div>
				<div className="Lightbox-bar" role="toolbar" aria-label="Picture">
					<IconButton label="Previous" shortcut="ArrowLeft" icon={<ChevronLeft />} disabled={index === 0} onClick={() => go(index - 1)} />
					<IconButton label="Next" shortcut="ArrowRight" icon={<ChevronRight />} disabled={index === items.length - 1} onClick={() => go(index + 1)} />
					<p className="Lightbox-text" role="status">
						{[`${(index + 1).toLocaleString('en')} of ${items.length.toLocaleString('en')}`, known, sizeText(item.size), new Date(item.mtime).toLocaleString()].filter(Boolean).join(' · ')}
					</p>
					<Spacer />
					{isPicture && (
						<>
							<span className="Lightbox-text">{Math.round(view.scale * 100)} %</span>
							<IconButton label="Zoom out" shortcut="-" icon={<ZoomOut />} disabled={!isZoomed} onClick={keys['-']} />
							<IconButton label="Zoom in" shortcut="+" icon={<ZoomIn />} onClick={keys['+']} />
							<IconButton label="Fit" shortcut="0" icon={<Scan />} disabled={!isZoomed} onClick={keys['0']} />
							<IconButton label="Compare with the next ones" shortcut="C" icon={<Columns2 />} isPressed={heldPath !== undefined} onClick={keys['c']} />
						</>
					)}
				</div>
			</div>
		</Dialog>
	)
}
