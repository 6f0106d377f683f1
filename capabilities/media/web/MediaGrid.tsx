import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

interface Props<T> {
	label: string
	items: readonly T[]
	keyOf(item: T): string
	/** At least so wide; what is left over is shared. `Infinity` makes a list. */
	columnWidth: number
	rowHeight: number
	/** Stays in the page out of sight, because it plays. */
	kept?: string
	/** Someone scrolled away from the start, or came back to it. */
	onAway(isAway: boolean): void
	/** `isCurrent`: the one that Tab leads to. */
	children(item: T, cell: { isCurrent: boolean }): ReactNode
}

/** Rows beyond both edges, so that quick scrolling shows no gap. */
const margin = 2
/** Until the size is known. */
const firstRows = 4
const gap = 8

/** A grid of equally large cells of which only those in sight exist. Arrows move the focus among the cells' `data-cell` elements. */
export function MediaGrid<T>({ label, items, keyOf, columnWidth, rowHeight, kept, onAway, children }: Props<T>) {
	const box = useRef<HTMLDivElement>(null)
	const [size, setSize] = useState({ width: 0, height: 0 })
	const [top, setTop] = useState(0)
	const [current, setCurrent] = useState(0)
	const wantsFocus = useRef(false)

	useEffect(() => {
		const element = box.current
		const view = element?.ownerDocument.defaultView
		if (!element || !view) return
		const observer = new view.ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
		observer.observe(element)
		return () => observer.disconnect()
	}, [])
	useEffect(() => {
		if (!wantsFocus.current) return
		wantsFocus.current = false
		box.current?.querySelector<HTMLElement>(`[data-index="${current}"] [data-cell]`)?.focus({ preventScroll: true })
	}, [current])

	const inner = Math.max(0, size.width - 2 * gap)
	const columns = Math.max(1, Math.floor((inner + gap) / (columnWidth + gap)))
	const width = (inner - gap * (columns - 1)) / columns
	const step = rowHeight + gap
	const rows = Math.ceil(items.length / columns)
	const firstRow = Math.max(0, Math.floor(top / step) - margin)
	const lastRow = size.height === 0 ? firstRows : Math.ceil((top + size.height) / step) + margin
	const shown = new Set<number>()
	for (let index = firstRow * columns; index < Math.min(items.length, lastRow * columns); index++) shown.add(index)
	const focusable = Math.min(current, items.length - 1)
	if (focusable >= 0) shown.add(focusable)
	const playing = kept === undefined ? -1 : items.findIndex((item) => keyOf(item) === kept)
	if (playing >= 0) shown.add(playing)

	const page = Math.max(1, Math.floor(size.height / step)) * columns
	const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity }
	function handleKey(event: KeyboardEvent<HTMLDivElement>) {
		const by = moves[event.key]
		// A player inside of a cell has its own arrows.
		if (by === undefined || !('dataset' in event.target) || !(event.target as HTMLElement).matches('[data-cell]')) return
		event.preventDefault()
		const next = Math.min(Math.max(focusable + by, 0), items.length - 1)
		wantsFocus.current = true
		setCurrent(next)
		reveal(Math.floor(next / columns))
	}
	function reveal(row: number) {
		const element = box.current
		if (!element) return
		const start = gap + row * step
		if (start - gap < element.scrollTop) element.scrollTop = start - gap
		else if (start + step > element.scrollTop + element.clientHeight) element.scrollTop = start + step - element.clientHeight
	}

	return (
		// oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus among its buttons, as arrows do in a list
		<div
			ref={box}
			className="MediaGrid"
			onKeyDown={handleKey}
			onScroll={({ currentTarget: { scrollTop } }) => {
				setTop(scrollTop)
				if (scrollTop > step !== top > step) onAway(scrollTop > step)
			}}
		>
			<div role="list" aria-label={label} className="MediaGrid-all" style={{ height: rows * step + gap }}>
				{[...shown].map((index) => {
					const item = items[index]
					if (item === undefined) return undefined
					const place = { top: gap + Math.floor(index / columns) * step, left: gap + (index % columns) * (width + gap), width, height: rowHeight }
					return (
						// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears which of its controls has the focus
						<div key={keyOf(item)} role="listitem" aria-setsize={items.length} aria-posinset={index + 1} data-index={index} className="MediaGrid-cell" style={place} onFocus={() => setCurrent(index)}>
							{children(item, { isCurrent: index === focusable })}
						</div>
					)
				})}
			</div>
		</div>
	)
}
