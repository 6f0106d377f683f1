import { cloneElement, useState, type ReactElement, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './Kbd.tsx'
import './Tooltip.css'

interface Anchor {
	element: Element
	x: number
	y: number
	isBelow: boolean
}

interface Pointed {
	onPointerEnter?: (event: SyntheticEvent<Element>) => void
	onPointerLeave?: () => void
	onPointerDown?: () => void
	onFocus?: (event: SyntheticEvent<Element>) => void
	onBlur?: () => void
}

/** A tip on hover and on keyboard focus. It repeats the control's name, so screen readers are spared it. */
export function Tooltip({ text, shortcut, children }: { text: string; shortcut?: string; children: ReactElement<Pointed> }) {
	const [anchor, setAnchor] = useState<Anchor>()
	const show = ({ currentTarget }: SyntheticEvent<Element>) => setAnchor(anchorOf(currentTarget))
	const hide = () => setAnchor(undefined)
	const own: Pointed = {
		onPointerEnter: show,
		onPointerLeave: hide,
		onPointerDown: hide,
		onFocus: (event) => event.currentTarget.matches(':focus-visible') && show(event),
		onBlur: hide,
	}
	return (
		<>
			{cloneElement(children, own)}
			{anchor &&
				createPortal(
					<div className="Tooltip" aria-hidden data-below={anchor.isBelow || undefined} style={{ left: anchor.x, top: anchor.y }}>
						{text}
						{shortcut && <Kbd>{shortcut}</Kbd>}
					</div>,
					anchor.element.ownerDocument.body,
				)}
		</>
	)
}

/** Rough half width of a tip: keeps it inside the window without measuring. */
const halfWidth = 90

function anchorOf(element: Element): Anchor {
	const { left, width, top, bottom } = element.getBoundingClientRect()
	const right = (element.ownerDocument.defaultView?.innerWidth ?? 1000) - halfWidth
	const isBelow = top < 80
	return { element, x: Math.max(halfWidth, Math.min(left + width / 2, right)), y: isBelow ? bottom + 6 : top - 6, isBelow }
}
