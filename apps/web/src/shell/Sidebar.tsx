import { TextInput } from '@drydock/ui'
import { openPane, project, recentPanes, registry, runCommand, shortcutLabel, sidebarWidth, usePreference } from '@drydock/web-kit'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import './Sidebar.css'

/** spec/3 §2. */
const mainComponents = ['files', 'agent-editor', 'docs', 'insights', 'deploy', 'terminal', 'onboarding']
/** spec: sidebar keyboard step */
const keyboardStep = 16
const bigKeyboardStep = 40
const range = { least: 160, most: 520 }

/** Quick Open, recent panes and the main ones. */
export function Sidebar() {
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

function QuickOpen() {
	const [path, setPath] = useState('')
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault()
				if (path.trim() === '') return
				void runCommand('editor.open', { cwd: project().cwd, path: path.trim() })
				setPath('')
			}}
		>
			<TextInput aria-label="Quick Open File" placeholder="Quick Open File" value={path} onChange={(event) => setPath(event.target.value)} />
		</form>
	)
}

function PaneList({ title, ids, empty }: { title: string; ids: readonly string[]; empty?: string }) {
	const panes = ids.flatMap((id) => registry().panes.get(id) ?? [])
	return (
		<nav className="Sidebar-list" aria-label={title}>
			<h2>{title}</h2>
			{panes.length === 0 && empty && <p>{empty}</p>}
			{panes.map((pane) => (
				<button key={pane.id} type="button" title={pane.description} onClick={() => openPane(pane.id, { focus: true })}>
					<span>{pane.title}</span>
					{pane.shortcut && <span className="Sidebar-shortcut">{shortcutLabel(pane.shortcut)}</span>}
				</button>
			))}
		</nav>
	)
}

function Handle({ width, onResize }: { width: number; onResize(width: number): void }) {
	function handleDrag(event: PointerEvent<HTMLDivElement>) {
		if (event.currentTarget.hasPointerCapture(event.pointerId)) onResize(event.clientX)
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
			onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
			onPointerMove={handleDrag}
			onKeyDown={handleKey}
		/>
	)
}
