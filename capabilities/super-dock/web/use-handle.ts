import { closest } from '@drydock/web-kit'
import { useRef, type PointerEvent } from 'react'
import type { Rect } from './geometry.ts'

interface Drag {
	from: Rect
	x: number
	y: number
}

/** Follows the pointer from where it took hold; buttons and fields within keep their clicks. */
export function useHandle({ start, move }: { start(): Rect; move(from: Rect, by: { x: number; y: number }): void }) {
	const drag = useRef<Drag>(undefined)
	return {
		onPointerDown(event: PointerEvent<HTMLElement>) {
			const { target, currentTarget } = event
			const isControl = target !== currentTarget && closest(target, 'select, input, button:not(.SuperDock-grip)') !== undefined
			if (event.button !== 0 || isControl) return
			currentTarget.setPointerCapture(event.pointerId)
			drag.current = { from: start(), x: event.clientX, y: event.clientY }
		},
		onPointerMove(event: PointerEvent<HTMLElement>) {
			if (drag.current) move(drag.current.from, { x: event.clientX - drag.current.x, y: event.clientY - drag.current.y })
		},
		onPointerUp: () => (drag.current = undefined),
		onPointerCancel: () => (drag.current = undefined),
	}
}
