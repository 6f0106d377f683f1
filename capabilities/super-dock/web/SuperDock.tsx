import { Button, EmptyState, IconButton, Select } from '@drydock/ui'
import { Copy, GripVertical, LayoutDashboard, Trash2, X } from '@drydock/ui/icons'
import { registry, writePreference } from '@drydock/web-kit'
import { mayBeDropped, readDrop } from '@drydock/web-kit/late/drop-payload.ts'
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { bigMoveStep, moveStep, placed, positions, resized, zoneAt, type Position, type Pull, type Viewport } from './geometry.ts'
import { superDockOpen } from './open-state.ts'
import { cleared, closed, duplicated, mayDuplicate, moved, raised, type Panel } from './panels.ts'
import { addItems, giveFocusBack, itemsOf, paneItem, panelElementId, takesFocus } from './requests.ts'
import { changePanels, panels } from './store.ts'
import { SuperDockItem } from './SuperDockItem.tsx'
import { useHandle } from './use-handle.ts'
import './SuperDock.css'

const labels: Record<Position, string> = { all: 'All', top: 'Top', left: 'Left', right: 'Right', bottom: 'Bottom' }
const zones: readonly Position[] = ['top', 'left', 'all', 'right', 'bottom']
const pulls: readonly Pull[] = ([-1, 0, 1] as const).flatMap((x) => ([-1, 0, 1] as const).flatMap((y) => (x === 0 && y === 0 ? [] : [{ x, y }])))

/** One floating panel: it never holds the keyboard, so Tab leads out of it. */
export function SuperDock({ panel, layer, viewport }: { panel: Panel; layer: number; viewport: Viewport }) {
	const { id, items, position } = panel
	const element = useRef<HTMLDivElement>(null)
	const [zone, setZone] = useState<Position>()
	const rect = placed(panel.rect, position, viewport)
	useEffect(() => {
		if (takesFocus(id)) element.current?.focus()
	}, [id])

	const put = (next: typeof rect, at: Position = 'all') => changePanels((state) => moved(state, id, next, at))
	function close() {
		const rest = closed(panels(), id)
		if (rest) changePanels(() => rest)
		else writePreference(superDockOpen, false)
		giveFocusBack()
	}
	function handleDragOver(event: DragEvent) {
		if (!mayBeDropped(event.dataTransfer)) return
		event.preventDefault()
		event.dataTransfer.dropEffect = 'copy'
		setZone(zoneAt({ x: event.clientX, y: event.clientY }, rect))
	}
	function handleDrop(event: DragEvent) {
		const dropped = itemsOf(readDrop(event.dataTransfer))
		setZone(undefined)
		if (dropped.length === 0) return
		event.preventDefault()
		addItems(dropped, id)
		put(panel.rect, zone)
	}
	const grip = useHandle({ start: () => rect, move: (from, by) => put({ ...from, x: from.x + by.x, y: from.y + by.y }) })

	return (
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what it hears only raises it or takes a drop; adding has a control of its own
		<div
			ref={element}
			id={panelElementId(id)}
			className="SuperDock"
			role="dialog"
			aria-label="Super Dock"
			tabIndex={-1}
			style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height, zIndex: 1300 + layer }}
			onPointerDown={() => changePanels((state) => raised(state, id))}
			onFocus={() => changePanels((state) => raised(state, id))}
			onDragOver={handleDragOver}
			onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null) || setZone(undefined)}
			onDrop={handleDrop}
		>
			<header className="SuperDock-header" {...grip}>
				<IconButton
					label="Move the Super Dock"
					icon={<GripVertical />}
					className="SuperDock-grip"
					onKeyDown={(event) => {
						if (event.key === 'Escape') close()
						const by = arrowStep(event)
						if (by) put({ ...rect, x: rect.x + by.x, y: rect.y + by.y })
					}}
				/>
				<h2>Super Dock</h2>
				<Select aria-label="Add a pane" className="SuperDock-add" value="" onChange={({ target }) => addItems([paneItem(target.value) ?? []].flat(), id)}>
					<option value="">Add a pane…</option>
					{[...registry().panes.values()].map((pane) => (
						<option key={pane.id} value={pane.id}>
							{pane.title}
						</option>
					))}
				</Select>
				<span className="SuperDock-space" />
				<Select aria-label="Dock position" className="SuperDock-position" value={position} onChange={({ target }) => put(panel.rect, positions.find((each) => each === target.value))}>
					{positions.map((each) => (
						<option key={each} value={each}>
							{labels[each]}
						</option>
					))}
				</Select>
				<IconButton label="Duplicate" icon={<Copy />} disabled={!mayDuplicate(panels())} onClick={() => changePanels((state) => duplicated(state, id))} />
				<IconButton label="Clear" icon={<Trash2 />} disabled={items.length === 0} onClick={() => changePanels((state) => cleared(state, id))} />
				<IconButton label="Close" icon={<X />} onClick={close} />
			</header>
			<div className="SuperDock-grid">
				{items.map((item) => (
					<SuperDockItem key={item.id} panel={id} item={item} position={position} />
				))}
				{items.length === 0 && <Empty onAdd={() => element.current?.querySelector('select')?.focus()} />}
			</div>
			{zone && <Zones active={zone} />}
			{pulls.map((pull) => (
				<Edge key={`${pull.x}${pull.y}`} pull={pull} start={() => rect} onPull={(next) => put(next, position)} />
			))}
		</div>
	)
}

function Empty({ onAdd }: { onAdd(): void }) {
	return (
		<EmptyState icon={<LayoutDashboard />} title="Nothing here yet" action={<Button onClick={onAdd}>Choose a pane</Button>}>
			Drop panes, files or links here; they stay above the workspace.
		</EmptyState>
	)
}

/** What dropping here would do: the side that the panel keeps to. */
function Zones({ active }: { active: Position }) {
	return (
		<div className="SuperDock-zones" aria-hidden>
			{zones.map((zone) => (
				<span key={zone} className="SuperDock-zone" data-zone={zone} data-active={zone === active}>
					{zone === 'all' ? 'Center' : labels[zone]}
				</span>
			))}
		</div>
	)
}

/** An edge or a corner to pull; the lower right one also by keyboard. */
function Edge({ pull, start, onPull }: { pull: Pull; start(): Panel['rect']; onPull(rect: Panel['rect']): void }) {
	const handle = useHandle({ start, move: (from, by) => onPull(resized(from, pull, by)) })
	const isMain = pull.x === 1 && pull.y === 1
	const place = `SuperDock-edge SuperDock-edge--${['left', 'middle', 'right'][pull.x + 1]}-${['top', 'middle', 'bottom'][pull.y + 1]}`
	if (!isMain) return <span className={place} aria-hidden {...handle} />
	return (
		<button
			type="button"
			className={place}
			aria-label="Resize the Super Dock"
			title="Resize"
			{...handle}
			onKeyDown={(event) => {
				const by = arrowStep(event)
				if (by) onPull(resized(start(), pull, by))
			}}
		/>
	)
}

function arrowStep(event: KeyboardEvent): { x: number; y: number } | undefined {
	const step = event.shiftKey ? bigMoveStep : moveStep
	const by = { ArrowLeft: { x: -step, y: 0 }, ArrowRight: { x: step, y: 0 }, ArrowUp: { x: 0, y: -step }, ArrowDown: { x: 0, y: step } }[event.key]
	if (by) event.preventDefault()
	return by
}
