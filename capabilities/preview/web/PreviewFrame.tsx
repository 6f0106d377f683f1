import { useEffect, useRef, useState, type RefObject } from 'react'
import { fit } from './devices.ts'
import { fromPage } from './from-page.ts'
import type { FromPage } from '../contract.ts'

interface Props {
	address: string
	origin: string
	/** Pages of the project open no windows, through which they could tell what they read. */
	mayOpen: boolean
	/** Upright or turned; none fills the pane. */
	size: readonly [number, number] | undefined
	frame: RefObject<HTMLIFrameElement | null>
	onMessage(message: FromPage): void
}

/** A page may do what pages do, but not leave its frame. Its origin is its own, so it may be one. */
const permissions = 'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-pointer-lock'
const openers = ' allow-popups allow-popups-to-escape-sandbox'

/** The page itself, and the ear for what it says. */
export function PreviewFrame({ address, origin, mayOpen, size, frame, onMessage }: Props) {
	const room = useRef<HTMLDivElement>(null)
	/** A tab can move to a window of its own; the page is loaded anew there and speaks to that window. */
	const [owner, setOwner] = useState<Document>()
	const [space, setSpace] = useState({ width: 0, height: 0 })
	const latest = useRef({ onMessage, origin })
	useEffect(() => {
		latest.current = { onMessage, origin }
	})
	useEffect(() => {
		const element = room.current
		const view = element?.ownerDocument.defaultView
		if (!element || !view) return
		const hear = ({ source, origin: from, data }: MessageEvent) => {
			if (source !== frame.current?.contentWindow || from !== latest.current.origin) return
			const message = fromPage(data)
			if (message) latest.current.onMessage(message)
		}
		view.addEventListener('message', hear)
		return () => view.removeEventListener('message', hear)
	}, [frame, owner])
	useEffect(() => {
		const element = room.current
		const view = element?.ownerDocument.defaultView
		if (!element || !view) return
		const observer = new view.ResizeObserver(() => {
			setSpace({ width: element.clientWidth, height: element.clientHeight })
			setOwner(element.ownerDocument)
		})
		observer.observe(element)
		return () => observer.disconnect()
	}, [])

	const scale = size ? fit(size, { width: space.width - 16, height: space.height - 16 }) : 1
	const look = size ? { width: size[0], height: size[1], transform: `scale(${scale})`, marginInline: `${(size[0] * (scale - 1)) / 2}px`, marginBlockEnd: `${size[1] * (scale - 1)}px` } : undefined
	return (
		<div ref={room} className="Preview-room" data-device={size ? '' : undefined}>
			<iframe ref={frame} title="Preview" className="Preview-frame" sandbox={permissions + (mayOpen ? openers : '')} referrerPolicy="no-referrer" src={address} style={look} onLoad={({ currentTarget }) => setOwner(currentTarget.ownerDocument)} />
		</div>
	)
}
