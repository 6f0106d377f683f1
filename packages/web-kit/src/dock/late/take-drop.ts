// What becomes of something that was dropped into the dock.
import { Actions, DockLocation, TabNode, TabSetNode } from 'flexlayout-react'
import { findCommand, runCommand } from '../../commands.ts'
import { registry } from '../../contribute.ts'
import { readDrop, type Dropped, type DropSource } from '../../late/drop-payload.ts'
import { toast } from '../../toasts.ts'
import type { Dock } from '../dock.ts'
import { holderOf } from '../nodes.ts'

/** Puts dropped panes where the waiting tab fell; paths and links go to those who open them. */
export function takeDrop(dock: Dock, waitingId: string, source: DropSource): void {
	const dropped = readDrop(source)
	const panes = dropped.filter((each) => each.kind === 'pane')
	for (const pane of panes) place(dock, waitingId, pane)
	dock.dispatch(Actions.deleteTab(waitingId))
	for (const other of dropped) open(other)
	if (dropped.length === 0) toast({ message: 'Only panes, files and links can be dropped here' })
}

/** A pane that is open moves here, as a dragged tab would. */
function place(dock: Dock, waitingId: string, { component, title }: Extract<Dropped, { kind: 'pane' }>) {
	const entry = registry().panes.get(component)
	const holder = holderOf(dock.model.getNodeById(waitingId))
	if (!entry) return toast({ kind: 'warning', message: `There is no pane called ${component}` })
	if (!holder) return
	const known = dock.model.getNodeById(component)
	if (known instanceof TabNode) dock.dispatch(Actions.moveNode(component, holder.getId(), DockLocation.CENTER, -1, true))
	else dock.dispatch(Actions.addTab({ type: 'tab', id: component, component, name: title ?? entry.title, config: {} }, holder.getId(), DockLocation.CENTER, -1, true))
	if (holder instanceof TabSetNode) dock.noteFocus(component)
}

function open(dropped: Dropped) {
	if (dropped.kind === 'file') void runCommand('editor.open', { path: dropped.path, ...(dropped.cwd !== undefined && { cwd: dropped.cwd }) })
	if (dropped.kind === 'link') openLink(dropped.url)
}

/** The preview shows what a server on this machine serves; the browser shows the rest. */
function openLink(url: string) {
	if (isOnThisMachine(url) && findCommand('preview.open')) void runCommand('preview.open', { url })
	else window.open(url, '_blank', 'noopener,noreferrer')
}

function isOnThisMachine(url: string): boolean {
	const { hostname } = new URL(url)
	return hostname === 'localhost' || hostname === '0.0.0.0' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
}

/** Uploading belongs to Files: it gets what was dropped, by command. */
export function upload(taken: { files: File[]; entries: FileSystemEntry[] }): void {
	void runCommand('files.upload', taken)
}
