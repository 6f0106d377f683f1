import { openPane, recentPanes, registry, shortcutLabel, shortcutOf, sidebarWidth, usePreference, type PaneEntry } from '@drydock/web-kit'
import { useRef, type DragEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { QuickOpen } from './QuickOpen.tsx'
import './Sidebar.css'

/** spec/3 §2. */
const mainComponents = ['files', 'agent-editor', 'docs', 'insights', 'deploy', 'terminal', 'onboarding']
/** spec: sidebar keyboard step */
const keyboardStep = 16
const bigKeyboardStep = 40
const range = { least: 160, most: 520 }

/** Quick Open, recent panes and the main ones. */
export default function Sidebar() {
	const [width, setWidth] = usePreference(sidebarWidth)
	const [recent] = usePreference(recentPanes)
	return (
		<aside className="Sidebar" aria-label="Sidebar" style={{ width }}>
			<QuickOpen />
			<PaneList title="Recent Panes" ids={recent} empty="Panes that you open appear here." />
			<PaneList title="Main Components" ids={mainComponents} />
			<Handle width={width} onResize={setWidth} />
		</aside>
	)
}

function PaneList({ title, ids, empty }: { title: string; ids: readonly string[]; empty?: string }) {
	const panes = ids.flatMap((id) => registry().panes.get(id) ?? [])
	return (
		<nav className="Sidebar-list" aria-label={title}>
			<h2>{title}</h2>
			{panes.length === 0 && empty && <p>{empty}</p>}
			{panes.map((pane) => (
				<PaneButton key={pane.id} pane={pane} />
			))}
		</nav>
	)
}

function PaneButton({ pane }: { pane: PaneEntry }) {
	const shortcut = shortcutOf({ id: `pane.open.${pane.id}`, shortcut: pane.shortcut })
	function handleDragStart({ dataTransfer }: DragEvent) {
		dataTransfer.effectAllowed = 'copy'
		dataTransfer.setData('text/plain', `pane:${pane.id}`)
	}
	return (
		<button type="button" title={pane.description} draggable onDragStart={handleDragStart} onClick={() => openPane(pane.id, { focus: true })}>
			<span>{pane.title}</span>
			{shortcut && <span className="Sidebar-shortcut">{shortcutLabel(shortcut)}</span>}
		</button>
	)
}

function Handle({ width, onResize }: { width: number; onResize(width: number): void }) {
	// Where in the handle it was taken, so that the edge does not jump to the pointer.
	const grip = useRef(0)
	function handleTake(event: PointerEvent<HTMLDivElement>) {
		event.currentTarget.setPointerCapture(event.pointerId)
		grip.current = width - event.clientX
	}
	function handleDrag(event: PointerEvent<HTMLDivElement>) {
		if (event.currentTarget.hasPointerCapture(event.pointerId)) onResize(event.clientX + grip.current)
	}
	function handleKey(event: KeyboardEvent) {
		const step = event.shiftKey ? bigKeyboardStep : keyboardStep
		const change = { ArrowLeft: -step, ArrowRight: step }[event.key]
		if (change === undefined) return
		event.preventDefault()
		onResize(width + change)
	}
	return (
		<div
			className="Sidebar-handle"
			role="separator"
			tabIndex={0}
			aria-label="Resize sidebar"
			aria-orientation="vertical"
			aria-valuenow={width}
			aria-valuemin={range.least}
			aria-valuemax={range.most}
			onPointerDown={handleTake}
			onPointerMove={handleDrag}
			onKeyDown={handleKey}
		/>
	)
}
