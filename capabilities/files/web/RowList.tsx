import { useEffect, useImperativeHandle, useRef, useState, type HTMLAttributes, type ReactNode, type Ref } from 'react'

export interface RowListHandle {
	/** Scrolls as little as needed to show a row. */
	reveal(index: number): void
	/** What scrolls, and has the focus. */
	element(): HTMLElement | null
}

interface Props<T> extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
	rows: readonly T[]
	/** Pixels; the same for every row, so nothing has to be measured. */
	rowHeight: number
	/** A row that stays in the page while it is out of sight, for `aria-activedescendant`. */
	kept?: number
	handle?: Ref<RowListHandle>
	children(row: T, index: number): ReactNode
}

// Rows beyond both edges, so that quick scrolling shows no gap.
const margin = 12
// Until the height is known; more than a screen has.
const firstRows = 60

/** A list of equally high rows of which only those in sight exist. */
export function RowList<T>({ rows, rowHeight, kept, handle, children, ...rest }: Props<T>) {
	const box = useRef<HTMLDivElement>(null)
	const [top, setTop] = useState(0)
	const [height, setHeight] = useState(0)

	useEffect(() => {
		const element = box.current
		const view = element?.ownerDocument.defaultView
		if (!element || !view) return
		const observer = new view.ResizeObserver(() => setHeight(element.clientHeight))
		observer.observe(element)
		return () => observer.disconnect()
	}, [])
	useImperativeHandle(handle, () => ({
		element: () => box.current,
		reveal(index) {
			const element = box.current
			if (!element) return
			const [start, end] = [index * rowHeight, (index + 1) * rowHeight]
			if (start < element.scrollTop) element.scrollTop = start
			else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
		},
	}))

	const first = Math.max(0, Math.floor(top / rowHeight) - margin)
	const last = Math.min(rows.length, height === 0 ? firstRows : Math.ceil((top + height) / rowHeight) + margin)
	const shown = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset)
	if (kept !== undefined && kept < rows.length && (kept < first || kept >= last)) shown.push(kept)
	return (
		<div {...rest} ref={box} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
			<div role="presentation" style={{ position: 'relative', height: rows.length * rowHeight }}>
				{shown.map((index) => {
					const row = rows[index]
					return (
						row !== undefined && (
							<div key={index} role="presentation" style={{ position: 'absolute', insetInline: 0, top: index * rowHeight, height: rowHeight }}>
								{children(row, index)}
							</div>
						)
					)
				})}
			</div>
		</div>
	)
}
