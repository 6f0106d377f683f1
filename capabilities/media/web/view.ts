/** How a picture is looked at: 1 shows all of it; `x` and `y` are pixels from the middle. */
export interface View {
	scale: number
	x: number
	y: number
}

export const fitted: View = { scale: 1, x: 0, y: 0 }
/** Single pixels are large enough to be counted. */
const largest = 32

/** Closer or farther, with the point at `x`, `y` (from the middle) staying where it is. */
export function zoomed(view: View, factor: number, x = 0, y = 0): View {
	const scale = Math.min(Math.max(view.scale * factor, 1), largest)
	if (scale === 1) return fitted
	const by = scale / view.scale
	return { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by }
}

export function moved(view: View, x: number, y: number): View {
	return view.scale === 1 ? view : { ...view, x: view.x + x, y: view.y + y }
}
